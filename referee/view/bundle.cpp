#include "referee/view/bundle.hpp"

#include <algorithm>
#include <cassert>
#include <regex>
#include <set>

#include <fmt/format.h>

namespace sparring::referee {
namespace {

std::string variable(std::string_view file) {
    return "module_" + std::string(file.substr(0, file.find('.')));
}

class Bundle {
  public:
    explicit Bundle(std::span<const Asset> files) : files_{files} {}

    void add(const std::string& name) {
        if (!done_.insert(name).second) return;
        const auto file = std::find_if(files_.begin(), files_.end(),
                                       [&](const Asset& each) { return each.name == name; });
        assert(file != files_.end());
        const std::string body = with_imports(std::string(file->content));
        static const std::regex exported{
            R"((^|\n)export (const|function|async function|class) (\w+))"};
        std::string names;
        for (std::sregex_iterator it{body.begin(), body.end(), exported}, end; it != end; ++it) {
            names += (names.empty() ? "" : ", ") + (*it)[3].str();
        }
        text_ += fmt::format("const {} = (() => {{\n{}\nreturn {{ {} }};\n}})();\n", variable(name),
                             std::regex_replace(body, exported, "$1$2 $3"), names);
    }

    std::string text() && { return std::move(text_); }

  private:
    /// The imports taken from the modules' variables; the modules themselves come first.
    std::string with_imports(const std::string& content) {
        static const std::regex import{
            R"re((^|\n)import (?:(\{[^}]*\})|\* as (\w+)) from "\./([\w.-]+)";)re"};
        std::string body;
        auto rest = content.begin();
        for (std::sregex_iterator it{content.begin(), content.end(), import}, end; it != end;
             ++it) {
            const std::smatch& match = *it;
            add(match[4]);
            body.append(rest, match[0].first);
            body += fmt::format("{}const {} = {};", match[1].str(),
                                match[2].matched ? match[2].str() : match[3].str(),
                                variable(match[4].str()));
            rest = match[0].second;
        }
        body.append(rest, content.end());
        return body;
    }

    std::span<const Asset> files_;
    std::set<std::string> done_;
    std::string text_;
};

}  // namespace

std::string bundle(std::span<const Asset> files, std::string_view entry) {
    Bundle result{files};
    result.add(std::string(entry));
    return "\"use strict\";\n" + std::move(result).text();
}

}  // namespace sparring::referee
