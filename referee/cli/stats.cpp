#include "referee/cli/stats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "protocol/text.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/cli/run.hpp"
#include "referee/statistics/elo.hpp"
#include "referee/statistics/stopped_test.hpp"
#include "referee/view/ratings_text.hpp"

namespace sparring::referee {
namespace {

struct Question {
    std::vector<std::int64_t> counts;  ///< from worst to best
    std::optional<SprtSettings> test;

    bool pairs() const { return counts.size() == 5; }
};

Expected<std::vector<std::int64_t>> parse_counts(std::span<const std::string> words,
                                                 std::size_t expected, std::string_view usage) {
    if (words.size() != expected) {
        return Error{fmt::format("expected {} counts, {}, not {}", expected, usage, words.size())};
    }
    constexpr std::int64_t most = 1'000'000'000'000;
    std::vector<std::int64_t> counts;
    for (const std::string& word : words) {
        const auto count = text::number<std::int64_t>(word);
        if (!count || *count < 0 || *count > most) {
            return Error{fmt::format("'{}' is not a count (a whole number from 0 to {})",
                                     text::printable(word), most)};
        }
        counts.push_back(*count);
    }
    return counts;
}

Expected<Question> parse(std::span<const std::string> words) {
    const auto options = std::find_if(words.begin(), words.end(), [](const std::string& word) {
        return word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9');
    });
    const auto leading = static_cast<std::size_t>(options - words.begin());
    const auto arguments = split_arguments(words.subspan(leading));
    if (!arguments) return Error{arguments.error()};

    Question question;
    std::set<std::string> given;
    for (const Argument& argument : *arguments) {
        if (!given.insert(argument.name).second)
            return Error{fmt::format("-{} is given twice", argument.name)};
        if (argument.name == "pairs") {
            auto counts = parse_counts(argument.words, 5, "LL LD DD WD WW");
            if (!counts) return Error{"-pairs: " + counts.error()};
            question.counts = *std::move(counts);
        } else if (argument.name == "sprt") {
            const auto settings = parse_sprt(argument.words);
            if (!settings) return Error{"-sprt: " + settings.error()};
            question.test = *settings;
        } else {
            const std::vector<std::string> names{"pairs", "sprt"};
            return Error{fmt::format("unknown option -{}{}", text::printable(argument.name),
                                     suggestion(argument.name, names, "-"))};
        }
    }
    if (question.pairs()) {
        if (leading > 0) return Error{"give either W L D or -pairs, not both"};
        if (question.test && question.test->model == EloModel::bayes_elo)
            return Error{"-sprt: model=bayeselo is for games; pairs have logistic and normalized"};
        return question;
    }
    auto counts = parse_counts(words.first(leading), 3, "W L D (or -pairs LL LD DD WD WW)");
    if (!counts) return Error{counts.error()};
    question.counts = {(*counts)[1], (*counts)[2], (*counts)[0]};
    return question;
}

std::string line(std::string_view title, const std::string& value) {
    return fmt::format("{:<12} {}\n", title, value);
}

std::string counts_text(const Question& question, std::int64_t n) {
    const auto& counts = question.counts;
    if (!question.pairs()) {
        return line("Games", fmt::format("{}: {} won, {} lost, {} drawn", n, counts[2], counts[0],
                                         counts[1]));
    }
    std::string classes = fmt::format("0: {}", counts[0]);
    // Where games cannot be drawn, whole points are all there are.
    const bool halves = counts[1] + counts[3] > 0;
    if (halves) classes += fmt::format(", 0.5: {}", counts[1]);
    classes += fmt::format(", 1: {}", counts[2]);
    if (halves) classes += fmt::format(", 1.5: {}", counts[3]);
    return line("Pairs", fmt::format("{} ({} games)", n, 2 * n)) +
           line("By points", fmt::format("{}, 2: {}", classes, counts[4]));
}

std::string share_text(std::int64_t part, std::int64_t whole) {
    return fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string strength_text(const Question& question, std::int64_t n) {
    const auto& counts = question.counts;
    const Moments m = moments(counts);
    const double games = m.n * (question.pairs() ? 2 : 1);
    std::string text =
        line("Score", fmt::format("{:.2f} % ({:.1f} points)", 100 * m.score, m.score * games));
    text += line("Elo", to_text(estimate_elo(counts), 2));
    const std::string none = "no variance yet";
    const bool alike = all_alike(counts);
    text += line("nElo", alike ? none
                               : fmt::format("{} +/- {:.2f}",
                                             signed_text(normalized_elo(m, counts.size()), 2),
                                             normalized_elo_error(m, counts.size())));
    text += line("LOS", alike ? none : fmt::format("{:.2f} %", 100 * superiority(m)));
    if (!question.pairs()) return text + line("Draw ratio", share_text(counts[1], n));
    const std::int64_t better = counts[3] + counts[4], worse = counts[0] + counts[1];
    const std::string ratio =
        worse == 0
            ? ""
            : fmt::format("{:.2f}: ", static_cast<double>(better) / static_cast<double>(worse));
    text += line("Pairs ratio", fmt::format("{}{} above 1 point, {} below", ratio, better, worse));
    return text + line("Draw ratio", share_text(counts[2], n) + " of the pairs ended 1 to 1");
}

std::string test_text(const Question& question) {
    const SprtState state = sprt(question.counts, *question.test);
    std::string text = sprt_line(state, *question.test) + "\n";
    if (state.decision == Decision::running) return text;
    const auto after = estimate_after_stop(question.counts, *question.test);
    if (!after) return text;
    return text + line("After stop",
                       fmt::format("Elo {} [{}, {}], LOS {:.2f} %", signed_text(after->elo, 2),
                                   signed_text(after->interval.low, 2),
                                   signed_text(after->interval.high, 2), 100 * after->superiority));
}

}  // namespace

Expected<SprtSettings> parse_sprt(std::span<const std::string> words) {
    SprtSettings settings;
    const std::vector<std::string> keys{"elo0", "elo1", "alpha", "beta", "model"};
    double* const numbers[] = {&settings.elo0, &settings.elo1, &settings.alpha, &settings.beta};
    std::set<std::string> given;
    for (const std::string& word : words) {
        const auto pair = key_value(word);
        const auto found = pair ? std::find(keys.begin(), keys.end(), pair->first) : keys.end();
        if (found == keys.end()) {
            return Error{fmt::format("'{}' is none of elo0=, elo1=, alpha=, beta=, model={}",
                                     text::printable(word),
                                     suggestion(pair ? pair->first : word, keys, ""))};
        }
        if (!given.insert(*found).second) return Error{fmt::format("{}= is given twice", *found)};
        const auto value = text::printable(pair->second);
        if (*found == "model") {
            const auto model = parse_elo_model(pair->second);
            if (!model) {
                return Error{
                    fmt::format("model={} is none of normalized, logistic, bayeselo", value)};
            }
            settings.model = *model;
            continue;
        }
        const auto number = text::number<double>(pair->second);
        if (!number) return Error{fmt::format("{}={} is not a number", *found, value)};
        *numbers[found - keys.begin()] = *number;
    }
    if (auto problem = fault(settings)) return Error{*std::move(problem)};
    return settings;
}

Expected<std::string> stats_text(std::span<const std::string> words) {
    const auto question = parse(words);
    if (!question) return Error{question.error()};
    std::int64_t n = 0;
    for (const auto count : question->counts) n += count;
    std::string text = counts_text(*question, n);
    if (n > 0) text += strength_text(*question, n);
    if (question->test) text += test_text(*question);
    return text;
}

int stats_command(std::span<const std::string> words) {
    const auto text = stats_text(words);
    if (!text) return fail(kWrongUsage, "stats: " + text.error());
    fmt::print("{}", *text);
    return kPlayed;
}

}  // namespace sparring::referee
