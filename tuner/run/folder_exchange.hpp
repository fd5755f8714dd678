// An exchange without a broker: FOLDER/RUN/island-2-gen-40.json, a file for each island and
// generation, that islands on one machine, or on one network file system, read and write.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <set>

#include "tuner/run/migrant_exchange.hpp"

namespace sparring::tuner {

class FolderExchange final : public MigrantExchange {
  public:
    /// The folder is made when something is published.
    FolderExchange(boost::asio::io_context& context, const std::string& folder,
                   std::string_view run);

    boost::asio::awaitable<std::optional<std::string>> publish(MigrantLabel label,
                                                               std::string text) override;
    boost::asio::awaitable<Expected<std::vector<MigrantLetter>>> arrived(
        std::chrono::milliseconds patience) override;

  private:
    Expected<std::vector<MigrantLetter>> look();

    boost::asio::steady_timer timer_;
    std::string folder_;           // of the run
    std::set<std::string> known_;  // names of files that have been read
};

}  // namespace sparring::tuner
