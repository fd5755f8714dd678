// Sections of the report of a run. Each adds itself to the document.
#pragma once

#include <string>
#include <vector>

#include "referee/view/document.hpp"
#include "tuner/view/plots.hpp"

namespace sparring::tuner {

// In report_facts.cpp: what was done.
void add_subject(referee::Document& document, const History& history);
void add_budget(referee::Document& document, const History& history);
void add_faults(referee::Document& document, const History& history);
void add_reproduction(referee::Document& document, const History& history,
                      const std::string& directory, const std::string& digest);

// In report_answers.cpp: what came out.
void add_summary(referee::Document& document, const History& history, const std::string& directory);
void add_answers(referee::Document& document, const History& history);
void add_test(referee::Document& document, const History& history,
              const std::vector<NamedChart>& charts);
void add_limits(referee::Document& document, const History& history);
void add_sensitivity(referee::Document& document, const History& history,
                     const std::vector<NamedChart>& charts);

/// The figure of that name, if the run has one.
void add_figure(referee::Document& document, const std::vector<NamedChart>& charts,
                std::string_view name);

/// A table of the configuration and a key in it, as text; the fallback where it does not say.
std::string configured(const History& history, std::string_view table, std::string_view key,
                       const std::string& fallback);

/// `12 s`, `3 min 5 s`, `2 h 40 min`.
std::string duration_text(double seconds);
std::string count_text(std::int64_t count);

/// 1 game, 2 games.
std::string counted(std::int64_t count, const std::string& one, const std::string& many);

}  // namespace sparring::tuner
