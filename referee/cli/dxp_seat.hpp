// `referee dxp-seat`: a UGI engine on standard input and output that starts a program which speaks
// DXP and plays through it. The referee starts this where an engine has proto=dxp.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "referee/play/player.hpp"

namespace sparring::referee {

/// The words after `dxp-seat`: the program and its arguments, in which {port} stands for the port.
int dxp_seat_command(std::span<const std::string> words);

/// An engine with proto=dxp, whose program has been found, as a UGI engine; others stay as they
/// are. Says what DXP cannot express of game and limits.
std::optional<std::string> seat_dxp(EngineSettings& engine, const games::Choice& choice);

}  // namespace sparring::referee
