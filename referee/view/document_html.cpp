#include <fmt/format.h>

#include <array>

#include "referee/view/assets.hpp"
#include "referee/view/chart_style.hpp"
#include "referee/view/document.hpp"
#include "referee/view/html_frame.hpp"
#include "referee/view/markup.hpp"
#include "referee/view/page.hpp"

namespace sparring::referee {
namespace {

const char* align_attribute(const TableColumn& column) {
    return column.align == TableColumn::Align::right ? " class=\"number\"" : "";
}

class HtmlWriter {
  public:
    void operator()(const HeadingBlock& block) {
        if (block.level != 2) {
            text_ += fmt::format("<h3>{}</h3>\n", escaped(block.text));
            return;
        }
        close_section();
        ++sections_;
        open_ = true;
        const std::string part = anchor(block.text);
        text_ +=
            fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", escaped(part), escaped(block.text));
        links_ += html_of(hyperlink(block.text, "#" + part)) + "\n";
    }

    void operator()(const ParagraphBlock& block) {
        text_ += "<p>" + html_of(block.text) + "</p>\n";
    }

    void operator()(const NoteBlock& block) {
        text_ += fmt::format("<p class=\"note{}\" role=\"note\"><strong>{}:</strong> {}</p>\n",
                             block.warning ? " warning" : "", block.warning ? "Warning" : "Note",
                             html_of(block.text));
    }

    void operator()(const ListBlock& block) {
        const char* tag = block.numbered ? "ol" : "ul";
        text_ += fmt::format("<{} class=\"points\">\n", tag);
        for (const Text& item : block.items) text_ += "<li>" + html_of(item) + "</li>\n";
        text_ += fmt::format("</{}>\n", tag);
    }

    void operator()(const FactsBlock& block) {
        text_ += "<dl class=\"facts\">\n";
        for (const auto& [name, value] : block.facts) {
            text_ +=
                fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(name), html_of(value));
        }
        text_ += "</dl>\n";
    }

    void operator()(const CodeBlock& block) {
        text_ += "<pre><code>" + escaped(block.text) + "</code></pre>\n";
    }

    void operator()(const DocumentTable& table) {
        if (table.columns.empty()) return;
        text_ += "<div class=\"scroll\"><table>\n<thead><tr>";
        for (const TableColumn& column : table.columns) {
            text_ += fmt::format("<th scope=\"col\"{}>{}</th>", align_attribute(column),
                                 escaped(column.title));
        }
        text_ += "</tr></thead>\n<tbody>\n";
        for (const auto& row : table.rows) {
            text_ += "<tr>";
            for (std::size_t i = 0; i < table.columns.size(); ++i) {
                const char* open = i == 0 ? "th scope=\"row\"" : "td";
                text_ += fmt::format("<{}{}>{}</{}>", open, align_attribute(table.columns[i]),
                                     i < row.size() ? html_of(row[i]) : "", i == 0 ? "th" : "td");
            }
            text_ += "</tr>\n";
        }
        text_ += "</tbody>\n</table></div>\n";
    }

    void operator()(const FigureBlock& figure) {
        text_ += "<figure>\n";
        if (!figure.title.empty()) text_ += fmt::format("<h3>{}</h3>\n", escaped(figure.title));
        text_ += fmt::format(
            "{}<figcaption>{} Data: <a href=\"{}\" download>{}</a></figcaption>\n</figure>\n",
            figure.inlined, html_of(figure.caption), escaped(figure.data), escaped(figure.data));
    }

    std::string body() {
        close_section();
        return std::move(text_);
    }

    /// Worth it from three sections on.
    std::string navigation() const {
        if (sections_ < 3) return "";
        return "<nav aria-label=\"Sections\">\n" + links_ + "</nav>\n";
    }

  private:
    void close_section() {
        if (open_) text_ += "</section>\n";
        open_ = false;
    }

    std::string text_;
    std::string links_;
    int sections_ = 0;
    bool open_ = false;
};

}  // namespace

std::string html(const Document& document) {
    static const std::string style =
        std::string{page_style()} + std::string{chart_style()} + std::string{asset("document.css")};
    static const std::string policy =
        fmt::format("default-src 'none'; base-uri 'none'; form-action 'none'; style-src {}",
                    content_digest(style));
    HtmlWriter writer;
    for (const Block& block : document.blocks()) std::visit(writer, block);
    const std::string title = escaped(document.title());
    const std::string body = writer.body();
    const std::string navigation = writer.navigation();
    const std::array<Field, 5> fields{Field{"policy", policy}, Field{"title", title},
                                      Field{"style", style}, Field{"navigation", navigation},
                                      Field{"body", body}};
    return filled(asset("document.html"), fields);
}

}  // namespace sparring::referee
