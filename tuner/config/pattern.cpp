#include "tuner/config/pattern.hpp"

#include "protocol/text.hpp"

namespace sparring::tuner {

bool matches(std::string_view pattern, std::string_view name) {
    if (pattern.empty()) return name.empty();
    if (pattern.front() == '*')
        return matches(pattern.substr(1), name) ||
               (!name.empty() && matches(pattern, name.substr(1)));
    return !name.empty() &&
           (pattern.front() == '?' ||
            text::equals_ignoring_case(pattern.substr(0, 1), name.substr(0, 1))) &&
           matches(pattern.substr(1), name.substr(1));
}

}  // namespace sparring::tuner
