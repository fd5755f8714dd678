// SVG as text, element by element. Coordinates are in pixels and are written with one decimal; how
// things look stands in page/chart.css, by class.
#pragma once

#include <string>
#include <string_view>

namespace sparring::referee {

struct Box {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    double right() const { return x + width; }
    double bottom() const { return y + height; }
};

/// 12, 12.5, -0.3; what is out of any picture's size is cut off.
std::string coordinate(double value);

/// The `d` of a path, short: relative steps of tenths of pixels; steps of no length are left out.
class Path {
  public:
    void move(double x, double y);
    void line(double x, double y);
    void close();
    /// Of no length: the stroke's round cap is what is seen.
    void dot(double x, double y);

    bool empty() const { return text_.empty(); }
    const std::string& text() const { return text_; }

  private:
    void command(char letter);
    void number(long tenths);

    std::string text_;
    char last_ = 0;
    long x_ = 0;
    long y_ = 0;
};

enum class Anchor { start, middle, end };

class Svg {
  public:
    void line(double x1, double y1, double x2, double y2, std::string_view css);
    void rect(const Box& box, std::string_view css, double radius = 0);
    /// With a hint that is shown where somebody points, and read aloud.
    void tint(const Box& box, std::string_view css, double opacity, std::string_view hint);
    void circle(double x, double y, double radius, std::string_view css);
    void path(const Path& path, std::string_view css);
    /// At the base line; `content` is text, not markup. Nothing for empty content.
    void text(double x, double y, std::string_view content, std::string_view css = "",
              Anchor anchor = Anchor::start);
    /// The same turned by `degrees` clockwise about its anchor.
    void turned_text(double x, double y, double degrees, std::string_view content,
                     std::string_view css, Anchor anchor);

    /// What follows is cut off outside `box`, until close().
    void open_window(const Box& box);
    void close_window() { text_ += "</svg>\n"; }

    std::string take() && { return std::move(text_); }

  private:
    std::string text_;
};

}  // namespace sparring::referee
