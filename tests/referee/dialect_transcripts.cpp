// What the referee says to an engine in each dialect, and what it understands of the answers.
//
// tests/data/dialects/*.txt hold the talk, the engines' lines as real programs have written them:
//
//   dialect hub draughts/international
//   ! go startpos moves 32-28 ; depth 3     what the player wants (below); the limits as UGI's
//   words > pos pos=..                            lines that this must say, all of them < info
//   depth=1 ..                       a line of the engine = ready what the line before meant, if
//   anything; and its text # a comment
//
// Wishes: hello, variant, option NAME = VALUE, ready, new, go, ponder, hit LIMITS, stop, quit,
// options (their names), reply (the expected one), report (depth, score, nodes). `go ..` goes on
// from the last `go` and the moves that were heard since: `go .. d6 ; depth 3`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>

#include "protocol/text.hpp"
#include "referee/dialect/interpreter.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

constexpr std::array<std::string_view, 8> kKinds{"nothing", "greeted", "ready",    "moved",
                                                 "illegal", "garbage", "response", "complaint"};

Limits limits_from(std::string_view words) {
    const auto command = ugi::parse_command("go " + std::string{words});
    return std::get<ugi::Go>(command).limits;
}

class Conversation {
  public:
    explicit Conversation(std::string_view header) {
        const auto words = text::words(header);
        REQUIRE(words.size() == 3);
        const auto dialect = parse_dialect(words[1]);
        const auto choice = games::find(words[2]);
        REQUIRE(dialect);
        REQUIRE(choice);
        interpreter_ = make_interpreter(*dialect, *choice);
        CHECK(interpreter_->dialect() == *dialect);
    }

    /// What it says for a wish; an Error's text after `error: `, a known move after `known: `.
    std::string wish(std::string_view what) {
        const auto blank = std::min(what.find(' '), what.size());
        const std::string_view verb = what.substr(0, blank), rest = text::trim(what.substr(blank));
        const auto semicolon = std::min(rest.find(" ; "), rest.size());
        const std::string_view place = text::trim(rest.substr(0, semicolon));
        const std::string position =
            verb == "go" || verb == "ponder" ? position_command(place) : std::string{};
        const std::string_view after = rest.substr(std::min(semicolon + 3, rest.size()));
        std::string out;
        if (verb == "hello") {
            interpreter_->hello(out);
        } else if (verb == "variant") {
            if (const auto error = interpreter_->set_variant(out))
                return "error: " + error->message;
        } else if (verb == "option") {
            set_option(out, rest);
        } else if (verb == "ready") {
            interpreter_->get_ready(out);
        } else if (verb == "new") {
            interpreter_->new_game(out);
        } else if (verb == "go") {
            position_ = position;
            const auto known = interpreter_->go(out, position, limits_from(after));
            if (!known) return "error: " + known.error();
            if (*known) {
                add_move(position_, **known);
                return "known: " + **known;
            }
        } else if (verb == "ponder") {
            if (!interpreter_->ponder(out, position, limits_from(after))) return "error: no";
        } else if (verb == "hit") {
            interpreter_->ponder_hit(out, limits_from(rest));
        } else if (verb == "stop") {
            interpreter_->stop(out);
        } else if (verb == "quit") {
            interpreter_->quit(out);
        } else if (verb == "options") {
            for (const Option& option : interpreter_->options()) out += option.name + "\n";
        } else if (verb == "reply") {
            out = interpreter_->expected_reply();
        } else if (verb == "report") {
            out = report();
        } else {
            FAIL("no such wish: " << verb);
        }
        return out;
    }

    std::string hear(std::string_view line) {
        const Heard heard = interpreter_->hear(line);
        if (heard.kind == Heard::Kind::moved) add_move(position_, heard.text);
        const std::string_view kind = kKinds[static_cast<std::size_t>(heard.kind)];
        return heard.text.empty() ? std::string{kind} : fmt::format("{} {}", kind, heard.text);
    }

  private:
    static void add_move(std::string& position, std::string_view moves) {
        if (moves.empty()) return;
        if (position.find(" moves ") == position.npos) position += " moves";
        position += fmt::format(" {}", moves);
    }

    std::string position_command(std::string_view place) const {
        if (!place.starts_with("..")) return fmt::format("position {}", place);
        std::string position = position_;
        add_move(position, text::trim(place.substr(2)));
        return position;
    }

    void set_option(std::string& out, std::string_view pair) {
        const auto equals = pair.find(" = ");
        REQUIRE(equals != pair.npos);
        for (const Option& option : interpreter_->options()) {
            if (option.name == pair.substr(0, equals))
                return interpreter_->set_option(out, option, std::string{pair.substr(equals + 3)});
        }
        FAIL("no such option: " << pair);
    }

    std::string report() const {
        const SearchReport said = interpreter_->report();
        std::string text;
        if (said.depth) text += fmt::format("depth {} ", *said.depth);
        if (said.score)
            text += fmt::format("{} {} ", said.score->kind == ugi::Score::Kind::cp ? "cp" : "final",
                                said.score->value);
        if (said.nodes) text += fmt::format("nodes {}", *said.nodes);
        return std::string{text::trim(text)};
    }

    std::unique_ptr<Interpreter> interpreter_;
    std::string position_;  // the last `go`'s command, with the answer
};

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

void replay(const std::filesystem::path& path) {
    std::ifstream file{path};
    std::string line;
    REQUIRE(std::getline(file, line));
    Conversation conversation{line};
    std::vector<std::string> due;  // what was said and is not yet confirmed
    std::string meant = "nothing";
    int number = 1;
    const auto settle = [&] {
        CHECK(due.empty());
        CHECK(meant == "nothing");
        due.clear();
        meant = "nothing";
    };
    while (std::getline(file, line)) {
        INFO(path.filename() << ":" << ++number << ": " << line);
        const std::string rest = line.size() > 2 ? line.substr(2) : "";
        switch (line.empty() ? '#' : line[0]) {
            case '!':
                settle();
                due = lines_of(conversation.wish(rest));
                break;
            case '>':
                REQUIRE(!due.empty());
                CHECK(due.front() == rest);
                due.erase(due.begin());
                break;
            case '<':
                settle();
                meant = conversation.hear(rest);
                break;
            case '=':
                CHECK(meant == rest);
                meant = "nothing";
                break;
            default:
                break;
        }
    }
    settle();
}

}  // namespace

TEST_CASE("the referee's side of every dialect, with what real engines say") {
    int files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator{SPARRING_SOURCE_DIR "/tests/data/dialects"}) {
        if (entry.path().extension() != ".txt") continue;
        replay(entry.path());
        ++files;
    }
    CHECK(files >= 12);
}
