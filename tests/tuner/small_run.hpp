// A run that takes a second: its configuration, a folder that goes away, and an observer that says
// nothing and can interrupt.
#pragma once

#include <csignal>
#include <functional>
#include <string>

#include "tests/catch.hpp"
#include "tests/referee/stored_games.hpp"
#include "tuner/run/batch_player.hpp"

namespace sparring::tuner {

using test::Folder;

/// Two generations of six on draughts at depth 1.
inline std::string small_configuration() {
    return R"([run]
name = "small"
budget = { generations = 2 }
[game]
rules = "draughts/international"
[engine]
command = ")" SPARRING_BIN_DIR R"(/draughts"
options = { Hash = 1 }
limit = { depth = 1 }
[params]
tune = ["Pieces", "Tempi", "Balance"]
[openings]
plies = 6
count = 300
[strategy]
name = "pairs"
population = 6
generations = 2
[match]
max_moves = 40
[test]
pairs = 4
)";
}

inline Experiment small_experiment(const std::vector<std::string>& settings = {}) {
    auto tree = parse_toml(small_configuration(), "small.toml");
    REQUIRE(tree);
    for (const std::string& setting : settings) REQUIRE_FALSE(apply_setting(*tree, setting));
    auto configuration = read_configuration(*std::move(tree), "");
    REQUIRE(configuration);
    const auto engine = introduce(*configuration);
    REQUIRE(engine);
    auto experiment = make_experiment(*std::move(configuration), *engine);
    REQUIRE(experiment);
    return *std::move(experiment);
}

class Silent final : public RunObserver {
  public:
    /// Asks the process to end when the batch of that number has ended.
    explicit Silent(int interrupt_after = -1) : interrupt_after_{interrupt_after} {}

    void began(const StoredBatch&, const Totals&) override {}
    void progress(const StoredBatch&, std::size_t, std::size_t, const Totals&) override {}
    void ended(const StoredBatch& batch, std::span<const EncounterResult>, const StoredAnswer*,
               const Totals&) override {
        if (batch.number == interrupt_after_) std::raise(SIGINT);
    }
    void warning(const std::string& text) override { UNSCOPED_INFO(text); }

  private:
    int interrupt_after_;
};

}  // namespace sparring::tuner
