// What goes between islands that have processes of their own: `migrants`, one message for an island
// and a generation; and `arrivals`, what a run file says came of a crossing. Pure; parsing is
// total. docs/tuner.md has an example.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tuner/protocol/refusal.hpp"
#include "tuner/strategy/strategy.hpp"

namespace sparring::tuner {

struct MigrantsMessage {
    struct Individual {
        Id id = kNobody;
        std::vector<std::pair<std::string, std::string>> params{};  ///< as an option takes them
        double score = 0.5;                                         ///< share of the points
        int pairs = 0;

        bool operator==(const Individual&) const = default;
    };

    std::string run;       ///< its name
    std::string settings;  ///< names all that the islands of a run have in common
    int island = 0;
    int generation = 0;  ///< `gen`: generations that it had played
    bool last = false;   ///< the island is done
    std::vector<Individual> individuals{};

    bool operator==(const MigrantsMessage&) const = default;
};

/// One line; equal messages make equal lines.
std::string to_json(const MigrantsMessage& message);
std::variant<Refusal, MigrantsMessage> parse_migrants(std::string_view line);

/// What came to an island at a crossing.
struct ArrivalsMessage {
    int generation = 0;
    bool last = false;
    std::vector<MigrantsMessage> from{};

    bool operator==(const ArrivalsMessage&) const = default;
};

std::string to_json(const ArrivalsMessage& message);
std::variant<Refusal, ArrivalsMessage> parse_arrivals(std::string_view line);

}  // namespace sparring::tuner
