// What one step of the check came to.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sparring::referee::check {

struct Verdict {
    enum class Kind { pass, fail, skip };

    Kind kind = Kind::pass;
    std::string note;  ///< of a pass: what was measured; of a skip: why

    // Of a failure. Lines are printable.
    std::vector<std::string> sent, came;
    std::string right;  ///< what would have been right

    static Verdict pass(std::string note = {}) { return {Kind::pass, std::move(note), {}, {}, {}}; }
    static Verdict skip(std::string why) { return {Kind::skip, std::move(why), {}, {}, {}}; }

    bool failed() const { return kind == Kind::fail; }
};

/// A step as it was judged.
struct Judged {
    int number = 0;  ///< from 1
    std::string name;
    Verdict verdict;
};

}  // namespace sparring::referee::check
