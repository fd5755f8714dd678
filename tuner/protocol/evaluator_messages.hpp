// The messages of tune/1's evaluator role: somebody else's optimiser has games played by us. Pure;
// parsing is total: any line gives a request or the refusal that answers it.
// docs/tune-protocol.md has each with an example.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tuner/genome/parameter.hpp"
#include "tuner/protocol/refusal.hpp"

namespace sparring::tuner {

/// Parameters by name, with their values as an option takes them.
using Assignment = std::vector<std::pair<std::string, std::string>>;

/// Whom a candidate meets.
struct Against {
    std::string opponent;
    std::string limits{};  ///< `depth=2`; empty: as the file says

    bool operator==(const Against&) const = default;
};

/// `eval`: a candidate against named opponents; `match`: two candidates against each other.
struct EvalRequest {
    std::string id;
    Assignment a;
    std::optional<Assignment> b{};        ///< of a match
    std::vector<Against> against{};       ///< of an eval, at least one
    int pairs = 1;                        ///< against each
    std::string set = "train";            ///< of openings
    std::optional<std::int64_t> start{};  ///< number of the first opening, from 0
    std::uint64_t seed = 0;               ///< draws the first opening where `start` does not say it
    std::string limits{};                 ///< of all who play; empty: as the file says
    int progress_every = 0;               ///< pairs; 0: never
    double deadline_s = 0;                ///< 0: none
    bool detail = false;

    bool operator==(const EvalRequest&) const = default;
};

struct CancelRequest {
    std::string id;

    bool operator==(const CancelRequest&) const = default;
};

struct Shutdown {
    bool operator==(const Shutdown&) const = default;
};

using EvaluatorRequest = std::variant<Refusal, Greeting, EvalRequest, CancelRequest, Shutdown>;

EvaluatorRequest parse_evaluator_request(std::string_view line);

struct EvaluatorHello {
    std::string software;  ///< version
    int slots = 1;         ///< games at a time
    std::string game;
    bool deterministic = false;  ///< the same request gives the same counts
    Space space{};
    std::vector<std::string> opponents{};
    std::size_t train = 0, validation = 0;  ///< openings
};

struct PlayedGame {
    std::string opponent;     ///< of an eval
    std::size_t opening = 0;  ///< number in the request's set
    bool a_first = true;
    double score = 0;  ///< of a
    int decided = 0, plies = 0;
};

/// What came of a request. Only one that is `ok` or `cancelled` has counts.
struct EvalResult {
    enum class Status : std::uint8_t { ok, failed, cancelled };

    std::string id;
    Status status = Status::ok;
    std::string reason{};                 ///< of failed: `engine`, `deadline`
    std::array<std::int64_t, 3> games{};  ///< lost, drawn, won
    std::array<std::int64_t, 5> pairs{};  ///< by points, from 0 to 2
    std::vector<PlayedGame> detail{};     ///< where it was asked for
    std::vector<std::string> faults{};
    bool cached = false;
    std::int64_t wall_ms = 0;

    std::int64_t games_played() const { return games[0] + games[1] + games[2]; }
    double score() const;  ///< share of the points; 1/2 without a game
};

std::string to_json(const EvaluatorHello& hello);
std::string to_json(const EvalResult& result);
std::string progress_message(const std::string& id, std::int64_t pairs, double score);
std::string bye_message();

}  // namespace sparring::tuner
