// UGI's words for the check: the table of steps, and the exchanges that they are made of.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/check/examination.hpp"

namespace sparring::referee::check {

std::span<const Step> ugi_steps();

/// Hello, variant, options, `readyok`.
boost::asio::awaitable<std::optional<Verdict>> greet(Examination& exam);

/// The game that the engine plays by its own account: by its answers to `query legalmoves` or
/// `query fen` from the start, else by its name. Starts a process of its own and ends it.
boost::asio::awaitable<std::optional<games::Choice>> find_game(Examination& exam);

// ---- exchanges; a failure, or nothing
// ------------------------------------------------------------

using Failure = std::optional<Verdict>;

/// `ugi` up to `ugiok`: fills options, hello and names.
boost::asio::awaitable<Failure> say_hello(Examination& exam);

/// Sets variant and options, up to `readyok`.
boost::asio::awaitable<Failure> configure(Examination& exam);

/// `isready` after whatever has been sent: up to `readyok`.
boost::asio::awaitable<Failure> get_ready(Examination& exam);

/// Sends lines and `isready` in a new exchange; up to `readyok`.
boost::asio::awaitable<Failure> ask(Examination& exam, std::string lines);

/// A legal move in time, then `readyok`. `limit`: how long the move may take, without the margin.
/// The search is kept in exam.searches if a move came.
boost::asio::awaitable<Failure> search(Examination& exam, Situation at, std::string go,
                                       Duration limit);

/// The same without a limit on time: `stall=`.
boost::asio::awaitable<Failure> search(Examination& exam, Situation at, std::string go);

/// Takes the `bestmove` that has just been heard and what follows it up to `readyok`.
boost::asio::awaitable<Failure> take_move(Examination& exam, Situation at, std::string go);

// ---- positions
// -----------------------------------------------------------------------------------

Situation start_situation(const Examination& exam);

/// Random legal moves from the start, at most `plies`; the game is not finished. Needs rules.
Situation random_situation(const Examination& exam, int plies, std::uint64_t seed);

/// One move from the start; without rules the move is the engine's own. Nothing if it has none.
boost::asio::awaitable<std::optional<Situation>> after_one_move(Examination& exam);

/// A random game from the start to its end: every position, the last one finished. Needs rules.
std::vector<Situation> random_game(const Examination& exam, std::uint64_t seed);

/// The positions of some random game, one after another, none finished; the start alone without
/// rules.
std::vector<Situation> middle_game(const Examination& exam, std::size_t count);

// ---- lines
// ---------------------------------------------------------------------------------------

bool is_ready(std::string_view line);
bool is_move(std::string_view line);
bool is_error(std::string_view line);  ///< `info string error ..`

/// The values of the `response` lines heard, in order.
std::vector<std::string> responses(const std::vector<std::string>& heard);

// ---- steps, by file
// ------------------------------------------------------------------------------

using Judgement = boost::asio::awaitable<Verdict>;

// ugi_talk.cpp
Judgement starts(Examination&, std::string_view);
Judgement says_hello(Examination&, std::string_view);
Judgement is_configured(Examination&, std::string_view);
Judgement says_names(Examination&, std::string_view);
Judgement declares_options(Examination&, std::string_view);
Judgement takes_defaults(Examination&, std::string_view);
Judgement ready_twice(Examination&, std::string_view);
Judgement stays_ready(Examination&, std::string_view lines);
Judgement survives(Examination&, std::string_view what);

// ugi_search.cpp
Judgement finds_position(Examination&, std::string_view which);
Judgement goes(Examination&, std::string_view limits);
Judgement goes_infinite(Examination&, std::string_view);
Judgement ready_while_searching(Examination&, std::string_view);
Judgement goes_twice(Examination&, std::string_view);
Judgement knows_the_end(Examination&, std::string_view);
Judgement takes_long_positions(Examination&, std::string_view);
Judgement takes_long_lines(Examination&, std::string_view);
Judgement keeps_time(Examination&, std::string_view milliseconds);
Judgement repeats_itself(Examination&, std::string_view);

// ugi_reports.cpp: what the searches so far have shown
Judgement moves_once(Examination&, std::string_view);
Judgement informs(Examination&, std::string_view);
Judgement informs_well(Examination&, std::string_view);
Judgement gives_scores(Examination&, std::string_view);
Judgement counts_sanely(Examination&, std::string_view);
Judgement expects_legal_moves(Examination&, std::string_view);
Judgement falls_silent(Examination&, std::string_view);

// ugi_queries.cpp
Judgement agrees(Examination&, std::string_view question);
Judgement agrees_at_the_end(Examination&, std::string_view);

// ugi_ends.cpp
Judgement keeps_its_memory(Examination&, std::string_view);
Judgement quits(Examination&, std::string_view go);
Judgement ends_with_input(Examination&, std::string_view go);
Judgement leaves_nothing(Examination&, std::string_view);

}  // namespace sparring::referee::check
