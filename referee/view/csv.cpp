#include "referee/view/csv.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sparring::referee {

std::string csv_line(std::span<const std::string> fields) {
    std::string line;
    for (const std::string& field : fields) {
        if (&field != fields.data()) line += ',';
        if (field.find_first_of(",\"\r\n") == field.npos) {
            line += field;
            continue;
        }
        line += '"';
        for (const char c : field) line += c == '"' ? std::string{"\"\""} : std::string{c};
        line += '"';
    }
    return line + "\r\n";
}

std::string csv_number(double value) {
    return std::isfinite(value) ? fmt::format("{}", value == 0 ? 0.0 : value) : "";
}

}  // namespace sparring::referee
