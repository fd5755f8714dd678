#include <fmt/format.h>

#include <cctype>

#include "referee/view/document.hpp"
#include "referee/view/markup.hpp"

namespace sparring::referee {
namespace {

/// Text whose first blanks would make it code.
std::string block_text(const Text& text) {
    const std::string line = markdown_of(text);
    const std::size_t begin = line.find_first_not_of(' ');
    return begin == line.npos ? "" : line.substr(begin);
}

struct MarkdownWriter {
    std::string operator()(const HeadingBlock& block) const {
        return std::string(block.level, '#') + " " + markdown_escaped(block.text) + "\n";
    }

    std::string operator()(const ParagraphBlock& block) const {
        return block_text(block.text) + "\n";
    }

    std::string operator()(const NoteBlock& block) const {
        return std::string{"> **"} + (block.warning ? "Warning:" : "Note:") + "** " +
               block_text(block.text) + "\n";
    }

    std::string operator()(const ListBlock& block) const {
        std::string result;
        int number = 0;
        for (const Text& item : block.items) {
            result +=
                (block.numbered ? std::to_string(++number) + ". " : "- ") + block_text(item) + "\n";
        }
        return result;
    }

    /// Another bullet than lists have: one that follows is a list of its own.
    std::string operator()(const FactsBlock& block) const {
        std::string result;
        for (const auto& [name, value] : block.facts) {
            result += fmt::format("* **{}:** {}\n", markdown_escaped(name), markdown_of(value));
        }
        return result;
    }

    std::string operator()(const CodeBlock& block) const {
        return markdown_code_block(block.text, block.language);
    }

    std::string operator()(const DocumentTable& table) const {
        if (table.columns.empty()) return "";
        std::string head = "|";
        std::string rule = "|";
        for (const TableColumn& column : table.columns) {
            head += fmt::format(" {} |", markdown_escaped(column.title));
            rule += column.align == TableColumn::Align::right ? "---:|" : "---|";
        }
        std::string result = head + "\n" + rule + "\n";
        for (const auto& row : table.rows) {
            result += "|";
            for (std::size_t i = 0; i < table.columns.size(); ++i) {
                result += fmt::format(" {} |", i < row.size() ? markdown_of(row[i], true) : "");
            }
            result += "\n";
        }
        return result;
    }

    std::string operator()(const FigureBlock& figure) const {
        std::string result =
            "![" + markdown_escaped(figure.title) + "](" + figure.picture + ")\n\n";
        const std::string caption = block_text(figure.caption);
        return result + caption + (caption.empty() ? "" : " ") + "Data: [" +
               markdown_escaped(figure.data) + "](" + figure.data + ")\n";
    }
};

}  // namespace

std::string anchor(std::string_view heading) {
    std::string result;
    for (const char c : clean_text(heading)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == ' ' || c == '-') result += '-';
        if (byte >= 0x80 || c == '_' || std::isalnum(byte) != 0) {
            result += byte < 0x80 ? static_cast<char>(std::tolower(byte)) : c;
        }
    }
    return result;
}

Document& Document::add(Block block) {
    blocks_.push_back(std::move(block));
    return *this;
}

std::string markdown(const Document& document) {
    std::string text = "# " + markdown_escaped(document.title()) + "\n";
    for (const Block& block : document.blocks()) {
        text += '\n';
        text += std::visit(MarkdownWriter{}, block);
    }
    return text;
}

}  // namespace sparring::referee
