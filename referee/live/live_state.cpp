#include "referee/live/live_state.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sparring::referee {
namespace {

using Json = nlohmann::json;
using Kind = LiveEvent::Kind;

constexpr auto kReplace = Json::error_handler_t::replace;

Kind kind_of(const std::string& name) {
    static constexpr std::pair<std::string_view, Kind> kinds[] = {
        {"run", Kind::run},  {"start", Kind::start},     {"move", Kind::move},
        {"end", Kind::end},  {"warning", Kind::warning}, {"standings", Kind::standings},
        {"stop", Kind::stop}};
    const auto found = std::find_if(std::begin(kinds), std::end(kinds),
                                    [&](const auto& each) { return each.first == name; });
    return found == std::end(kinds) ? Kind::other : found->second;
}

std::string text_member(const Json& object, const char* name) {
    const auto member = object.find(name);
    return member != object.end() && member->is_string() ? member->get<std::string>() : "";
}

/// The `end` event with what only the `start` event knew.
std::string joined(const std::string& end, const std::string& start) {
    Json result = Json::parse(end, nullptr, false);
    const Json beginning = Json::parse(start, nullptr, false);
    for (const char* name : {"round", "pair", "opening"}) {
        if (!result.contains(name) && beginning.contains(name)) result[name] = beginning[name];
    }
    return result.dump(-1, ' ', false, kReplace);
}

template <class Texts, class AsText>
void append_list(std::string& to, const char* name, const Texts& texts, AsText as_text) {
    to += ",\"";
    to += name;
    to += "\":[";
    bool first = true;
    for (const auto& each : texts) {
        if (!std::exchange(first, false)) to += ',';
        to += as_text(each);
    }
    to += ']';
}

}  // namespace

LiveEvent LiveEvent::read(std::string text) {
    const Json object = Json::parse(text, nullptr, false);
    LiveEvent event;
    if (!object.is_object()) return event;
    event.kind = kind_of(text_member(object, "event"));
    if (const auto game = object.find("game"); game != object.end() && game->is_number_integer()) {
        event.game = game->get<int>();
    }
    if (text.find_first_of("\r\n") != std::string::npos) {
        text = object.dump(-1, ' ', false, kReplace);
    }
    event.text = std::make_shared<const std::string>(std::move(text));
    return event;
}

void LiveState::apply(const LiveEvent& event) {
    switch (event.kind) {
        case Kind::run:
            run_ = event.text;
            break;
        case Kind::standings:
            standings_ = event.text;
            break;
        case Kind::stop:
            stop_ = event.text;
            break;
        case Kind::start:
            running_[event.game] = {event.text, {}};
            if (running_.size() > kRunning) running_.erase(running_.begin());
            break;
        case Kind::move:
            if (const auto game = running_.find(event.game); game != running_.end()) {
                auto& moves = game->second.moves;
                moves.push_back(event.text);
                if (moves.size() > kMoves) moves.pop_front();
            }
            break;
        case Kind::end: {
            const auto game = running_.find(event.game);
            finished_.push_back(game == running_.end() ? *event.text
                                                       : joined(*event.text, *game->second.start));
            if (finished_.size() > kFinished) finished_.pop_front();
            if (game == running_.end()) break;
            recent_.emplace_back(event.game, std::move(game->second));
            if (recent_.size() > kRecent) recent_.pop_front();
            running_.erase(game);
            break;
        }
        case Kind::warning:
            warnings_.push_back(
                Json(text_member(Json::parse(*event.text), "text")).dump(-1, ' ', false, kReplace));
            if (warnings_.size() > kWarnings) warnings_.pop_front();
            break;
        case Kind::other:
            break;
    }
}

std::string LiveState::Running::text() const {
    std::string result = "{\"start\":" + *start;
    append_list(result, "moves", moves,
                [](const Text& move) -> const std::string& { return *move; });
    return result + "}";
}

std::optional<std::string> LiveState::game(int number) const {
    const auto found = std::find_if(recent_.rbegin(), recent_.rend(),
                                    [&](const auto& each) { return each.first == number; });
    return found == recent_.rend() ? std::nullopt : std::optional{found->second.text()};
}

std::string LiveState::snapshot(const std::string& now) const {
    const auto or_null = [](const Text& text) { return text ? *text : std::string("null"); };
    const auto itself = [](const auto& text) -> const std::string& { return text; };
    std::string result = R"({"v":1,"event":"snapshot","now":)" + Json(now).dump() +
                         ",\"run\":" + or_null(run_) + ",\"standings\":" + or_null(standings_) +
                         ",\"stop\":" + or_null(stop_);
    append_list(result, "running", running_, [](const auto& game) { return game.second.text(); });
    append_list(result, "finished", finished_, itself);
    append_list(result, "warnings", warnings_, itself);
    return result + "}";
}

void LiveBatch::add(const LiveEvent& event) {
    switch (event.kind) {
        case Kind::other:
            return;
        case Kind::move:
            moves_[event.game] = event;
            return;
        case Kind::standings:
            std::erase_if(sure_, [](const auto& each) { return each.kind == Kind::standings; });
            break;
        case Kind::end:
            if (std::erase_if(sure_, [&](const LiveEvent& each) {
                    return each.kind == Kind::start && each.game == event.game;
                }) > 0) {
                moves_.erase(event.game);
            }
            break;
        default:
            break;
    }
    sure_.push_back(event);
}

LiveBatch::Texts LiveBatch::take() {
    Texts texts;
    const auto append = [](std::string& to, const LiveEvent& event) {
        to += "data: ";
        to += *event.text;
        to += "\n\n";
    };
    for (const LiveEvent& event : sure_) append(texts.sure, event);
    for (const auto& [game, event] : moves_) append(texts.moves, event);
    sure_.clear();
    moves_.clear();
    return texts;
}

}  // namespace sparring::referee
