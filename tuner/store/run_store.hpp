// The run file: one SQLite file that holds everything a run did, as it happened. What it says is
// enough to make the strategy anew and tell it all results, which is how a run is resumed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/archive/database_file.hpp"
#include "referee/play/opening.hpp"
#include "tuner/config/configuration.hpp"
#include "tuner/genome/parameter.hpp"
#include "tuner/strategy/strategy.hpp"

namespace sparring::tuner {

struct StoredEngine {
    std::string name, command, sha256;
};

struct StoredOpening {
    Role role = Role::train;
    referee::Opening opening;
};

/// Written once, when the file is made.
struct StoredRun {
    std::string configuration;  ///< TOML
    std::string version;        ///< of the tuner
    std::vector<std::string> warnings;
    std::vector<StoredEngine> engines;
    std::vector<Parameter> parameters;    ///< fixed ones, too
    std::vector<StoredOpening> openings;  ///< by number
};

/// What a batch of games is for.
enum class BatchKind : std::uint8_t { train, validation, test };

struct StoredBatch {
    static constexpr int kBeside = -1;

    int number = 0;  ///< from 0, in the order of the run
    BatchKind kind = BatchKind::train;
    int stage =
        0;  ///< kBeside: a test that somebody asked for; the run's course knows nothing of it
    Batch batch;
    std::vector<std::string> labels;     ///< of the candidates, where they are not individuals
    std::vector<std::string> opponents;  ///< names, of the encounters against opponents
    std::string started{}, ended{};      ///< UTC; `ended` is empty while games are missing
    /// Of the strategy, when it had been told the results; of a sequential test beside the run
    /// its settings and its end.
    Notes notes{};

    bool beside() const { return stage == kBeside; }
};

/// One game of a pair. `first`: whether `a` moved first.
struct StoredGame {
    int encounter = 0, pair = 0;
    bool first = true;
    std::size_t opening = 0;
    std::optional<double> score{};  ///< of `a`; none: a fault, it does not count
    std::string reason{};
    int plies = 0, decided = 0;
    std::array<std::uint64_t, 2> nodes{};  ///< of `a` and `b`
    std::int64_t cpu_us = 0;               ///< of both engines
    bool cached = false;                   ///< the same game as one before: it was not played again

    bool operator==(const StoredGame&) const = default;
};

/// What the strategy would have answered after a batch.
struct StoredAnswer {
    int batch = 0;
    Id champion = kNobody;
    Point champion_point, mean_point;
    double selection_score = 0;
    std::int64_t games = 0, nodes = 0;  ///< of the training, so far
};

struct StoredEvent {
    std::string time, kind, text;
};

/// Methods throw SQLite::Exception when the disk or the file fails, and std::runtime_error when
/// what stands in it is not a run's.
class RunStore {
  public:
    static constexpr int version = 1;

    static Expected<std::unique_ptr<RunStore>> create(const std::string& path,
                                                      const StoredRun& run);
    static Expected<std::unique_ptr<RunStore>> open(const std::string& path);
    static Expected<std::unique_ptr<RunStore>> open_to_read(const std::string& path);
    ~RunStore();

    const std::string& path() const { return file_->path(); }

    StoredRun run() const;
    /// In order; without candidates and encounters if `whole` is false.
    std::vector<StoredBatch> batches(bool whole) const;
    void visit_games(int batch, const std::function<void(const StoredGame&)>& visit) const;
    std::vector<StoredAnswer> answers() const;
    std::vector<StoredEvent> events() const;
    /// Individuals by id.
    std::vector<Candidate> individuals() const;

    /// What is read from now on is as it is now, whatever a run that goes on adds.
    void freeze();

    void begin();
    void commit();
    void add(const StoredBatch& batch);
    void add(int batch, const StoredGame& game);
    void end(int batch, const Notes& notes, const std::optional<StoredAnswer>& answer);
    void add(const std::string& kind, const std::string& text);

  private:
    RunStore(std::unique_ptr<referee::DatabaseFile> file, bool writable);

    std::unique_ptr<referee::DatabaseFile> file_;
    SQLite::Database* database_;
    struct Statements;
    std::unique_ptr<Statements> statements_;
};

std::string_view word(BatchKind kind);

/// Names what decides the batch: its candidates, encounters and generation.
std::string hash_of(const StoredBatch& batch);

/// SHA-256 over configuration, parameters, openings, individuals and games in the order of the run;
/// not over times, events, places (the tables `output`, `queue` and `exchange`), whether games were
/// looked up, and tests beside the run. docs/tuner.md has the exact bytes.
std::string digest(const RunStore& store);

}  // namespace sparring::tuner
