// Games between engines that are started here.
#pragma once

#include "referee/play/match_settings.hpp"
#include "referee/play/player_pool.hpp"
#include "referee/play/venue.hpp"

namespace sparring::referee {

class LocalVenue final : public Venue {
  public:
    /// All references outlive it.
    LocalVenue(ProcessTable& table, const MatchSettings& settings, Observer& observer);

    int room() const override { return settings_.concurrency; }

    /// Starts every engine once.
    boost::asio::awaitable<std::optional<RunEnd>> open() override;
    boost::asio::awaitable<Played> play(const ScheduledGame& game, const Opening& opening,
                                        int slot) override;
    void kept(const ScheduledGame&) override {}
    void wind_down() override {}
    void interrupt() override;

    /// When it returns, no process of an engine is left.
    boost::asio::awaitable<void> close(bool) override { return pool_.close(); }

    const std::vector<std::pair<std::string, std::string>>& identities() const override {
        return identities_;
    }

  private:
    struct Seat {
        int engine;
        Side side;
        PlayerPool::Loan player{};
    };

    boost::asio::awaitable<std::optional<Fault>> fill(Seat& seat, Played& played);
    boost::asio::awaitable<std::optional<int>> prove(std::string_view position, Played& played);
    PlayerPool::Engine engine(int number) const {
        return engines_[static_cast<std::size_t>(number)];
    }

    const MatchSettings& settings_;
    Observer& observer_;
    std::vector<PlayerPool::Engine> engines_;  // the players, then the prover if there is one
    PlayerPool pool_;
    std::vector<std::pair<std::string, std::string>> identities_;
    bool interrupted_ = false;
};

}  // namespace sparring::referee
