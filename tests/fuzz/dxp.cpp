// Messages of DXP: any bytes give a value, what is written is short enough and read again is the
// same; the reader takes every byte or says that it never will.
#include "protocol/dxp.hpp"
#include "tests/fuzz/checks.hpp"

using namespace sparring;
using fuzz::require;

namespace {

void check(std::string_view bytes) {
    const std::string text = dxp::to_text(dxp::parse(bytes));
    require(text.size() <= dxp::kLongest);
    require(dxp::to_text(dxp::parse(text)) == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view bytes{reinterpret_cast<const char*>(data), size};
    dxp::Reader reader;
    while (!bytes.empty() && !reader.overflown()) {
        bytes.remove_prefix(reader.feed(bytes));
        if (const auto message = reader.take()) {
            require(message->size() <= dxp::kLongest);
            check(*message);
        }
    }
    return 0;
}
