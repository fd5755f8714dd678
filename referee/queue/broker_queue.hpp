// A coordinator's end of a queue on a broker, with the connection that it needs.
#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "referee/broker/address.hpp"
#include "referee/broker/subjects.hpp"
#include "referee/queue/nats_queue.hpp"

namespace sparring::referee {

/// Connects and finds what is there; the context runs meanwhile, until that is done. Warnings are
/// also told of a connection that is lost and found again. The error says what to do.
Expected<std::shared_ptr<JobQueue>> open_broker_queue(boost::asio::io_context& context,
                                                      const broker::Address& address,
                                                      NatsQueueSettings settings);

/// What connections of ours are called on the server: `program@host.process`.
std::string connection_name(const std::string& program);

}  // namespace sparring::referee
