// The loop that every engine runs: holds the position and the options, starts and stops the search,
// answers. It is the only place in an engine with threads besides the search's own.
//
// Lines are handled in order. During a search `stop`, `isready`, `quit` and the end of the input
// act at once; all other lines wait for its end.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <charconv>
#include <deque>
#include <memory>
#include <thread>

#include "engines/bot/lines.hpp"
#include "engines/bot/options.hpp"
#include "engines/games/perft.hpp"
#include "engines/search/search.hpp"
#include "protocol/text.hpp"
#include "protocol/ugi.hpp"

namespace sparring::bot {

template <GameLike G>
class Bot {
  public:
    Bot(LineReader& input, Output& output) : input_{input}, output_{output} { add_options(); }

    void run() {
        std::deque<std::string> waiting;
        std::string line;
        for (;;) {
            if (!searching_ && !waiting.empty()) {
                line = std::move(waiting.front());
                waiting.pop_front();
                if (!handle(line)) break;
                continue;
            }
            const auto event = input_.next(line);
            if (event == LineReader::Event::end) break;
            if (event == LineReader::Event::woken) {
                if (search_done_) join_search();
                continue;
            }
            output_.log_input(line);
            if (!searching_) {
                if (!handle(line)) break;
                continue;
            }
            const auto command = ugi::parse_command(line);
            if (std::holds_alternative<ugi::Quit>(command)) break;
            if (std::holds_alternative<ugi::Stop>(command)) {
                stop_search();
            } else if (std::holds_alternative<ugi::IsReady>(command)) {
                output_.line("readyok");
            } else {
                waiting.push_back(std::move(line));
            }
        }
        stop_search();
        join_search();
    }

  private:
    using Rules = typename G::Rules;
    using Evaluation = typename G::Evaluation;
    using Tactics = typename G::Tactics;
    using Position = typename Rules::Position;
    using Variant = typename Rules::Variant;
    using Report = SearchReport<typename Rules::Move>;

    // ---- commands ----

    /// False ends the loop.
    bool handle(const std::string& line) {
        const auto command = ugi::parse_command(line, Rules::clock_colours);
        if (std::holds_alternative<ugi::Quit>(command)) return false;
        std::visit([this](const auto& known) { this->answer(known); }, command);
        return true;
    }

    void answer(const ugi::Hello&) {
        output_.line(fmt::format("id name Sparring {}", Rules::name));
        output_.line("id author the Sparring authors");
        for (const Option& option : options_.all()) output_.line(to_text(option));
        output_.line("ugiok");
    }
    void answer(const ugi::IsReady&) { output_.line("readyok"); }
    void answer(const ugi::NewGame&) { search_.clear(); }
    void answer(const ugi::Stop&) {}
    void answer(const ugi::Quit&) {}
    void answer(const ugi::UnknownCommand&) {}
    void answer(const ugi::BadCommand& bad) { error(bad.error); }

    void answer(const ugi::SetOption& set) {
        if (const auto refused = options_.set(set.name, set.value.value_or(""))) {
            error("option " + refused->message);
        }
    }

    void answer(const ugi::SetPosition& set) {
        Position start = Rules::start(variant_);
        if (set.fen) {
            const auto parsed = Rules::parse_fen(variant_, *set.fen);
            if (!parsed) return error("position: fen: " + parsed.error());
            start = *parsed;
        }
        line_ = Line<Rules>{start};
        offender_.reset();
        for (std::size_t i = 0; i < set.moves.size(); ++i) {
            const auto refuse = [&](std::string_view why) {
                error(fmt::format("position: move {} '{}': {}", i + 1,
                                  text::printable(set.moves[i]), why));
                offender_ = line_.current().side_to_move();
            };
            if (line_.outcome() != Outcome::none) return refuse("the game is over");
            const auto move = Rules::parse_move(line_.current(), set.moves[i]);
            if (!move) return refuse(move.error());
            line_.play(*move);
        }
    }

    void answer(const ugi::Query& query) {
        using What = ugi::Query::What;
        std::string value;
        switch (query.what) {
            case What::gameover:
                value = outcome() != Outcome::none ? "true" : "false";
                break;
            case What::p1turn:
                value = line_.current().side_to_move() == Side::first ? "true" : "false";
                break;
            case What::result:
                switch (outcome()) {
                    case Outcome::none:
                        value = "none";
                        break;
                    case Outcome::first_wins:
                        value = "p1win";
                        break;
                    case Outcome::second_wins:
                        value = "p2win";
                        break;
                    case Outcome::draw:
                        value = "draw";
                        break;
                }
                break;
            case What::fen:
                value = Rules::to_fen(line_.current());
                break;
            case What::islegal:
                value = outcome() == Outcome::none && Rules::parse_move(line_.current(), query.move)
                            ? "true"
                            : "false";
                break;
            case What::legalmoves:
                value = legal_moves();
                break;
        }
        output_.line(ugi::to_text(ugi::Response{value}));
    }

