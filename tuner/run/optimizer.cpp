#include "tuner/run/optimizer.hpp"

#include <fmt/format.h>

#include <map>

#include "protocol/text.hpp"
#include "referee/archive/utc.hpp"

namespace sparring::tuner {
namespace {

/// The one opening of the file; the evaluator has its own.
constexpr std::size_t kElsewhere = 0;

/// What an event says of an item that failed: its name, then why.
std::string failure_text(const ItemName& name, const std::string& reason) {
    return to_text(name) + ": " + reason;
}

}  // namespace

Optimizer::Optimizer(const Experiment& experiment, RunStore& store, std::chrono::seconds lease)
    : experiment_{experiment},
      store_{store},
      terms_{lease, experiment.configuration.match.retries},
      strategy_{*experiment.strategy()},
      curriculum_{experiment.configuration.stages} {}

Expected<std::unique_ptr<Optimizer>> Optimizer::make(const Experiment& experiment, RunStore& store,
                                                     std::chrono::seconds lease) {
    std::unique_ptr<Optimizer> optimizer{new Optimizer{experiment, store, lease}};
    if (auto problem = optimizer->restore()) return Error{*problem};
    return optimizer;
}

std::optional<std::string> Optimizer::restore() {
    const auto past = store_.batches(true);
    resumed_ = !past.empty();
    std::map<ItemName, int, decltype([](const ItemName& a, const ItemName& b) {
                 return std::pair{a.batch, a.encounter} < std::pair{b.batch, b.encounter};
             })>
        failures;
    for (const StoredEvent& event : store_.events())
        if (event.kind == "fault")
            if (const auto name = parse_item_name(event.text.substr(0, event.text.find(':'))))
                ++failures[*name];
    for (const StoredBatch& stored : past) {
        if (!next_batch() || hash_of(batch_) != hash_of(stored))
            return fmt::format(
                "batch {} of the run file is not the one that its configuration "
                "leads to: was it written by another version?",
                stored.number);
        batch_.ended = stored.ended;
        std::map<int, EncounterResult> results;
        std::map<int, std::vector<StoredGame>> games;
        store_.visit_games(stored.number,
                           [&](const StoredGame& game) { games[game.encounter].push_back(game); });
        for (const auto& [encounter, rows] : games) {
            EncounterResult& result = results[encounter];
            for (std::size_t i = 0; i + 1 < rows.size(); i += 2) {
                if (!rows[i].score || !rows[i + 1].score) continue;
                result.push_back({{*rows[i].score, rows[i].plies, rows[i].decided},
                                  {*rows[i + 1].score, rows[i + 1].plies, rows[i + 1].decided}});
            }
        }
        for (auto& [encounter, result] : results) {
            book_.settle(encounter, std::move(result));
            games_ += 2 * batch_.batch.encounters[static_cast<std::size_t>(encounter)].pairs;
            ++told_;
        }
        for (const auto& [name, times] : failures)
            if (name.batch == stored.number && book_.known(name.encounter))
                for (int i = 0; i < times; ++i) book_.fails(name.encounter);
        if (book_.complete()) conclude();
    }
    if (past.empty() || book_.complete()) {
        store_.begin();
        go_on();
        store_.commit();
    }
    return {};
}

bool Optimizer::budget_is_over() const {
    const Budget& budget = experiment_.configuration.budget;
    return (budget.games > 0 && games_ + 2 * strategy_->closing_pairs() >= budget.games) ||
           (budget.generations > 0 && generations_ >= budget.generations);
}

/// False: the strategy wants to know nothing more.
bool Optimizer::next_batch() {
    if (!closed_ && budget_is_over()) {
        closed_ = true;
        strategy_->close();
    }
    Batch batch = strategy_->ask(curriculum_.enter(strategy_->generation()));
    done_ = batch.encounters.empty();
    if (done_) return false;
    batch_ = {};
    batch_.number = batches_++;
    batch_.batch = std::move(batch);
    batch_.started = referee::utc_now();
    book_ = CandidateBook{batch_.batch.encounters.size(), terms_};
    return true;
}

/// All of the batch is settled: the strategy is told, and the store, if it does not know.
void Optimizer::conclude() {
    strategy_->tell(book_.results());
    generations_ = strategy_->generation();
    if (batch_.ended.empty()) write_answer();
}

/// Within a transaction.
void Optimizer::go_on() {
    if (next_batch()) {
        store_.add(batch_);
    } else if (batches_ > 0) {
        // Some strategies know their answer only when they are asked for more.
        write_answer();
    }
}

void Optimizer::write_answer() {
    const Answer answer = strategy_->answer();
    store_.end(batch_.number, strategy_->notes(),
               StoredAnswer{batch_.number, answer.champion.id, answer.champion.point, answer.mean,
                            answer.score, games_, 0});
}

Hand Optimizer::ask(const AskRequest& request, Instant now) {
    Hand hand{request.id, {}};
    hand.done = done_;
    if (done_) return hand;
    for (const int number : book_.hand_out(static_cast<std::size_t>(request.n), now)) {
        const Encounter& encounter = batch_.batch.encounters[static_cast<std::size_t>(number)];
        const auto candidate = [&](int i) {
            return batch_.batch.candidates[static_cast<std::size_t>(i)];
        };
        Item item{to_text({batch_.number, number}), batch_.batch.generation,
                  candidate(encounter.a)};
        if (encounter.b != Encounter::kOpponents) item.b = candidate(encounter.b);
        item.pairs = encounter.pairs;
        item.opening = encounter.opening;
        hand.items.push_back(std::move(item));
    }
    hand.more = book_.available(now) > 0;
    hand.wait = hand.items.empty();
    return hand;
}

/// The encounter of the batch, or -1 for one of an earlier batch.
std::variant<Refusal, int> Optimizer::place_of(const std::string& cid,
                                               const std::string& id) const {
    const auto name = parse_item_name(cid);
    if (name && batches_ > 0) {
        // Earlier batches are over, so all that was in them is settled.
        if (name->batch < batches_ - 1) return -1;
        if (name->batch == batches_ - 1 && book_.known(name->encounter)) return name->encounter;
    }
    return Refusal{"unknown_candidate",
                   fmt::format("'{}' has not been handed out", text::printable(cid)), id};
}

ToldReply Optimizer::reply(const std::string& cid, const std::string& id) const {
    ToldReply reply{cid, id};
    reply.generation = strategy_->generation();
    reply.evaluated = book_.count_settled();
    reply.of = book_.size();
    return reply;
}

/// Nothing is done for what was settled before.
Optimizer::Reply Optimizer::settle_once(const std::string& cid, const std::string& id,
                                        const std::function<Reply(int encounter)>& handle) {
    const auto place = place_of(cid, id);
    if (const auto* refusal = std::get_if<Refusal>(&place)) return *refusal;
    const int encounter = std::get<int>(place);
    if (encounter >= 0 && !book_.settled(encounter)) return handle(encounter);
    ToldReply again = reply(cid, id);
    again.duplicate = true;
    return again;
}

Optimizer::Reply Optimizer::tell(const TellRequest& request) {
    return settle_once(request.cid, request.id, [&](int encounter) -> Reply {
        const int pairs = batch_.batch.encounters[static_cast<std::size_t>(encounter)].pairs;
        auto outcomes = outcomes_of(request.result, pairs);
        if (!outcomes) return Refusal{"bad_result", outcomes.error(), request.id};
        store_.begin();
        settle(encounter, *std::move(outcomes), "told");
        store_.commit();
        return reply(request.cid, request.id);
    });
}

Optimizer::Reply Optimizer::fail(const FailRequest& request) {
    return settle_once(request.cid, request.id, [&](int encounter) -> Reply {
        store_.begin();
        store_.add("fault", failure_text({batch_.number, encounter}, request.reason));
        const bool again = book_.fails(encounter);
        if (!again) settle(encounter, {}, "void");
        store_.commit();
        ToldReply told = reply(request.cid, request.id);
        told.again = again;
        return told;
    });
}

/// Within a transaction. A pair that does not count has rows without a score.
void Optimizer::settle(int encounter, EncounterResult result, const std::string& reason) {
    const int pairs = batch_.batch.encounters[static_cast<std::size_t>(encounter)].pairs;
    for (int pair = 0; pair < pairs; ++pair) {
        for (const bool first : {true, false}) {
            StoredGame game;
            game.encounter = encounter;
            game.pair = pair;
            game.first = first;
            game.opening = kElsewhere;
            game.reason = "void";
            if (static_cast<std::size_t>(pair) < result.size()) {
                const PairOutcome& both = result[static_cast<std::size_t>(pair)];
                const GameOutcome& outcome = first ? both.as_first : both.as_second;
                game.score = outcome.score;
                game.plies = outcome.plies;
                game.decided = outcome.decided;
                game.reason = reason;
            }
            store_.add(batch_.number, game);
        }
    }
    book_.settle(encounter, std::move(result));
    games_ += 2 * pairs;
    ++told_;
    if (!book_.complete()) return;
    conclude();
    go_on();
}

std::optional<Refusal> Optimizer::keep(const KeepRequest& request, Instant now) {
    const auto place = place_of(request.cid, request.id);
    if (const auto* refusal = std::get_if<Refusal>(&place)) return *refusal;
    const int encounter = std::get<int>(place);
    if (encounter >= 0 && book_.keep(encounter, now)) return {};
    return Refusal{"settled", fmt::format("'{}' has been told of", request.cid), request.id};
}

std::vector<std::string> Optimizer::opponents() const {
    std::vector<std::string> names;
    for (const Opponent& opponent : experiment_.configuration.opponents)
        if (opponent.role == Role::train) names.push_back(opponent.name);
    if (names.empty()) names.emplace_back("start");
    return names;
}

}  // namespace sparring::tuner
