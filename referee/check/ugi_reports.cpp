// What all searches so far have shown: `info` lines, and what was said after the move.
#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"
#include "protocol/ugi.hpp"
#include "referee/check/ugi.hpp"

namespace sparring::referee::check {

using namespace std::chrono_literals;

namespace {

using Lines = std::vector<std::string>;

Verdict wrong(const Search& made, const Lines& came, std::string right) {
    return {Verdict::Kind::fail,
            {},
            excerpt({made.at.command, made.go}, 2, kSentShown),
            excerpt(came, kLinesShown, kHeardShown),
            std::move(right)};
}

std::string over_searches(const Examination& exam) {
    return fmt::format("{} searches", exam.searches.size());
}

bool is_report(std::string_view line) {
    const auto words = text::words(line);
    return words.size() > 1 && words[0] == "info" && words[1] != "string";
}

Lines reports(const Search& made) {
    Lines lines;
    std::copy_if(made.came.begin(), made.came.end(), std::back_inserter(lines), is_report);
    return lines;
}

ugi::Info read(std::string_view line) {
    return std::get<ugi::Info>(ugi::parse_reply(line));
}

/// What is wrong with the words of an `info` line. Words that UCI has and UGI has not are let pass.
std::optional<std::string> flaw(std::string_view line) {
    const auto words = text::words(line);
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const std::string_view next = i + 1 < words.size() ? words[i + 1] : std::string_view{};
        if (word == "pv" || word == "string" || word == "currline" || word == "refutation") break;
        if (word == "score") {
            const bool kind = next == "cp" || next == "final" || next == "mate";
            if (!kind) return "'score cp N' or 'score final N'";
            if (i + 2 >= words.size() || !text::number<int>(words[i + 2]))
                return fmt::format("a whole number after 'score {}'", next);
            i += 2;
            continue;
        }
        for (const std::string_view counted : {"depth", "seldepth", "nodes", "nps", "time",
                                               "hashfull", "multipv", "currmovenumber"}) {
            if (word != counted) continue;
            const auto number = text::number<std::int64_t>(next);
            if (!number || *number < 0)
                return fmt::format("a whole number, 0 or more, after '{}'", word);
            ++i;
        }
    }
    return {};
}

/// What is wrong with the numbers of a search's reports, one after another.
std::optional<std::string> insane(const Search& made, const Lines& lines, Duration margin) {
    const auto command = ugi::parse_command(made.go);
    const Limits limits = std::get<ugi::Go>(command).limits;
    const auto elapsed =
        std::chrono::ceil<std::chrono::milliseconds>(made.elapsed + margin + 10ms).count();
    std::uint64_t nodes = 0;
    for (const std::string& line : lines) {
        const ugi::Info info = read(line);
        if (limits.depth && info.depth && *info.depth > *limits.depth)
            return fmt::format("a depth up to {}, not {}", *limits.depth, *info.depth);
        if (info.nodes && *info.nodes < nodes) return "nodes that do not become fewer";
        nodes = info.nodes.value_or(nodes);
        if (info.time_ms && !limits.infinite && *info.time_ms > elapsed)
            return fmt::format("a time up to {} ms: it has answered by then", elapsed);
        if (info.hashfull && *info.hashfull > 1000) return "hashfull up to 1000 (permill)";
    }
    // A search may end a little late.
    if (limits.nodes && nodes > 2 * *limits.nodes + 10'000)
        return fmt::format("about {} nodes, not {}", *limits.nodes, nodes);
    return {};
}

std::optional<std::string> illegal_in(const Search& made, const ugi::Info& info) {
    const auto position = made.at.position->clone();
    for (const std::string& move : info.pv) {
        if (const auto played = position->play(move); !played)
            return fmt::format("legal moves; '{}' is none: {}", text::printable(move),
                               played.error());
    }
    return {};
}

}  // namespace

Judgement moves_once(Examination& exam, std::string_view) {
    for (const Search& made : exam.searches) {
        if (std::any_of(made.after.begin(), made.after.end(), is_move))
            co_return wrong(made, made.after, "one 'bestmove' and no second one");
    }
    co_return Verdict::pass(over_searches(exam));
}

Judgement informs(Examination& exam, std::string_view) {
    if (exam.searches.empty()) co_return Verdict::skip("no search has been finished");
    for (const Search& made : exam.searches) {
        if (reports(made).empty())
            co_return wrong(made, made.came, "an 'info' line before 'bestmove'");
    }
    co_return Verdict::pass(over_searches(exam));
}

Judgement informs_well(Examination& exam, std::string_view) {
    std::size_t lines = 0;
    for (const Search& made : exam.searches) {
        for (const std::string& line : reports(made)) {
            ++lines;
            if (auto problem = flaw(line)) co_return wrong(made, {line}, *std::move(problem));
        }
    }
    if (lines == 0) co_return Verdict::skip("there are no info lines");
    co_return Verdict::pass(fmt::format("{} lines", lines));
}

Judgement gives_scores(Examination& exam, std::string_view) {
    std::size_t searches = 0;
    for (const Search& made : exam.searches) {
        const Lines lines = reports(made);
        if (lines.empty()) continue;
        ++searches;
        if (std::none_of(lines.begin(), lines.end(), [](const std::string& line) {
                const auto words = text::words(line);
                return std::find(words.begin(), words.end(), "score") != words.end();
            }))
            co_return wrong(made, lines, "'score cp N' or 'score final N' in one of the lines");
    }
    if (searches == 0) co_return Verdict::skip("there are no info lines");
    co_return Verdict::pass(fmt::format("{} searches", searches));
}

Judgement counts_sanely(Examination& exam, std::string_view) {
    std::size_t searches = 0;
    for (const Search& made : exam.searches) {
        const Lines lines = reports(made);
        searches += lines.empty() ? 0 : 1;
        if (auto problem = insane(made, lines, exam.plan.engine.limits.margin))
            co_return wrong(made, lines, *std::move(problem));
    }
    if (searches == 0) co_return Verdict::skip("there are no info lines");
    co_return Verdict::pass(fmt::format("{} searches", searches));
}

Judgement expects_legal_moves(Examination& exam, std::string_view) {
    std::size_t lines = 0;
    for (const Search& made : exam.searches) {
        for (const std::string& line : reports(made)) {
            const ugi::Info info = read(line);
            if (info.pv.empty()) continue;
            ++lines;
            if (auto problem = illegal_in(made, info))
                co_return wrong(made, {line}, *std::move(problem));
        }
    }
    if (lines == 0) co_return Verdict::skip("no info line has a pv");
    co_return Verdict::pass(fmt::format("{} lines", lines));
}

Judgement falls_silent(Examination& exam, std::string_view) {
    if (auto failure = co_await search(exam, start_situation(exam), "go depth 1"))
        co_return *std::move(failure);
    exam.session.begin();
    co_await exam.session.listen(100ms);
    Search& last = exam.searches.back();
    last.after.insert(last.after.end(), exam.session.heard().begin(), exam.session.heard().end());
    for (const Search& made : exam.searches) {
        // A second `bestmove` has a step of its own.
        const bool silent = std::all_of(made.after.begin(), made.after.end(), [](const auto& line) {
            return is_move(line) || text::trim(line).empty();
        });
        if (!silent) co_return wrong(made, made.after, "nothing after 'bestmove'");
    }
    co_return Verdict::pass(over_searches(exam));
}

}  // namespace sparring::referee::check
