#include "engines/bot/options.hpp"

#include <fmt/format.h>

#include "protocol/text.hpp"

namespace sparring::bot {

void OptionTable::add(Option option, OnSet on_set) {
    options_.push_back(std::move(option));
    on_set_.push_back(std::move(on_set));
}

std::optional<Error> OptionTable::set(std::string_view name, std::string_view value) {
    for (std::size_t i = 0; i < options_.size(); ++i) {
        const Option& option = options_[i];
        if (!text::equals_ignoring_case(option.name, name)) continue;
        const auto accepted = accept_value(option, value);
        if (!accepted) return Error{fmt::format("{}: {}", option.name, accepted.error())};
        if (const auto refused = on_set_[i](*accepted)) {
            return Error{fmt::format("{}: {}", option.name, refused->message)};
        }
        return {};
    }
    std::vector<std::string> names;
    for (const Option& option : options_) names.push_back(option.name);
    const auto near = text::nearest(name, names);
    return Error{fmt::format("{}: no such option{}", text::printable(name),
                             near ? fmt::format(" (nearest: {})", *near) : "")};
}

}  // namespace sparring::bot