    void answer(const ugi::Display&) {
        output_.line(fmt::format("{}fen {}\nhash {:016x}", Rules::to_board(line_.current()),
                                 Rules::to_fen(line_.current()), line_.current().hash()));
    }

    void answer(const ugi::Evaluate&) {
        const Position& position = line_.current();
        if (position.is_over())
            return output_.line(fmt::format("final {}", position.final_score()));
        std::string table = fmt::format("{:<16}{:>12}{:>14}\n", "term", "value", "cp");
        for (const Term& term : evaluation_.explain(position)) {
            table +=
                fmt::format("{:<16}{:>12.3f}{:>14.2f}\n", term.name, term.value, term.contribution);
        }
        output_.line(fmt::format("{}{:<16}{:>26}", table, "total (to move)",
                                 evaluation_.centi(evaluation_.evaluate(position))));
    }

    void answer(const ugi::Bench&) {
        const auto [fens, depth] = Tactics::bench();
        const auto variant = *Rules::parse_variant(Rules::variants().front());
        std::uint64_t nodes = 0;
        const auto start = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < fens.size(); ++i) {
            Search<G> search;
            search.set_hash(16);
            Limits limits;
            limits.depth = depth;
            const auto report =
                search.run(Line<Rules>{*Rules::parse_fen(variant, fens[i])}, Evaluation{},
                           SearchSettings{}, limits, [](const Report&) {});
            nodes += report.nodes;
            output_.line(fmt::format("position {}/{} nodes {}", i + 1, fens.size(), report.nodes));
        }
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        output_.line(fmt::format("Nodes searched: {}\nNodes/second: {:.0f}", nodes,
                                 static_cast<double>(nodes) / std::max(time.count(), 1e-9)));
    }

    void answer(const ugi::Go& go) {
        if (go.perft) return perft_lines(*go.perft);
        if (outcome() != Outcome::none) return output_.line("bestmove none");
        searching_ = true;
        search_done_ = false;
        stop_requested_ = false;
        search_.arm();
        thread_ = std::thread{[this, limits = go.limits] {
            search(limits);
            search_done_ = true;
            input_.wake();
        }};
    }

    void perft_lines(int depth) {
        const Position& position = line_.current();
        if (depth == 0) return output_.line("nodes 1");
        typename Rules::MoveList moves;
        position.generate(moves);
        std::uint64_t total = 0;
        for (const auto& move : moves) {
            Position next = position;
            next.play(move);
            const std::uint64_t count = perft<Rules>(next, depth - 1);
            total += count;
            output_.line(fmt::format("{} {}", Rules::to_text(position, move), count));
        }
        if (moves.empty() && Rules::finished_counts_in_perft) total = 1;
        output_.line(fmt::format("nodes {}", total));
    }

    // ---- the search thread ----

    void search(const Limits& limits) {
        std::string best = "none";
        try {
            const Report report = search_.run(line_, evaluation_, settings_, limits,
                                              [this](const Report& r) { output_.line(info(r)); });
            if (!report.pv.empty()) best = Rules::to_text(line_.current(), report.pv.front());
        } catch (const std::bad_alloc&) {
            error("option Hash: not enough memory");
            typename Rules::MoveList moves;
            line_.current().generate(moves);
            best = Rules::to_text(line_.current(), moves[0]);
        }
        // A search without limits keeps its answer until it is asked for it.
        if (limits.unlimited()) stop_requested_.wait(false);
        output_.line("bestmove " + best);
    }

    void stop_search() {
        if (!searching_) return;
        stop_requested_ = true;
        stop_requested_.notify_all();
        search_.stop();
    }

    void join_search() {
        if (thread_.joinable()) thread_.join();
        searching_ = false;
    }

    std::string info(const Report& report) const {
        ugi::Info line;
        const std::chrono::duration<double> seconds = report.time;
        line.depth = report.depth;
        line.seldepth = report.seldepth;
        line.score = score(report);
        line.nodes = report.nodes;
        line.nps = static_cast<std::uint64_t>(static_cast<double>(report.nodes) /
                                              std::max(seconds.count(), 1e-6));
        line.time_ms = std::chrono::duration_cast<std::chrono::milliseconds>(report.time).count();
        line.hashfull = report.hashfull;
        Position position = line_.current();
        for (const auto& move : report.pv) {
            line.pv.push_back(Rules::to_text(position, move));
            position.play(move);
        }
        return ugi::to_text(line);
    }

    ugi::Score score(const Report& report) const {
        using Kind = ugi::Score::Kind;
        if (report.final_score) return {Kind::final, *report.final_score};
        if constexpr (Tactics::final_unit > 0) {
            // A known end on this line, but not yet proved to be the game's.
            if (std::abs(report.value) > Evaluation::kLargest) {
                return {Kind::cp, report.value / Tactics::final_unit * 100};
            }
        }
        return {Kind::cp, evaluation_.centi(report.value)};
    }

