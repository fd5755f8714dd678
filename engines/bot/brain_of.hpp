// The brain of one game: its rules, evaluation and search under the options that the user has set.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <utility>

#include "engines/bot/brain.hpp"
#include "engines/bot/program.hpp"
#include "engines/games/perft.hpp"
#include "engines/search/search.hpp"
#include "protocol/text.hpp"

namespace sparring::bot {

template <GameLike G>
class BrainOf final : public Brain {
  public:
    BrainOf() { add_options(); }

    std::string_view game() const override { return Rules::name; }
    std::span<const Dialect> dialects() const override { return Rules::dialects(); }
    ugi::ClockColours clock_colours() const override { return Rules::clock_colours; }

    void suit(Dialect dialect) override {
        const auto variant = Rules::variant_of(dialect);
        if (variant && !variant_chosen_) set_variant(*variant);
    }

    void new_game() override { search_.clear(); }

    std::optional<Error> set_position(const ugi::SetPosition& set) override {
        Position start = Rules::start(variant_);
        if (set.fen) {
            const auto parsed = Rules::parse_fen(variant_, *set.fen);
            if (!parsed) return Error{"position: fen: " + parsed.error()};
            start = *parsed;
        }
        begin(start);
        for (std::size_t i = 0; i < set.moves.size(); ++i) {
            const auto refused = [&](std::string_view why) {
                offender_ = line_.current().side_to_move();
                return Error{fmt::format("position: move {} '{}': {}", i + 1,
                                         text::printable(set.moves[i]), why)};
            };
            if (line_.outcome() != Outcome::none) return refused("the game is over");
            const auto move = Rules::parse_move(line_.current(), set.moves[i]);
            if (!move) return refused(move.error());
            line_.play(*move);
        }
        return {};
    }

    void start() override { begin(Rules::start(variant_)); }

    std::optional<Error> set_up(std::string_view position, Dialect dialect) override {
        const auto parsed = Rules::parse_position(variant_, position, dialect);
        if (!parsed) return Error{parsed.error()};
        begin(*parsed);
        return {};
    }

    Expected<std::string> play(std::string_view text, Dialect dialect) override {
        if (outcome() != Outcome::none) return Error{"the game is over"};
        const auto move = Rules::parse_move(line_.current(), text, dialect);
        if (!move) return Error{move.error()};
        std::string canonical = Rules::to_text(line_.current(), *move);
        line_.play(*move);
        return canonical;
    }

    bool undo() override {
        if (line_.moves().empty()) return false;
        auto moves = line_.moves();
        moves.pop_back();
        begin(line_.start());
        for (const auto& move : moves) line_.play(move);
        return true;
    }

    Side side_to_move() const override { return line_.current().side_to_move(); }
    Outcome outcome() const override {
        return offender_ ? win_of(other(*offender_)) : line_.outcome();
    }
    int margin() const override { return line_.margin(); }
    std::size_t plies() const override { return line_.moves().size(); }
    bool is_legal(std::string_view move) const override {
        return outcome() == Outcome::none && Rules::parse_move(line_.current(), move);
    }

    std::vector<std::string> legal_moves(Dialect dialect) const override {
        std::vector<std::string> texts;
        if (outcome() != Outcome::none) return texts;
        typename Rules::MoveList moves;
        line_.current().generate(moves);
        for (const auto& move : moves)
            texts.push_back(Rules::to_text(line_.current(), move, dialect));
        return texts;
    }

    std::string spell(std::string_view text, Dialect dialect) const override {
        const auto move = Rules::parse_move(line_.current(), text);
        return move ? Rules::to_text(line_.current(), *move, dialect) : std::string{text};
    }

    std::string fen() const override { return Rules::to_fen(line_.current()); }
    std::string board() const override { return Rules::to_board(line_.current()); }
    std::string hash() const override { return fmt::format("{:016x}", line_.current().hash()); }

    // ---- the search ----

    void arm() override { search_.arm(); }
    void stop() override { search_.stop(); }

    Found search(const Limits& limits, Dialect dialect, const OnInfo& on_info) override {
        Found found;
        if (outcome() != Outcome::none) return found;
        settings_.selective = selective_ && !(weights_chosen_ && kFixedMargins);
        if (dialect == Dialect::ugi && !tables_problem_.empty()) {
            ugi::Info warning;
            warning.text = "Tables: " + std::exchange(tables_problem_, {});
            on_info(warning);
        }
        try {
            const Report report =
                search_.run(line_, evaluation_, settings_, limits,
                            [&](const Report& r) { on_info(found.info = info(r, dialect)); });
            if (!report.pv.empty()) found.move = Rules::to_text(line_.current(), report.pv.front());
        } catch (const std::bad_alloc&) {
            found.error = "option Hash: not enough memory";
            typename Rules::MoveList moves;
            line_.current().generate(moves);
            found.move = Rules::to_text(line_.current(), moves[0]);
        }
        return found;
    }

    // ---- for people ----

