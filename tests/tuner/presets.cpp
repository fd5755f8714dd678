// Every preset can be started, in full and in its short form; so can every experiment.
#include <filesystem>

#include "tests/catch.hpp"
#include "tuner/run/experiment.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;
namespace fs = std::filesystem;

/// Where the openings do not matter: to draw thousands takes a sanitized build a minute.
const std::string kFewOpenings = "openings.count=400";

Experiment experiment_of(const fs::path& preset, bool short_form,
                         const std::vector<std::string>& settings = {}) {
    auto tree = read_tree(preset.string(), short_form, settings);
    INFO((tree ? "" : tree.error()));
    REQUIRE(tree);
    auto configuration = read_configuration(*std::move(tree), SPARRING_BIN_DIR);
    INFO((configuration ? "" : configuration.error()));
    REQUIRE(configuration);
    const auto engine = introduce(*configuration);
    INFO((engine ? "" : engine.error()));
    REQUIRE(engine);
    auto experiment = make_experiment(*std::move(configuration), *engine);
    INFO((experiment ? "" : experiment.error()));
    REQUIRE(experiment);
    return *std::move(experiment);
}

std::size_t games_of(const Experiment& experiment) {
    const auto strategy = experiment.strategy();
    REQUIRE(strategy);
    const Batch batch = (*strategy)->ask({});
    std::size_t games = 0;
    for (const Encounter& encounter : batch.encounters)
        games += 2 * static_cast<std::size_t>(encounter.pairs);
    return games;
}

TEST_CASE("every preset can be started", "[native]") {
    std::size_t presets = 0;
    for (const auto& entry : fs::directory_iterator{SPARRING_SOURCE_DIR "/tuner/presets"}) {
        INFO(entry.path().string());
        ++presets;
        const Experiment whole = experiment_of(entry.path(), false);
        CHECK(whole.configuration.name == entry.path().stem().string());
        CHECK(games_of(whole) > 0);
        if (read_tree(entry.path().string(), true, {}))
            CHECK(games_of(experiment_of(entry.path(), true)) <= games_of(whole));
    }
    CHECK(presets >= 5);
}

TEST_CASE("every experiment can be started", "[native]") {
    std::size_t experiments = 0;
    for (const auto& entry : fs::directory_iterator{SPARRING_SOURCE_DIR "/experiments"}) {
        if (entry.path().extension() != ".toml") continue;
        INFO(entry.path().string());
        ++experiments;
        std::vector<std::string> settings{kFewOpenings};
        if (entry.path().stem() == "synthetic")  // built where the tests are
            settings.push_back("engine.command=[\"" SPARRING_SYNTHETIC
                               "\", \"--game\", \"dots-and-boxes/3x3\"]");
        CHECK(games_of(experiment_of(entry.path(), false, settings)) > 0);
    }
    CHECK(experiments >= 6);
}

TEST_CASE("the papers' presets play as many games as the papers", "[native]") {
    const fs::path presets = SPARRING_SOURCE_DIR "/tuner/presets";
    CHECK(games_of(experiment_of(presets / "aga-dots.toml", false, {kFewOpenings})) == 50 * 2);
    CHECK(games_of(experiment_of(presets / "pairs-draughts.toml", false, {kFewOpenings})) ==
          25 * 2);
    CHECK(games_of(experiment_of(presets / "hof-reversed.toml", false, {kFewOpenings})) == 3540);
    CHECK(games_of(experiment_of(presets / "islands-amazons.toml", false, {kFewOpenings})) ==
          3 * 360);
}

}  // namespace
