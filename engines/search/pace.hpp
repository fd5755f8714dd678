// Whether another iteration is worth its time: the share of the clock (time.hpp), stretched while
// the search changes its mind and cut where there is nothing to decide.
#pragma once

#include <algorithm>
#include <chrono>

#include "engines/search/time.hpp"

namespace sparring {

class Pace {
  public:
    using Duration = TimeBudget::Duration;

    explicit Pace(const TimeBudget& budget) : budget_{budget} {}

    /// An iteration has ended `now` after the start. `changed`: its best move is another than that
    /// of the one before; `centi`: its value for the mover, in hundredths of the game's unit.
    void ended(Duration now, bool changed, int centi) {
        const Duration took = now - now_;
        if (took_ > kMeasurable) {
            const double ratio =
                static_cast<double>(took.count()) / static_cast<double>(took_.count());
            branching_ = 0.5 * (branching_ + std::clamp(ratio, 1.0, kLargestBranching));
        }
        steady_ = changed ? 0 : steady_ + 1;
        doubt_ = 0.5 * doubt_ + (changed ? 1.0 : 0.0);
        fall_ = now_ > Duration{} ? centi_ - centi : 0;
        centi_ = centi;
        took_ = took;
        now_ = now;
    }

    /// No further iteration shall be begun. Never without a soft limit.
    bool enough() const {
        if (!budget_.soft) return false;
        const double now = seconds(now_);
        if (now >= stretch() * seconds(*budget_.soft)) return true;
        // An iteration that would be cut off before its first moves are through finds nothing.
        return budget_.hard && now + kUseful * branching_ * seconds(took_) > seconds(*budget_.hard);
    }

    /// Of the soft limit.
    double stretch() const {
        double factor = 1.0 + kDoubt * doubt_;
        if (steady_ >= kSteady) factor *= kEasy;
        if (fall_ >= kPanicFall) factor *= kPanic;
        return factor;
    }

    /// When the next iteration should end.
    Duration next_end() const {
        return now_ + std::chrono::duration_cast<Duration>(branching_ * took_);
    }

    /// How many times as long an iteration takes as the one before it, as measured.
    double branching() const { return branching_; }

  private:
    static constexpr Duration kMeasurable = std::chrono::microseconds{200};
    static constexpr double kLargestBranching = 12;
    static constexpr double kUseful = 0.25;  // of an iteration
    static constexpr double kDoubt = 0.4, kEasy = 0.7, kPanic = 1.6;
    static constexpr int kSteady = 4;      // iterations with the same best move
    static constexpr int kPanicFall = 50;  // half a unit

    static double seconds(Duration time) { return std::chrono::duration<double>(time).count(); }

    TimeBudget budget_;
    Duration now_{}, took_{};
    double branching_ = 3, doubt_ = 0;
    int steady_ = 0, fall_ = 0, centi_ = 0;
};

}  // namespace sparring
