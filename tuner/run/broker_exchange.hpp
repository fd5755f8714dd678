// Islands that meet on a broker: what they show is kept in a stream there, for a week.
#pragma once

#include <memory>

#include "referee/broker/jetstream.hpp"
#include "tuner/run/migrant_exchange.hpp"

namespace sparring::tuner {

class BrokerExchange final : public MigrantExchange {
  public:
    /// `broker`: a URL or a file. Nothing is connected before it is needed.
    BrokerExchange(boost::asio::io_context& context, std::string broker, std::string_view run);
    ~BrokerExchange() override;

    boost::asio::awaitable<std::optional<std::string>> publish(MigrantLabel label,
                                                               std::string text) override;
    boost::asio::awaitable<Expected<std::vector<MigrantLetter>>> arrived(
        std::chrono::milliseconds patience) override;

  private:
    boost::asio::awaitable<std::optional<std::string>> reach();

    boost::asio::io_context& context_;
    std::string broker_, run_, consumer_;
    std::unique_ptr<referee::broker::Connection> connection_;
    std::unique_ptr<referee::broker::Connection::Inbox> inbox_;
};

}  // namespace sparring::tuner
