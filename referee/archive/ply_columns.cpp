#include "referee/archive/ply_columns.hpp"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace sparring::referee {
namespace {

using nlohmann::json;

/// A JSON array that is written while one walks over the plies.
class Column {
  public:
    template <class Number>
    void number(const Number& value) {
        next();
        fmt::format_to(std::back_inserter(text_), "{}", value);
    }
    template <class Number>
    void optional(const std::optional<Number>& value) {
        if (value) {
            number(*value);
        } else {
            next();
            append("null");
        }
    }
    void string(std::string_view value) {
        next();
        text_.push_back('"');
        for (const char c : value) {
            if (c == '"' || c == '\\') text_.push_back('\\');
            text_.push_back(c);
        }
        text_.push_back('"');
    }
    std::string finish() {
        if (text_.size() == 0) text_.push_back('[');
        text_.push_back(']');
        return fmt::to_string(text_);
    }

  private:
    void next() { text_.push_back(text_.size() == 0 ? '[' : ','); }
    void append(std::string_view text) { text_.append(text.data(), text.data() + text.size()); }

    fmt::basic_memory_buffer<char, 1024> text_;
};

template <class Value>
std::optional<Value> optional(const json& value) {
    return value.is_null() ? std::nullopt : std::optional<Value>{value.get<Value>()};
}

std::optional<ugi::Score> score_of(const json& value) {
    if (value.is_null()) return {};
    if (value.is_number()) return ugi::Score{ugi::Score::Kind::cp, value.get<int>()};
    constexpr std::string_view final = "final ";
    const auto text = value.get<std::string>();
    if (!text.starts_with(final)) throw std::runtime_error{"score '" + text + "'"};
    return ugi::Score{ugi::Score::Kind::final, std::stoi(text.substr(final.size()))};
}

}  // namespace

PlyColumns to_columns(std::span<const PlyRecord> plies) {
    PlyColumns columns;
    Column moves, elapsed, clock, score, depth, nodes, engine;
    for (const PlyRecord& ply : plies) {
        columns.sides += ply.side == Side::first ? '1' : '2';
        moves.string(ply.move);
        elapsed.number(ply.elapsed.count());
        clock.optional(ply.clock ? std::optional{ply.clock->count()} : std::nullopt);
        if (ply.report.score && ply.report.score->kind == ugi::Score::Kind::final) {
            score.string(fmt::format("final {}", ply.report.score->value));
        } else {
            score.optional(ply.report.score ? std::optional{ply.report.score->value}
                                            : std::nullopt);
        }
        depth.optional(ply.report.depth);
        nodes.optional(ply.report.nodes);
        engine.optional(ply.report.time_ms);
    }
    columns.moves = moves.finish();
    columns.elapsed_ns = elapsed.finish();
    columns.clock_ns = clock.finish();
    columns.score = score.finish();
    columns.depth = depth.finish();
    columns.nodes = nodes.finish();
    columns.engine_ms = engine.finish();
    return columns;
}

std::vector<PlyRecord> from_columns(const PlyColumns& columns) {
    const json moves = json::parse(columns.moves), elapsed = json::parse(columns.elapsed_ns),
               clock = json::parse(columns.clock_ns), score = json::parse(columns.score),
               depth = json::parse(columns.depth), nodes = json::parse(columns.nodes),
               engine = json::parse(columns.engine_ms);
    for (const json* column : {&elapsed, &clock, &score, &depth, &nodes, &engine}) {
        if (column->size() != moves.size() || columns.sides.size() != moves.size())
            throw std::runtime_error{"the columns of a game's plies are of different lengths"};
    }
    std::vector<PlyRecord> plies;
    plies.reserve(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        PlyRecord ply;
        ply.move = moves[i].get<std::string>();
        ply.side = columns.sides[i] == '1' ? Side::first : Side::second;
        ply.elapsed = Duration{elapsed[i].get<std::int64_t>()};
        if (!clock[i].is_null()) ply.clock = Duration{clock[i].get<std::int64_t>()};
        ply.report = {optional<int>(depth[i]), score_of(score[i]),
                      optional<std::uint64_t>(nodes[i]), optional<std::int64_t>(engine[i])};
        plies.push_back(std::move(ply));
    }
    return plies;
}

}  // namespace sparring::referee
