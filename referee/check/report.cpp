#include "referee/check/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace sparring::referee::check {
namespace {

std::string_view word(Verdict::Kind kind) {
    switch (kind) {
        case Verdict::Kind::pass:
            return "ok";
        case Verdict::Kind::fail:
            return "FAIL";
        case Verdict::Kind::skip:
            break;
    }
    return "skip";
}

std::string block(std::string_view head, const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += fmt::format("         {:<6} {}\n", text.empty() ? head : "", line);
    return text;
}

}  // namespace

std::string text(const Judged& judged) {
    const Verdict& verdict = judged.verdict;
    std::string line =
        fmt::format("{:<4} {:>3} {}", word(verdict.kind), judged.number, judged.name);
    if (!verdict.note.empty()) line += fmt::format(" ({})", verdict.note);
    line += '\n';
    if (verdict.failed())
        line += block("sent", verdict.sent) + block("came", verdict.came) +
                block("right", {verdict.right});
    return line;
}

std::string text(const Summary& summary) {
    return fmt::format("{}{} of {} steps passed, {} failed, {} skipped",
                       summary.interrupted ? "interrupted: " : "", summary.passed,
                       summary.passed + summary.failed + summary.skipped, summary.failed,
                       summary.skipped);
}

nlohmann::json to_json(const Plan& plan, std::string_view id_name, std::span<const Judged> steps,
                       const Summary& summary) {
    nlohmann::json list = nlohmann::json::array();
    for (const Judged& judged : steps) {
        const Verdict& verdict = judged.verdict;
        nlohmann::json step{{"number", judged.number},
                            {"name", judged.name},
                            {"verdict", verdict.failed() ? "fail" : word(verdict.kind)}};
        if (!verdict.note.empty()) step["note"] = verdict.note;
        if (verdict.failed()) {
            step["sent"] = verdict.sent;
            step["came"] = verdict.came;
            step["right"] = verdict.right;
        }
        list.push_back(std::move(step));
    }
    nlohmann::json game;
    if (plan.rules) game = games::full_name(plan.game);
    return {{"version", 1},
            {"engine", plan.engine.name},
            {"id", id_name},
            {"game", std::move(game)},
            {"fast", plan.fast},
            {"seed", plan.seed},
            {"steps", std::move(list)},
            {"passed", summary.passed},
            {"failed", summary.failed},
            {"skipped", summary.skipped}};
}

}  // namespace sparring::referee::check
