#include "tuner/cli/console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "referee/statistics/elo.hpp"
#include "referee/statistics/stopped_test.hpp"
#include "referee/view/table.hpp"
#include "tuner/store/measured.hpp"

namespace sparring::tuner {
namespace {

using namespace std::chrono_literals;

/// Between two live lines, and between two lines of a long generation where there is no terminal.
constexpr auto kRedraw = 200ms;
constexpr auto kBetweenReports = 10s;

/// Warnings that are printed; all are in the run file.
constexpr int kMostWarnings = 20;

}  // namespace

std::string rough_time(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", seconds);
    if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

Console::Console(const Experiment& experiment, bool quiet, std::FILE* out)
    : experiment_{experiment},
      out_{out},
      quiet_{quiet},
      live_terminal_{!quiet && ::isatty(STDERR_FILENO) == 1},
      began_{std::chrono::steady_clock::now()} {}

void Console::clear_live_line() {
    if (live_) std::fputs("\r\033[K", stderr);
    live_ = false;
}

void Console::say(const std::string& text) {
    clear_live_line();
    std::fputs((text + "\n").c_str(), out_);
    std::fflush(out_);
}

void Console::warning(const std::string& text) {
    clear_live_line();
    if (++warnings_ <= kMostWarnings)
        std::fputs(fmt::format("tuner: {}\n", text.substr(0, 500)).c_str(), stderr);
    if (warnings_ == kMostWarnings)
        std::fputs("tuner: no further faults are printed; the run file has them all\n", stderr);
}

double Console::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

std::string Console::speed(const Totals& totals) const {
    return fmt::format("{:.1f} games/s",
                       static_cast<double>(totals.played) / std::max(seconds(), 0.001));
}

std::string Console::expected_end(const Totals& totals) const {
    const Budget& budget = experiment_.configuration.budget;
    const double asked = static_cast<double>(totals.played + totals.cached);
    if (budget.games <= totals.games || asked == 0) return {};
    return ", eta " +
           rough_time(seconds() / asked * static_cast<double>(budget.games - totals.games));
}

void Console::began(const StoredBatch&, const Totals&) {}

void Console::progress(const StoredBatch& batch, std::size_t pairs_done, std::size_t pairs,
                       const Totals& totals) {
    const auto now = std::chrono::steady_clock::now();
    if (quiet_ || now - drawn_ < kRedraw) return;
    drawn_ = now;
    const std::string what =
        batch.kind == BatchKind::train
            ? fmt::format("gen {}  stage {}", batch.batch.generation + 1, batch.stage + 1)
            : std::string{word(batch.kind)};
    const std::string line =
        fmt::format("{}  pairs {}/{}{}  {}{}  faults {}", what, pairs_done, pairs,
                    batch.beside() ? "" : fmt::format("  games {}", totals.games), speed(totals),
                    batch.kind == BatchKind::train ? expected_end(totals) : "", totals.faults);
    if (live_terminal_) {
        std::fputs(("\r\033[K" + line).c_str(), stderr);
        live_ = true;
    } else if (now - std::max(said_, began_) > kBetweenReports) {
        said_ = now;
        say(line);
    }
}

void Console::ended(const StoredBatch& batch, std::span<const EncounterResult>,
                    const StoredAnswer* answer, const Totals& totals) {
    if (quiet_ || batch.kind != BatchKind::train || answer == nullptr) return;
    said_ = std::chrono::steady_clock::now();
    std::string notes;
    for (const auto& [name, value] : batch.notes) notes += fmt::format("  {} {:.3g}", name, value);
    say(fmt::format("gen {}  stage {}  games {}  faults {}  best sel. score {:.2f} (biased){}",
                    batch.batch.generation + 1, batch.stage + 1, totals.games, totals.faults,
                    answer->selection_score, notes));
}

void Console::conclude() {
    clear_live_line();
}

std::string answer_text(const RunStore& store) {
    const auto answers = store.answers();
    if (answers.empty()) return "No generation has ended yet.\n";
    const StoredAnswer& answer = answers.back();
    const StoredRun run = store.run();
    referee::Table values;
    values.column("Parameter", referee::Table::Align::left);
    for (const char* title : {"start", "champion", "mean", "range"}) values.column(title);
    std::size_t next = 0;
    for (const Parameter& parameter : run.parameters) {
        if (parameter.fixed) continue;
        const double champion = answer.champion_point[next], mean = answer.mean_point[next];
        ++next;
        // Within 5 % of a bound the bound may be what decided.
        const auto at_edge = [&](double value) {
            return std::min(value - parameter.min, parameter.max - value) <
                               0.05 * parameter.range() &&
                           parameter.levels() > 20
                       ? "!"
                       : "";
        };
        values.row({parameter.name, parameter.text(parameter.snapped(parameter.start)),
                    parameter.text(champion) + at_edge(champion),
                    parameter.text(mean) + at_edge(mean),
                    parameter.text(parameter.min) + ".." + parameter.text(parameter.max)});
    }
    std::string text = "\n" + values.text();
    text += fmt::format(
        "! = within 5 % of a bound: widen the range. Champion selected with {:.2f} of the points "
        "(biased), {} games.\n",
        answer.selection_score, answer.games);
    for (const StoredBatch& batch : store.batches(true)) {
        if (batch.kind == BatchKind::test && !batch.ended.empty()) text += test_text(store, batch);
    }
    return text;
}

std::string test_text(const RunStore& store, const StoredBatch& batch) {
    const auto rows = measured(store, batch);
    referee::Table table;
    table.column("Test on held-out openings", referee::Table::Align::left);
    for (const char* title : {"W", "D", "L", "Elo (95 %)"}) table.column(title);
    for (const Measured& row : rows) {
        table.row({fmt::format("{} vs {}", row.subject, row.opponent), std::to_string(row.games[2]),
                   std::to_string(row.games[1]), std::to_string(row.games[0]),
                   referee::to_text(referee::estimate_elo(row.pairs))});
    }
    std::string text = "\n" + table.text();
    const auto sprt = sequential_test(batch);
    if (!sprt || rows.empty()) return text;
    const referee::SprtState state = referee::sprt(rows.front().pairs, *sprt);
    text += fmt::format("SPRT [{:g}, {:g}] {}: LLR {:.2f} in ({:.2f}, {:.2f}), {}\n", sprt->elo0,
                        sprt->elo1, referee::word(sprt->model), state.llr, state.bounds.low,
                        state.bounds.high, referee::word(state.decision));
    if (state.decision == referee::Decision::running) return text;
    if (const auto after = referee::estimate_after_stop(rows.front().pairs, *sprt)) {
        text += fmt::format("corrected for the stop: Elo {} [{}, {}]\n",
                            referee::signed_text(after->elo, 1),
                            referee::signed_text(after->interval.low, 1),
                            referee::signed_text(after->interval.high, 1));
    }
    return text;
}

}  // namespace sparring::tuner
