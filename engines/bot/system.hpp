// What of standard input and output differs between systems: system_posix.cpp, system_windows.cpp.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace sparring::bot {

/// Bytes of a descriptor, untranslated. Waiting for them can be interrupted from another thread.
class WakeableInput {
  public:
    enum class Event { bytes, woken, end };

    /// The descriptor stays open. One object a descriptor: on Windows what was read ahead (up to
    /// 64 KB) is lost with it. Throws std::system_error if the system has no pipe or thread left.
    explicit WakeableInput(int descriptor);
    ~WakeableInput();
    WakeableInput(const WakeableInput&) = delete;
    WakeableInput& operator=(const WakeableInput&) = delete;

    /// Waits for bytes and appends them, for wake(), or for the end of the input (an unreadable one
    /// has ended). Not after `end`.
    Event wait(std::string& buffer);

    /// Makes a present or future wait() return `woken` once. Any thread.
    void wake();

  private:
    struct State;
    std::shared_ptr<State> state_;
};

/// Standard output, untranslated, in one piece if the system can. What nobody reads is dropped.
void write_output(std::string_view bytes);

}  // namespace sparring::bot
