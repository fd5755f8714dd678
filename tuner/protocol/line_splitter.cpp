#include "tuner/protocol/line_splitter.hpp"

#include <utility>

namespace sparring::tuner {

void LineSplitter::add(std::string_view bytes) {
    kept_.erase(0, begin_);
    searched_ -= begin_;
    begin_ = 0;
    if (dropping_ && kept_.empty()) {
        // Nothing of a line that is dropped has to be kept.
        const auto end = bytes.find('\n');
        bytes.remove_prefix(end == bytes.npos ? bytes.size() : end);
    }
    kept_ += bytes;
}

std::optional<Line> LineSplitter::take() {
    const auto end = kept_.find('\n', searched_);
    if (end == kept_.npos) {
        searched_ = kept_.size();
        // One more than the most, for the CR of a line end.
        if (dropping_ || size() > most_ + 1) {
            dropping_ = true;
            kept_.clear();
            begin_ = searched_ = 0;
        }
        return {};
    }
    Line line{kept_.substr(begin_, end - begin_)};
    begin_ = searched_ = end + 1;
    if (line.text.ends_with('\r')) line.text.pop_back();
    if (std::exchange(dropping_, false) || line.text.size() > most_) line = {{}, true};
    return line;
}

std::optional<Line> LineSplitter::rest() {
    if (!dropping_ && size() == 0) return {};
    add("\n");
    return take();
}

}  // namespace sparring::tuner
