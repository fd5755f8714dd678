#include "referee/cli/records.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <ctime>

#include "protocol/text.hpp"

namespace sparring::referee {
namespace {

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm date{};
    ::localtime_r(&now, &date);
    return fmt::format("{:04}.{:02}.{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

std::string comment(const PlyRecord& ply, bool timed) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (ply.report.score) {
        const bool final = ply.report.score->kind == ugi::Score::Kind::final;
        add(final ? fmt::format("final {:+d}", ply.report.score->value)
                  : fmt::format("{:+.2f}", ply.report.score->value / 100.0));
    }
    if (ply.report.depth) add(fmt::format("depth {}", *ply.report.depth));
    if (timed) add(fmt::format("{:.3f} s", std::chrono::duration<double>(ply.elapsed).count()));
    return text;
}

}  // namespace

RecordHeader record_header(const Configuration& configuration, const ScheduledGame& game,
                           Outcome outcome, Reason reason, std::optional<int> margin,
                           std::span<const PlyRecord> plies, std::size_t plies_in_all,
                           const std::string& date) {
    const auto& engines = configuration.match.engines;
    const EngineSettings& first = engines[static_cast<std::size_t>(game.first)];
    const EngineSettings& second = engines[static_cast<std::size_t>(game.second)];
    RecordHeader header;
    header.event = configuration.event;
    header.site = configuration.site;
    header.date = date;
    header.round = fmt::format("{}", game.round);
    header.first = first.name;
    header.second = second.name;
    header.variant = configuration.match.choice.variant;
    header.outcome = outcome;
    header.margin = margin.value_or(0);
    header.termination = word(reason);
    header.time_control = to_text(first.limits);
    if (const std::string other = to_text(second.limits); other != header.time_control)
        header.time_control += " / " + other;
    header.comments.resize(plies_in_all - std::min(plies_in_all, plies.size()), "book");
    for (const PlyRecord& ply : plies) {
        header.comments.push_back(
            comment(ply, (ply.side == Side::first ? first : second).limits.timed()));
    }
    return header;
}

Records::Records(const Configuration& configuration) : configuration_{configuration} {}

std::optional<std::string> Records::open() {
    if (configuration_.records.empty()) return {};
    file_.reset(std::fopen(configuration_.records.c_str(), "ae"));
    if (file_) return {};
    return fmt::format("-pgnout: cannot write '{}': {}",
                       text::printable(configuration_.records, 200), std::strerror(errno));
}

void Records::add(const ScheduledGame& game, const GameResult& result) {
    if (!file_ || !result.position) return;
    const RecordHeader header =
        record_header(configuration_, game, result.outcome, result.reason, result.margin,
                      result.plies, result.position->plies(), today());
    const std::string record = result.position->record(header) + "\n";
    // A game that was announced is in the file: it may be the last before the power fails.
    if (std::fwrite(record.data(), 1, record.size(), file_.get()) != record.size() ||
        std::fflush(file_.get()) != 0) {
        problem_ = fmt::format("-pgnout: writing '{}': {}",
                               text::printable(configuration_.records, 200), std::strerror(errno));
        file_.reset();
    }
}

}  // namespace sparring::referee