    std::string evaluation() const override {
        const Position& position = line_.current();
        if (position.is_over()) return fmt::format("final {}", position.final_score());
        std::string table = fmt::format("{:<16}{:>12}{:>14}\n", "term", "value", "cp");
        for (const Term& term : evaluation_.explain(position)) {
            table +=
                fmt::format("{:<16}{:>12.3f}{:>14.2f}\n", term.name, term.value, term.contribution);
        }
        return fmt::format("{}{:<16}{:>26}", table, "total (to move)",
                           evaluation_.centi(evaluation_.evaluate(position)));
    }

    void perft(int depth, const Say& say) const override {
        const Position& position = line_.current();
        if (depth == 0) return say("nodes 1");
        typename Rules::MoveList moves;
        position.generate(moves);
        std::uint64_t total = 0;
        for (const auto& move : moves) {
            Position next = position;
            next.play(move);
            const std::uint64_t count = sparring::perft<Rules>(next, depth - 1);
            total += count;
            say(fmt::format("{} {}", Rules::to_text(position, move), count));
        }
        if (moves.empty() && Rules::finished_counts_in_perft) total = 1;
        say(fmt::format("nodes {}", total));
    }

    void bench(const Say& say) const override {
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
            say(fmt::format("position {}/{} nodes {}", i + 1, fens.size(), report.nodes));
        }
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        say(fmt::format("Nodes searched: {}\nNodes/second: {:.0f}", nodes,
                        static_cast<double>(nodes) / std::max(time.count(), 1e-9)));
    }

  private:
    using Rules = typename G::Rules;
    using Evaluation = typename G::Evaluation;
    using Tactics = typename G::Tactics;
    using Position = typename Rules::Position;
    using Variant = typename Rules::Variant;
    using Report = SearchReport<typename Rules::Move>;

    void begin(const Position& start) {
        line_ = Line<Rules>{start};
        offender_.reset();
    }

    ugi::Info info(const Report& report, Dialect dialect) const {
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
            line.pv.push_back(Rules::to_text(position, move, dialect));
            position.play(move);
        }
        return line;
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
            [this](const std::string& v) {
                set_variant(*Rules::parse_variant(v));
                variant_chosen_ = true;
            });
        std::vector<std::string> drivers{"alphabeta", "pvs", "mtdf", "absss"};
        if constexpr (requires { typename G::BestFirst; }) {
            drivers.insert(drivers.end(), {"puct", "mixed"});
            settings_.driver = Driver::mixed;
        }
        add(Option::combo("Search", drivers.size() > 4 ? "mixed" : "pvs", drivers),
            [this](const std::string& v) {
                settings_.driver = v == "alphabeta" ? Driver::alphabeta
                                   : v == "mtdf"    ? Driver::mtdf
                                   : v == "absss"   ? Driver::absss
                                   : v == "puct"    ? Driver::puct
                                   : v == "mixed"   ? Driver::mixed
                                                    : Driver::pvs;
                search_.clear();
            });
        settings_.solve = Tactics::solve_default;
        add(Option::spin("Solve", Tactics::solve_default, 0, Tactics::solve_max),
            [this](const std::string& v) { settings_.solve = to_int(v); });
        if constexpr (kProbCut) {
            add(Option::check("Selective", true), [this](const std::string& v) {
                selective_ = v == "true";
                search_.clear();
            });
        }
        add(Option::check("Exact", false), [this](const std::string& v) {
            settings_.exact = v == "true";
            search_.clear();
        });
        if constexpr (kHasTables) {
            options_.add(Option::text("Tables", ""), [this](const std::string& folder) {
                tables_folder_ = folder;
                load_tables();
                search_.clear();
                const std::string problem = std::exchange(tables_problem_, {});
                return problem.empty() ? std::optional<Error>{} : Error{problem};
            });
            load_tables();
        }
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
        begin(Rules::start(variant));
        search_.clear();
        load_tables();
        if constexpr (requires { Evaluation::default_weights(variant); }) {
            if (!weights_chosen_) load_weights(Evaluation::default_weights(variant));
        }
    }

    /// From the folder that the user has named, else from `tables` beside the program.
    void load_tables() {
        if constexpr (kHasTables) {
            std::filesystem::path folder = tables_folder_;
            std::error_code ignored;
            if (folder.empty()) folder = program_path().parent_path() / "tables";
            const bool asked = !tables_folder_.empty() || std::filesystem::exists(folder, ignored);
            const auto problem = evaluation_.load_tables(folder, variant_);
            tables_problem_ = asked && problem ? problem->message : "";
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

    Variant variant_ = *Rules::parse_variant(Rules::variants().front());
    bool variant_chosen_ = false;
    Line<Rules> line_{Rules::start(variant_)};
    std::optional<Side> offender_;  ///< played an illegal move: lost until the next position

    static constexpr bool kHasTables = requires(Evaluation & evaluation, Variant variant) {
        evaluation.load_tables(std::filesystem::path{}, variant);
    };

    static constexpr bool kProbCut = requires(const Position& p, const Evaluation& e) {
        Tactics::prob_cut(p, e, 1);
    };
    static constexpr bool kFixedMargins = requires { Tactics::prob_cut_margins_are_fixed; };

    Evaluation evaluation_;
    std::string tables_folder_;
    std::string tables_problem_;  ///< not yet told
    std::vector<int> values_;
    bool weights_chosen_ = false, selective_ = true;
    SearchSettings settings_;
    Search<G> search_;
};

}  // namespace sparring::bot
