#include "tuner/protocol/fields.hpp"

#include <fmt/format.h>

#include <cmath>

#include "protocol/text.hpp"

namespace sparring::tuner {

Fields::Fields(const Json& object, std::string path) : object_{object}, path_{std::move(path)} {
    if (!object.is_object())
        problem_ = fmt::format("{}: expected an object", path_.empty() ? "message" : path_);
}

const Json* Fields::find(std::string_view key) const {
    if (!object_.is_object()) return nullptr;
    const auto found = object_.find(std::string{key});
    return found == object_.end() || found->is_null() ? nullptr : &*found;
}

bool Fields::has(std::string_view key) const {
    return find(key) != nullptr;
}

void Fields::refuse(std::string_view key, const std::string& what) {
    if (!problem_) problem_ = fmt::format("{}{}{}: {}", path_, path_.empty() ? "" : ".", key, what);
}

void Fields::take(const Fields& inner) {
    if (!problem_) problem_ = inner.problem_;
}

std::string Fields::text(std::string_view key, std::string_view fallback) {
    const Json* value = find(key);
    if (value == nullptr) return std::string{fallback};
    if (value->is_string()) return value->get<std::string>();
    refuse(key, "expected a text");
    return std::string{fallback};
}

std::string Fields::required_text(std::string_view key, std::size_t most) {
    const std::string value = text(key);
    if (value.empty()) refuse(key, "is missing");
    if (value.size() > most) refuse(key, fmt::format("is longer than {} bytes", most));
    return value;
}

std::int64_t Fields::whole(std::string_view key, std::int64_t fallback, std::int64_t least,
                           std::int64_t most) {
    const Json* value = find(key);
    if (value == nullptr) return fallback;
    // A number without a fraction, however it is written; beyond 2^53 doubles have gaps.
    const double number = value->is_number() ? value->get<double>() : 0.5;
    if (number == std::floor(number) && std::abs(number) <= 0x1p53 &&
        number >= static_cast<double>(least) && number <= static_cast<double>(most))
        return static_cast<std::int64_t>(number);
    refuse(key, fmt::format("expected a whole number from {} to {}", least, most));
    return fallback;
}

int Fields::integer(std::string_view key, int fallback, int least, int most) {
    return static_cast<int>(whole(key, fallback, least, most));
}

double Fields::number(std::string_view key, double fallback, double least, double most) {
    const Json* value = find(key);
    if (value == nullptr) return fallback;
    const double number = value->is_number() ? value->get<double>() : NAN;
    if (number >= least && number <= most) return number;
    refuse(key, fmt::format("expected a number from {} to {}", least, most));
    return fallback;
}

bool Fields::flag(std::string_view key, bool fallback) {
    const Json* value = find(key);
    if (value == nullptr) return fallback;
    if (value->is_boolean()) return value->get<bool>();
    refuse(key, "expected true or false");
    return fallback;
}

std::optional<std::vector<std::int64_t>> Fields::counts(std::string_view key, std::size_t size) {
    constexpr double kMost = 1e9;
    const Json* value = find(key);
    if (value == nullptr) return {};
    std::vector<std::int64_t> counts;
    if (value->is_array() && value->size() == size) {
        for (const Json& each : *value) {
            const double number = each.is_number() ? each.get<double>() : -1;
            if (!(number >= 0 && number <= kMost) || number != std::floor(number)) break;
            counts.push_back(static_cast<std::int64_t>(number));
        }
        if (counts.size() == size) return counts;
    }
    refuse(key, fmt::format("expected {} whole numbers of 0 or more", size));
    return {};
}

std::vector<std::pair<std::string, std::string>> Fields::scalars(std::string_view key) {
    std::vector<std::pair<std::string, std::string>> pairs;
    const Json* value = find(key);
    if (value == nullptr) return pairs;
    if (!value->is_object()) {
        refuse(key, "expected an object of names and values");
        return pairs;
    }
    for (const auto& [name, each] : value->items()) {
        const auto scalar = scalar_text(each);
        if (!scalar) {
            refuse(key, fmt::format("{}: expected a number, a text, true or false",
                                    text::printable(name)));
            return pairs;
        }
        pairs.emplace_back(name, *scalar);
    }
    return pairs;
}

std::string one_line(const Json& message) {
    return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::string> scalar_text(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
    if (value.is_number()) return value.dump();
    return {};
}

}  // namespace sparring::tuner
