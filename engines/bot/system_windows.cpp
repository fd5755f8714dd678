#include <io.h>
#include <windows.h>

#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "engines/bot/system.hpp"

namespace sparring::bot {

// Pipes cannot be waited for, only read; and a read of a pipe or a console cannot be cancelled
// reliably. So a thread of its own reads, hands over one chunk at a time (a host that floods the
// engine is held up as on other systems) and is left behind in its last read at the end.
struct WakeableInput::State {
    std::mutex mutex;
    std::condition_variable changed;
    std::string bytes;
    bool ended = false, woken = false, abandoned = false;

    void read_all(HANDLE input) {
        std::array<char, 65536> chunk;
        bool more = true;
        while (more) {
            DWORD count = 0;
            more = ReadFile(input, chunk.data(), chunk.size(), &count, nullptr) != 0 && count > 0;
            std::unique_lock lock{mutex};
            changed.wait(lock, [this] { return bytes.empty() || abandoned; });
            if (abandoned) return;
            bytes.assign(chunk.data(), count);
            ended = !more;
            changed.notify_all();
        }
    }
};

WakeableInput::WakeableInput(int descriptor) : state_{std::make_shared<State>()} {
    const auto input = reinterpret_cast<HANDLE>(_get_osfhandle(descriptor));
    std::thread{[state = state_, input] { state->read_all(input); }}.detach();
}

WakeableInput::~WakeableInput() {
    const std::lock_guard lock{state_->mutex};
    state_->abandoned = true;
    state_->changed.notify_all();
}

void WakeableInput::wake() {
    const std::lock_guard lock{state_->mutex};
    state_->woken = true;
    state_->changed.notify_all();
}

WakeableInput::Event WakeableInput::wait(std::string& buffer) {
    State& state = *state_;
    std::unique_lock lock{state.mutex};
    state.changed.wait(lock,
                       [&state] { return state.woken || state.ended || !state.bytes.empty(); });
    if (std::exchange(state.woken, false)) return Event::woken;
    if (state.bytes.empty()) return Event::end;
    buffer += std::exchange(state.bytes, {});
    state.changed.notify_all();
    return Event::bytes;
}

void write_output(std::string_view bytes) {
    const HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
    while (!bytes.empty()) {
        DWORD count = 0;
        const auto size = static_cast<DWORD>(bytes.size());
        if (WriteFile(output, bytes.data(), size, &count, nullptr) == 0 || count == 0) return;
        bytes.remove_prefix(count);
    }
}

}  // namespace sparring::bot
