#include "referee/archive/utc.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "protocol/text.hpp"

namespace sparring::referee {

std::string utc_text(UtcTime time) {
    using namespace std::chrono;
    const auto whole = floor<seconds>(time);
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(system_clock::to_time_t(whole)),
                       (time - whole).count());
}

std::string utc_now() {
    using namespace std::chrono;
    return utc_text(time_point_cast<milliseconds>(system_clock::now()));
}

std::optional<UtcTime> parse_utc(std::string_view text) {
    using namespace std::chrono;
    constexpr std::string_view form = "0000-00-00T00:00:00.000Z";
    if (text.size() != form.size()) return {};
    for (std::size_t i = 0; i < form.size(); ++i) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        if (form[i] == '0' ? !digit : text[i] != form[i]) return {};
    }
    const auto part = [&](std::size_t at, std::size_t length) {
        return *text::number<int>(text.substr(at, length));
    };
    const year_month_day day{year{part(0, 4)}, month{static_cast<unsigned>(part(5, 2))},
                             std::chrono::day{static_cast<unsigned>(part(8, 2))}};
    if (!day.ok() || part(11, 2) > 23 || part(14, 2) > 59 || part(17, 2) > 60) return {};
    return sys_days{day} + hours{part(11, 2)} + minutes{part(14, 2)} + seconds{part(17, 2)} +
           milliseconds{part(20, 3)};
}

std::optional<std::tm> local_time(std::string_view utc) {
    const auto time = parse_utc(utc);
    if (!time) return {};
    const std::time_t whole = std::chrono::system_clock::to_time_t(*time);
    std::tm local{};
    ::localtime_r(&whole, &local);
    return local;
}

double seconds_between(std::string_view from, std::string_view to) {
    const auto begin = parse_utc(from), end = parse_utc(to);
    return begin && end ? std::chrono::duration<double>(*end - *begin).count() : 0;
}

}  // namespace sparring::referee
