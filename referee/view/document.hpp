// A report that is written once and read in two forms: Markdown, for a repository, and a page in
// one file that loads nothing and runs nothing. Content is text (rich_text.hpp), never markup.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "referee/view/rich_text.hpp"
#include "referee/view/svg_chart.hpp"

namespace sparring::referee {

struct TableColumn {
    enum class Align { left, right };  ///< right for numbers
    std::string title{};
    Align align = Align::right;
};

struct DocumentTable {
    std::vector<TableColumn> columns{};     ///< the first one names the rows
    std::vector<std::vector<Text>> rows{};  ///< short rows are filled up, long ones cut off
};

/// A file that belongs beside the document.
struct DocumentFile {
    std::string name;
    std::string content;
};

// What a document consists of; made by Document.
struct HeadingBlock {
    int level;  ///< 2 or 3
    std::string text;
};
struct ParagraphBlock {
    Text text;
};
struct NoteBlock {
    bool warning;
    Text text;
};
struct ListBlock {
    bool numbered;
    std::vector<Text> items;
};
struct FactsBlock {
    std::vector<std::pair<std::string, Text>> facts;
};
struct CodeBlock {
    std::string text;
    std::string language;
};
struct FigureBlock {
    std::string title;
    Text caption;
    std::string inlined;  ///< SVG
    std::string picture;  ///< name of the file that has it too
    std::string data;     ///< name of the CSV file; empty without
};
using Block = std::variant<HeadingBlock, ParagraphBlock, NoteBlock, ListBlock, FactsBlock,
                           CodeBlock, DocumentTable, FigureBlock>;

class Document {
  public:
    explicit Document(std::string title) : title_{std::move(title)} {}

    /// A section (in the page's list of them), and a part of one.
    Document& section(std::string text) { return add(HeadingBlock{2, std::move(text)}); }
    Document& subsection(std::string text) { return add(HeadingBlock{3, std::move(text)}); }

    Document& paragraph(Text text) { return add(ParagraphBlock{std::move(text)}); }
    Document& note(Text text) { return add(NoteBlock{false, std::move(text)}); }
    Document& warning(Text text) { return add(NoteBlock{true, std::move(text)}); }
    Document& list(std::vector<Text> items) { return add(ListBlock{false, std::move(items)}); }
    Document& steps(std::vector<Text> items) { return add(ListBlock{true, std::move(items)}); }
    /// Names with values: what was done, where, with which seed.
    Document& facts(std::vector<std::pair<std::string, Text>> facts) {
        return add(FactsBlock{std::move(facts)});
    }
    /// `language` as Markdown names it: sh, toml.
    Document& code_block(std::string text, std::string language = "") {
        return add(CodeBlock{std::move(text), std::move(language)});
    }
    Document& table(DocumentTable table) { return add(std::move(table)); }

    /// A chart of any kind under its title; `name`.svg and `name`.csv are among the files.
    /// `name`: letters, digits, `-`, `_`, `.`, `/`; relative to the document.
    template <class Chart>
    Document& figure(const std::string& name, const Chart& chart, Text caption = {}) {
        files_.push_back({name + ".svg", svg(chart, Look{Look::Use::file, width_})});
        files_.push_back({name + ".csv", csv(chart)});
        return add(FigureBlock{chart.title, std::move(caption),
                               svg(chart, Look{Look::Use::inlined, width_}), name + ".svg",
                               name + ".csv"});
    }

    /// Of figures that follow, in pixels.
    Document& width(int pixels) {
        width_ = pixels;
        return *this;
    }

    const std::string& title() const { return title_; }
    const std::vector<Block>& blocks() const { return blocks_; }

    /// What Markdown refers to and the page offers to take along.
    const std::vector<DocumentFile>& files() const { return files_; }

  private:
    Document& add(Block block);

    std::string title_;
    std::vector<Block> blocks_;
    std::vector<DocumentFile> files_;
    int width_ = 700;
};

/// Where a link to a section goes (`#` before it): as GitHub makes it of the heading.
std::string anchor(std::string_view heading);

/// Blocks under their headings; a figure is a reference to its file, its caption, a link to its
/// data.
std::string markdown(const Document& document);

/// The whole page with the look of the referee's report, figures in it. Its content security policy
/// allows its own style and no script.
std::string html(const Document& document);

}  // namespace sparring::referee
