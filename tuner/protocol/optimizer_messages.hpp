// The messages of tune/1's optimiser role: somebody else has the games of our candidates played.
// Pure; parsing is total: any line gives a request or the refusal that answers it.
// docs/tune-protocol.md has each with an example.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tuner/config/space_rules.hpp"
#include "tuner/protocol/refusal.hpp"
#include "tuner/protocol/told_result.hpp"

namespace sparring::tuner {

struct AskRequest {
    std::string id;
    int n = 1;  ///< items, at most

    bool operator==(const AskRequest&) const = default;
};

struct TellRequest {
    std::string cid;
    std::string id{};  ///< of the tell; may be left out
    ToldResult result;

    bool operator==(const TellRequest&) const = default;
};

struct FailRequest {
    std::string cid, reason, id{};

    bool operator==(const FailRequest&) const = default;
};

struct KeepRequest {
    std::string cid, id{};

    bool operator==(const KeepRequest&) const = default;
};

struct BestRequest {
    std::string id;

    bool operator==(const BestRequest&) const = default;
};

struct CheckpointRequest {
    std::string id;

    bool operator==(const CheckpointRequest&) const = default;
};

struct StopRequest {
    bool operator==(const StopRequest&) const = default;
};

using OptimizerRequest = std::variant<Refusal, Greeting, AskRequest, TellRequest, FailRequest,
                                      KeepRequest, BestRequest, CheckpointRequest, StopRequest>;

OptimizerRequest parse_optimizer_request(std::string_view line);

struct OptimizerHello {
    std::string software, algorithm;
    const Parameters* parameters = nullptr;
    int lease_s = 0;
    bool resumed = false;
    std::int64_t told = 0;  ///< items
};

/// One encounter of a batch, to be played by whoever asked.
struct Item {
    std::string cid;
    int generation = 0;
    Candidate a;
    std::optional<Candidate> b{};  ///< none: the evaluator's opponents
    int pairs = 1;
    int opening = 0;  ///< items with the same number share their openings
};

struct Hand {
    std::string id;
    std::vector<Item> items;
    bool more = false;  ///< there are others to be had now
    bool wait = false;  ///< none is to be had before others have been told
    bool done = false;  ///< nothing will come any more
};

struct ToldReply {
    std::string cid, id{};
    bool duplicate = false;             ///< it was settled before; this one is dropped
    bool again = false;                 ///< of a fail: it will be handed out again
    int generation = 0;                 ///< of the batch that is being played now
    std::size_t evaluated = 0, of = 0;  ///< items of that batch
};

std::string to_json(const OptimizerHello& hello);
std::string to_json(const Hand& hand, const Space& space,
                    const std::vector<std::string>& opponents);
std::string to_json(const ToldReply& reply);
std::string kept_message(const KeepRequest& request, int lease_s);
std::string best_message(const std::string& id, const Space& space, const Answer& answer,
                         int generation, std::int64_t games);
std::string checkpoint_message(const std::string& id, const std::string& path, std::int64_t told);

}  // namespace sparring::tuner
