#include "tuner/run/island_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "protocol/text.hpp"
#include "referee/archive/sha256.hpp"
#include "tuner/protocol/message.hpp"
#include "tuner/run/evaluation.hpp"

namespace sparring::tuner {

namespace asio = boost::asio;

namespace {

using namespace std::chrono_literals;

/// Between looks at whether the run is to stop.
constexpr auto kSlice = 500ms;

/// After so long a wait people are told what it is for.
constexpr auto kQuiet = 3s;

std::string wish(const Crossing& crossing) {
    return crossing.want == Crossing::Want::last
               ? "the end, for the knockout"
               : fmt::format("generation {}", crossing.out.generation);
}

std::string joined(const std::set<int>& islands) {
    return fmt::format("{} {}", islands.size() == 1 ? "island" : "islands",
                       fmt::join(islands, ", "));
}

}  // namespace

std::string common_settings(const Experiment& experiment) {
    const Configuration& configuration = experiment.configuration;
    Node tree;
    for (const char* name : {"game", "openings", "strategy"}) {
        const Node* table = configuration.tree.find(name);
        if (table == nullptr) continue;
        tree[name] = *table;
        // Settings of the command line may come in any order.
        auto& keys = std::get<Node::Entries>(tree[name].value);
        std::erase_if(keys, [](const auto& entry) { return entry.first == "here"; });
        std::sort(keys.begin(), keys.end(),
                  [](const auto& a, const auto& b) { return a.first < b.first; });
    }
    referee::Sha256 sum;
    sum.add(fmt::format("seed {} limit {}\n{}\n", configuration.seed, configuration.limits,
                        to_toml(tree)));
    for (const Parameter& each : experiment.parameters.all)
        sum.add(fmt::format("{} {} {} {} {} {} {} {}\n", each.name, each.min, each.max, each.start,
                            each.step, word(each.codec), each.bits, each.fixed));
    return sum.finish().substr(0, 16);
}

IslandTraffic::IslandTraffic(std::unique_ptr<MigrantExchange> exchange, Run run)
    : exchange_{std::move(exchange)},
      run_{std::move(run)},
      settings_{common_settings(run_.experiment)} {
    met_own_ = !run_.fresh;
}

std::optional<std::string> IslandTraffic::restore(const std::string& event) {
    auto arrivals = parse_arrivals(event);
    if (const auto* refusal = std::get_if<Refusal>(&arrivals))
        return "the run file's record of a migration is damaged: " + refusal->text;
    auto& message = std::get<ArrivalsMessage>(arrivals);
    recorded_[{message.generation, message.last}] = std::move(message.from);
    return {};
}

asio::awaitable<Expected<std::vector<Emigrants>>> IslandTraffic::cross(const Crossing& crossing) {
    const Label label{crossing.out.generation, crossing.out.last};
    const auto known = recorded_.find(label);
    // What was recorded had been published before; the last again, should it have been lost.
    if (known == recorded_.end() || std::next(known) == recorded_.end()) {
        if (auto problem = co_await publish(crossing.out)) co_return Error{*problem};
    }
    std::vector<MigrantsMessage> messages;
    if (known != recorded_.end()) {
        messages = known->second;
    } else if (!crossing.from.empty()) {
        if (auto problem = co_await wait(crossing)) co_return Error{*problem};
        if (run_.stopping()) co_return std::vector<Emigrants>{};
        messages = choose(crossing);
        run_.record(to_json(ArrivalsMessage{label.first, label.second, messages}));
    }
    for (const MigrantsMessage& each : messages) used_[each.island] = {each.generation, each.last};
    co_return members_of(messages);
}

std::string IslandTraffic::line_of(const Emigrants& out) const {
    const Space space = run_.experiment.space();
    MigrantsMessage message{run_.experiment.configuration.name, settings_, out.island,
                            out.generation, out.last};
    for (const Migrant& member : out.members) {
        const Json params = json_of(space, member.point);
        message.individuals.push_back({member.id, {}, member.share, member.pairs});
        for (const auto& [name, value] : params.items())
            message.individuals.back().params.emplace_back(name, *scalar_text(value));
    }
    return to_json(message);
}

/// Those of our own settings name all parameters.
Expected<std::vector<Emigrants>> IslandTraffic::members_of(
    const std::vector<MigrantsMessage>& messages) const {
    std::vector<Emigrants> result;
    for (const MigrantsMessage& message : messages) {
        Emigrants island{message.island, message.generation, message.last};
        for (const auto& each : message.individuals) {
            auto point = point_of(run_.experiment.parameters, each.params);
            if (point && each.params.size() != point->size())
                point = Error{"not all parameters are given"};
            if (!point)
                return Error{fmt::format("island {}, generation {}, individual {}: {}",
                                         message.island, message.generation, each.id,
                                         point.error())};
            island.members.push_back({each.id, *std::move(point), each.score, each.pairs});
        }
        result.push_back(std::move(island));
    }
    return result;
}

asio::awaitable<std::optional<std::string>> IslandTraffic::publish(const Emigrants& out) {
    if (!met_own_) {
        // Members of an earlier run of this name would be taken for this one's.
        auto letters = co_await exchange_->arrived(0ms);
        if (!letters) co_return letters.error();
        for (const MigrantLetter& letter : *letters)
            if (auto problem = take(letter)) co_return problem;
        if (const auto own = seen_.find(out.island); own != seen_.end())
            co_return fmt::format(
                "island {} of an earlier run '{}' is there ({}): remove it, or give this run "
                "another name (run.name) or folder (exchange.folder)",
                out.island, run_.experiment.configuration.name, letters->front().from);
        met_own_ = true;
    }
    co_return co_await exchange_->publish({out.island, out.generation, out.last}, line_of(out));
}

/// Until nothing is missing, or nothing has come for `exchange.patience`.
asio::awaitable<std::optional<std::string>> IslandTraffic::wait(const Crossing& crossing) {
    const std::chrono::duration<double> patience{run_.experiment.configuration.exchange.patience};
    const auto began = Clock::now();
    auto heard = began;
    bool told = false;
    auto slice = std::chrono::milliseconds{0};
    for (;;) {
        auto letters = co_await exchange_->arrived(slice);
        if (!letters) co_return letters.error();
        for (const MigrantLetter& letter : *letters)
            if (auto problem = take(letter)) co_return problem;
        const std::set<int> still = missing(crossing);
        if (still.empty() || run_.stopping()) co_return std::nullopt;
        const auto now = Clock::now();
        if (!letters->empty() && slice > 0ms) heard = now;
        if (now - heard >= patience) {
            run_.warn(fmt::format("goes on without {} ({}): nothing came for {:g} s", joined(still),
                                  wish(crossing), patience.count()));
            missed_.insert(still.begin(), still.end());
            co_return std::nullopt;
        }
        if (!told && now - began >= kQuiet) {
            told = true;
            run_.warn(fmt::format("waits for {} ({})", joined(still), wish(crossing)));
        }
        slice = std::min<std::chrono::milliseconds>(
            kSlice, std::chrono::ceil<std::chrono::milliseconds>(patience - (now - heard)));
    }
}

/// A text that nobody can read is no reason to stop; another run's members are.
std::optional<std::string> IslandTraffic::take(const MigrantLetter& letter) {
    auto parsed = parse_migrants(letter.text);
    if (const auto* refusal = std::get_if<Refusal>(&parsed)) {
        run_.warn(fmt::format("{} is ignored: {}", letter.from, refusal->text));
        return {};
    }
    auto& message = std::get<MigrantsMessage>(parsed);
    if (message.run != run_.experiment.configuration.name || message.settings != settings_)
        return fmt::format(
            "{} is of a run with other settings ('{}': {}, here '{}': {}): islands have the same "
            "seed, game, limit, openings, parameters and strategy; another run needs another name "
            "(run.name) or folder (exchange.folder)",
            letter.from, text::printable(message.run), text::printable(message.settings),
            run_.experiment.configuration.name, settings_);
    missed_.erase(message.island);
    const Label label{message.generation, message.last};
    seen_[message.island].insert_or_assign(label, std::move(message));
    return {};
}

std::set<int> IslandTraffic::missing(const Crossing& crossing) const {
    std::set<int> missing;
    if (crossing.want == Crossing::Want::newest) return missing;
    const bool last = crossing.want == Crossing::Want::last;
    for (const int island : crossing.from) {
        if (!last && missed_.contains(island)) continue;
        const auto shown = seen_.find(island);
        const bool there =
            shown != seen_.end() &&
            std::any_of(shown->second.begin(), shown->second.end(), [&](const auto& each) {
                // Of an island that has ended there is nothing to wait for.
                return each.first.second || (!last && each.first.first == crossing.out.generation);
            });
        if (!there) missing.insert(island);
    }
    return missing;
}

std::vector<MigrantsMessage> IslandTraffic::choose(const Crossing& crossing) {
    std::vector<MigrantsMessage> chosen;
    for (const int island : crossing.from) {
        auto& shown = seen_[island];
        const auto used = used_.find(island);
        const MigrantsMessage* choice = nullptr;
        for (const auto& [label, message] : shown) {
            const bool right = crossing.want == Crossing::Want::last ? label.second
                               : crossing.want == Crossing::Want::same
                                   ? label == Label{crossing.out.generation, false}
                                   : used == used_.end() || label > used->second;
            if (right) choice = &message;
        }
        if (choice != nullptr) chosen.push_back(*choice);
        // Only those of generations to come, and the newest, will ever be asked for.
        while (shown.size() > 1 && shown.begin()->first.first <= crossing.out.generation &&
               !shown.begin()->first.second)
            shown.erase(shown.begin());
    }
    return chosen;
}

}  // namespace sparring::tuner
