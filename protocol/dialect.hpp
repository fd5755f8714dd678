// The wire protocols by name, and which of them a host speaks: its first line tells.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sparring {

enum class Dialect : std::uint8_t { ugi, uci, hub, dxp, gtp, nboard, cs2, sau, botzone };

inline constexpr std::array kDialects{Dialect::ugi, Dialect::uci, Dialect::hub,
                                      Dialect::dxp, Dialect::gtp, Dialect::nboard,
                                      Dialect::cs2, Dialect::sau, Dialect::botzone};

/// `ugi`, `hub`, ...: what `proto=` and a program's argument say.
std::string_view word(Dialect dialect);

/// Any case, with or without leading dashes (`-gtp`).
std::optional<Dialect> parse_dialect(std::string_view text);

/// The dialect that a line asks for by its name, whatever was spoken before: `ugi`, `uci`, `hub`,
/// `nboard 2`.
std::optional<Dialect> greeted(std::string_view line, std::span<const Dialect> known);

/// The dialect of a host whose first line this is, out of those that the game has; nothing if the
/// line does not tell. `{` and a lone number are Botzone's JSON and simple forms.
std::optional<Dialect> recognise(std::string_view line, std::span<const Dialect> known);

}  // namespace sparring
