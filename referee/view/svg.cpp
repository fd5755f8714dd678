#include "referee/view/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "referee/view/markup.hpp"

namespace sparring::referee {
namespace {

std::string class_attribute(std::string_view css) {
    return css.empty() ? "" : fmt::format(" class=\"{}\"", css);
}

const char* anchor_attribute(Anchor anchor) {
    switch (anchor) {
        case Anchor::middle:
            return " text-anchor=\"middle\"";
        case Anchor::end:
            return " text-anchor=\"end\"";
        case Anchor::start:
            break;
    }
    return "";
}

long tenths_of(double value) {
    if (!(std::abs(value) <= 1e5)) value = value < 0 ? -1e5 : 1e5;
    return std::lround(value * 10);
}

std::string text_of(long tenths) {
    const char* sign = tenths < 0 ? "-" : "";
    const long size = std::abs(tenths);
    return size % 10 == 0 ? fmt::format("{}{}", sign, size / 10)
                          : fmt::format("{}{}.{}", sign, size / 10, size % 10);
}

std::string place(const Box& box) {
    return fmt::format(R"(x="{}" y="{}" width="{}" height="{}")", coordinate(box.x),
                       coordinate(box.y), coordinate(std::max(0.0, box.width)),
                       coordinate(std::max(0.0, box.height)));
}

}  // namespace

std::string coordinate(double value) {
    return text_of(tenths_of(value));
}

void Path::command(char letter) {
    if (letter == last_) return;
    text_ += letter;
    last_ = letter;
}

void Path::number(long tenths) {
    // A minus divides numbers as well as a blank does.
    const bool after_number = text_.back() >= '0' && text_.back() <= '9';
    if (after_number && tenths >= 0) text_ += ' ';
    text_ += text_of(tenths);
}

void Path::move(double x, double y) {
    last_ = 0;
    command('M');
    number(x_ = tenths_of(x));
    number(y_ = tenths_of(y));
}

void Path::line(double x, double y) {
    const long dx = tenths_of(x) - x_;
    const long dy = tenths_of(y) - y_;
    x_ += dx;
    y_ += dy;
    if (dx == 0 && dy == 0) return;
    command(dy == 0 ? 'h' : dx == 0 ? 'v' : 'l');
    if (dx != 0) number(dx);
    if (dy != 0) number(dy);
}

void Path::close() {
    command('z');
}

void Path::dot(double x, double y) {
    move(x, y);
    command('h');
    number(0);
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view css) {
    text_ +=
        fmt::format("<line{} x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", class_attribute(css),
                    coordinate(x1), coordinate(y1), coordinate(x2), coordinate(y2));
}

void Svg::rect(const Box& box, std::string_view css, double radius) {
    text_ += fmt::format("<rect{} {}{}/>\n", class_attribute(css), place(box),
                         radius > 0 ? fmt::format(" rx=\"{}\"", coordinate(radius)) : "");
}

void Svg::tint(const Box& box, std::string_view css, double opacity, std::string_view hint) {
    text_ += fmt::format("<rect{} {} fill-opacity=\"{:.2g}\"", class_attribute(css), place(box),
                         std::clamp(opacity, 0.0, 1.0));
    text_ += hint.empty() ? "/>\n" : fmt::format("><title>{}</title></rect>\n", escaped(hint));
}

void Svg::circle(double x, double y, double radius, std::string_view css) {
    text_ += fmt::format("<circle{} cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", class_attribute(css),
                         coordinate(x), coordinate(y), coordinate(radius));
}

void Svg::path(const Path& path, std::string_view css) {
    if (path.empty()) return;
    text_ += fmt::format("<path{} d=\"{}\"/>\n", class_attribute(css), path.text());
}

void Svg::text(double x, double y, std::string_view content, std::string_view css, Anchor anchor) {
    if (content.empty()) return;
    text_ += fmt::format("<text{} x=\"{}\" y=\"{}\"{}>{}</text>\n", class_attribute(css),
                         coordinate(x), coordinate(y), anchor_attribute(anchor), escaped(content));
}

void Svg::turned_text(double x, double y, double degrees, std::string_view content,
                      std::string_view css, Anchor anchor) {
    if (content.empty()) return;
    text_ += fmt::format("<text{} transform=\"translate({} {}) rotate({})\"{}>{}</text>\n",
                         class_attribute(css), coordinate(x), coordinate(y), coordinate(degrees),
                         anchor_attribute(anchor), escaped(content));
}

void Svg::open_window(const Box& box) {
    text_ += fmt::format("<svg {} viewBox=\"{} {} {} {}\">\n", place(box), coordinate(box.x),
                         coordinate(box.y), coordinate(box.width), coordinate(box.height));
}

}  // namespace sparring::referee