    // ---- state ----

    Outcome outcome() const { return offender_ ? win_of(other(*offender_)) : line_.outcome(); }

    std::string legal_moves() const {
        if (outcome() != Outcome::none) return "none";
        typename Rules::MoveList moves;
        line_.current().generate(moves);
        std::string all;
        for (const auto& move : moves) {
            if (!all.empty()) all += ' ';
            all += Rules::to_text(line_.current(), move);
        }
        return all;
    }

    void error(std::string_view text) { output_.line(fmt::format("info string error {}", text)); }

    // ---- options ----

    static int to_int(const std::string& value) { return text::number<int>(value).value_or(0); }

    void add_options() {
        const auto add = [this](Option option, auto set) {
            options_.add(std::move(option),
                         [set](const std::string& value) -> std::optional<Error> {
                             set(value);
                             return {};
                         });
        };
        add(Option::spin("Hash", 64, 1, 65536), [this](const std::string& v) {
            search_.set_hash(static_cast<std::size_t>(to_int(v)));
        });
        add(Option::spin("Threads", 1, 1, 256),
            [this](const std::string& v) { settings_.threads = to_int(v); });
        add(Option::spin("Move Overhead", settings_.overhead_ms, 0, 10000),
            [this](const std::string& v) { settings_.overhead_ms = to_int(v); });
        add(Option::combo("Variant", Rules::variants().front(), Rules::variants()),
            [this](const std::string& v) { set_variant(*Rules::parse_variant(v)); });
        add(Option::combo("Search", "pvs", {"alphabeta", "pvs", "mtdf", "absss"}),
            [this](const std::string& v) {
                settings_.driver = v == "alphabeta" ? Driver::alphabeta
                                   : v == "mtdf"    ? Driver::mtdf
                                   : v == "absss"   ? Driver::absss
                                                    : Driver::pvs;
                search_.clear();
            });
        settings_.solve = Tactics::solve_default;
        add(Option::spin("Solve", Tactics::solve_default, 0, Tactics::solve_max),
            [this](const std::string& v) { settings_.solve = to_int(v); });
        add(Option::check("Exact", false), [this](const std::string& v) {
            settings_.exact = v == "true";
            search_.clear();
        });
        options_.add(Option::text("Log File", ""),
                     [this](const std::string& v) -> std::optional<Error> {
                         if (output_.log_to(v)) return {};
                         return Error{fmt::format("cannot write to '{}'", text::printable(v))};
                     });
        add_weights(add);
    }

    template <class Add>
    void add_weights(const Add& add) {
        const auto& sets = Evaluation::weight_sets();
        std::vector<std::string> names;
        for (const WeightSet& set : sets) names.push_back(set.name);
        add(Option::combo("Weights", names.front(), names), [this](const std::string& v) {
            load_weights(v);
            weights_chosen_ = true;
        });
        const auto& parameters = Evaluation::parameters();
        values_ = sets.front().values;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const Parameter& p = parameters[i];
            const bool toggle = p.kind == Parameter::Kind::toggle;
            add(toggle ? Option::check(p.name, values_[i] != 0)
                       : Option::spin(p.name, values_[i], p.min, p.max),
                [this, i, toggle](const std::string& v) {
                    values_[i] = toggle ? v == "true" : to_int(v);
                    apply_weights();
                    weights_chosen_ = true;
                });
        }
    }

    void set_variant(Variant variant) {
        variant_ = variant;
        line_ = Line<Rules>{Rules::start(variant)};
        offender_.reset();
        search_.clear();
        if constexpr (requires { Evaluation::default_weights(variant); }) {
            if (!weights_chosen_) load_weights(Evaluation::default_weights(variant));
        }
    }

    void load_weights(std::string_view name) {
        for (const WeightSet& set : Evaluation::weight_sets()) {
            if (set.name == name) values_ = set.values;
        }
        apply_weights();
    }

    void apply_weights() {
        evaluation_.set(values_);
        search_.clear();
    }

    LineReader& input_;
    Output& output_;
    OptionTable options_;

    Variant variant_ = *Rules::parse_variant(Rules::variants().front());
    Line<Rules> line_{Rules::start(variant_)};
    std::optional<Side> offender_;  ///< played an illegal move: lost until the next `position`

    Evaluation evaluation_;
    std::vector<int> values_;
    bool weights_chosen_ = false;
    SearchSettings settings_;
    Search<G> search_;

    std::thread thread_;
    bool searching_ = false;  ///< a search thread exists; the reading thread's own flag
    std::atomic<bool> search_done_{false}, stop_requested_{false};
};

}  // namespace sparring::bot
