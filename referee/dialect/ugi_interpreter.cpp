// UGI from the host's side. This is the path of almost every game, millions of plies in a tuning
// run: nothing here allocates for a move.
#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"
#include "referee/dialect/interpreter.hpp"

namespace sparring::referee {
namespace {

std::string_view after_blanks(std::string_view line) {
    return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

bool has_first_word(std::string_view line, std::string_view word) {
    return line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' ' ||
                                      line[word.size()] == '\t' || line[word.size()] == '\r');
}

class UgiInterpreter final : public Interpreter {
  public:
    using Interpreter::Interpreter;

    Dialect dialect() const override { return Dialect::ugi; }
    std::string_view greeting_word() const override { return "ugiok"; }
    std::string_view ready_word() const override { return "readyok"; }

    void hello(std::string& out) override { out += "ugi\n"; }

    /// To its option Variant, if it has one.
    std::optional<Error> set_variant(std::string& out) override {
        for (const Option& option : options_) {
            if (choice().variant.empty() || !text::equals_ignoring_case(option.name, "Variant"))
                continue;
            const auto value = accept_value(option, choice().variant);
            if (!value)
                return Error{
                    fmt::format("it does not play '{}': {}", choice().variant, value.error())};
            set_option(out, option, *value);
            break;
        }
        return {};
    }

    void set_option(std::string& out, const Option& option, const std::string& value) override {
        out += "setoption name ";
        out += option.name;
        if (option.type != Option::Type::button) {
            out += " value ";
            out += value;
        }
        out += '\n';
    }

    void get_ready(std::string& out) override { out += "isready\n"; }
    void new_game(std::string& out) override { out += "uginewgame\nisready\n"; }

    Expected<std::optional<std::string>> go(std::string& out, std::string_view position,
                                            const Limits& limits) override {
        last_info_.clear();
        out += position;
        out += "\ngo ";
        out += to_text(limits);
        out += '\n';
        return std::optional<std::string>{};
    }

    void stop(std::string& out) override { out += "stop\n"; }
    void quit(std::string& out) override { out += "quit\n"; }

    bool ask(std::string& out, std::string_view position, std::string_view question) override {
        if (!position.empty()) {
            out += position;
            out += '\n';
        }
        out += "query ";
        out += question;
        out += '\n';
        return true;
    }

    Heard hear(std::string_view whole) override {
        const std::string_view line = after_blanks(whole);
        using Kind = Heard::Kind;
        if (has_first_word(line, "bestmove")) return move(line);
        if (line.starts_with("info ")) {
            if (line.starts_with("info string error")) return {Kind::complaint, line};
            if (!line.starts_with("info string")) last_info_.assign(line);
            return {};
        }
        if (has_first_word(line, "readyok")) return {Kind::ready, {}};
        if (has_first_word(line, "response")) {
            const auto words = text::words(line);
            return {Kind::response, words.size() > 1 ? words[1] : std::string_view{}};
        }
        if (greeted_) return {};
        if (has_first_word(line, "ugiok")) {
            greeted_ = true;
            return {Kind::greeted, {}};
        }
        introduce(line);
        return {};
    }

    SearchReport report() const override {
        if (last_info_.empty()) return {};
        // The figures come before the variation.
        const std::string_view line = last_info_;
        const auto reply = ugi::parse_reply(line.substr(0, line.find(" pv ")));
        const auto* info = std::get_if<ugi::Info>(&reply);
        if (info == nullptr) return {};
        return {info->depth, info->score, info->nodes, info->time_ms};
    }

  private:
    static Heard move(std::string_view line) {
        // No game's notation comes near.
        constexpr std::size_t longest = 256;
        const auto rest = text::trim(line.substr(std::string_view{"bestmove"}.size()));
        const std::string_view move = rest.substr(0, rest.find_first_of(" \t\r\n"));
        const bool readable =
            std::all_of(move.begin(), move.end(), [](char c) { return c > ' ' && c <= '~'; });
        if (move.empty() || !readable || move.size() > longest) return {Heard::Kind::garbage, line};
        return {Heard::Kind::moved, move};
    }

    void introduce(std::string_view line) {
        if (line.starts_with("option")) {
            if (auto option = parse_option(line)) options_.push_back(*std::move(option));
        } else if (line.starts_with("id ")) {
            const auto words = text::words(line);
            std::string* target = words.size() < 3       ? nullptr
                                  : words[1] == "name"   ? &name_
                                  : words[1] == "author" ? &author_
                                                         : nullptr;
            if (target != nullptr)
                *target = text::printable(
                    line.substr(static_cast<std::size_t>(words[2].data() - line.data())));
        }
    }

    bool greeted_ = false;  // later options would be more and more of them
    std::string last_info_;
};

}  // namespace

std::unique_ptr<Interpreter> ugi_interpreter(const games::Choice& choice) {
    return std::make_unique<UgiInterpreter>(choice);
}

}  // namespace sparring::referee
