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

std::string record_of(const Configuration& configuration, const FinishedGame& game,
                      const std::string& date) {
    const auto& engines = configuration.match.engines;
    const EngineSettings& first = engines[static_cast<std::size_t>(game.scheduled.first)];
    const EngineSettings& second = engines[static_cast<std::size_t>(game.scheduled.second)];
    const GameResult& result = game.result;
    RecordHeader header;
    header.event = configuration.event;
    header.site = configuration.site;
    header.date = date;
    header.round = fmt::format("{}", game.scheduled.round);
    header.first = first.name;
    header.second = second.name;
    header.variant = configuration.match.choice.variant;
    header.outcome = result.outcome;
    header.margin = result.position->margin();
    header.termination = word(result.reason);
    header.time_control = to_text(first.limits);
    if (const std::string other = to_text(second.limits); other != header.time_control) {
        header.time_control += " / " + other;
    }
    header.comments.resize(
        result.position->plies() - std::min(result.position->plies(), result.plies.size()), "book");
    for (const PlyRecord& ply : result.plies) {
        header.comments.push_back(
            comment(ply, (ply.side == Side::first ? first : second).limits.timed()));
    }
    return result.position->record(header);
}

Records::Records(const Configuration& configuration) : configuration_{configuration} {}

std::optional<std::string> Records::open() {
    if (configuration_.records.empty()) return {};
    file_.reset(std::fopen(configuration_.records.c_str(), "ae"));
    if (file_) return {};
    return fmt::format("-pgnout: cannot write '{}': {}",
                       text::printable(configuration_.records, 200), std::strerror(errno));
}

void Records::add(const FinishedGame& game) {
    if (!file_ || !game.result.position) return;
    const std::string record = record_of(configuration_, game, today()) + "\n";
    // A game that was announced is in the file: it may be the last before the power fails.
    if (std::fwrite(record.data(), 1, record.size(), file_.get()) != record.size() ||
        std::fflush(file_.get()) != 0) {
        problem_ = fmt::format("-pgnout: writing '{}': {}",
                               text::printable(configuration_.records, 200), std::strerror(errno));
        file_.reset();
    }
}

}  // namespace sparring::referee
