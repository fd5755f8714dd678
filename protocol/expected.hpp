// A value, or the reason why there is none, in words for the person who can act.
// (std::expected is C++23; this is the small part of it that parsers need.)
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace sparring {

struct Error {
    std::string message;
};

template <class T>
class [[nodiscard]] Expected {
  public:
    Expected(T value) : state_{std::in_place_index<0>, std::move(value)} {}
    Expected(Error error) : state_{std::in_place_index<1>, std::move(error)} {}

    explicit operator bool() const { return state_.index() == 0; }

    // Precondition of these: the value is there.
    T& operator*() & { return std::get<0>(state_); }
    const T& operator*() const& { return std::get<0>(state_); }
    T&& operator*() && { return std::get<0>(std::move(state_)); }
    T* operator->() { return &std::get<0>(state_); }
    const T* operator->() const { return &std::get<0>(state_); }

    // Precondition: the value is not there.
    const std::string& error() const { return std::get<1>(state_).message; }

  private:
    std::variant<T, Error> state_;
};

}  // namespace sparring
