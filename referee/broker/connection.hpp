// A connection to a NATS server, seen from one event loop: the library's own threads only post to
// it. Knows nothing of JetStream (jetstream.hpp).
//
// Source: docs.nats.io, "NATS Client Protocol"; nats.c 3.4.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring::referee::broker {

/// Where the server is and who we are there.
struct Address {
    std::vector<std::string> urls;   ///< `nats://host:4222`, `tls://host:4222`; one answers
    std::string user{}, password{};  ///< empty: none
    std::string certificates{};      ///< file with the authorities to trust; empty: the system's
    std::string inbox = "_INBOX";    ///< answers come to subjects that begin so
    int replicas = 1;                ///< of what is stored, where the server is a cluster
};

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Message {
    std::string subject{}, reply{}, body{};
    Headers headers{};
    int status = 0;  ///< of a server's answer without content: 404, 408, 503, ...; 0: content

    /// Empty if there is none.
    std::string_view header(std::string_view name) const;
};

class Connection {
  public:
    enum class Change { lost, found, closed };

    /// Told on the loop. `why` is the server's or the library's last word.
    using OnChange = std::function<void(Change, const std::string& why)>;
    using OnMessage = std::function<void(Message)>;

    /// Blocks until the server has accepted us; 5 s at most. Afterwards a lost connection is found
    /// again without end, and nothing needs to be subscribed to anew. The context outlives it.
    static Expected<std::unique_ptr<Connection>> open(boost::asio::io_context& context,
                                                      const Address& address,
                                                      const std::string& name,
                                                      OnChange on_change = {});
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    bool connected() const;
    boost::asio::io_context& context() const;

    /// Fire and forget. While the connection is lost some 8 MB wait for it, what is beyond that is
    /// dropped.
    void publish(const std::string& subject, std::string_view body, const Headers& headers = {},
                 const std::string& reply = {});

    /// For as long as the connection lives.
    void subscribe(const std::string& subject, OnMessage on_message);

    /// The first answer with content or with a status other than 100. The error says that none
    /// came in time, that the connection was lost meanwhile, or that interrupt() was called.
    boost::asio::awaitable<Expected<Message>> request(std::string subject, std::string body,
                                                      std::chrono::milliseconds timeout,
                                                      Headers headers = {});

    /// Several answers to one question.
    class Inbox {
      public:
        struct State;

        ~Inbox();
        const std::string& subject() const { return subject_; }
        void end();    ///< nobody answers any more, now and later
        void renew();  ///< what was left of an earlier question is over; not end()

        /// The next answer; the errors are those of request().
        boost::asio::awaitable<Expected<Message>> next(std::chrono::milliseconds timeout);

      private:
        friend class Connection;
        std::weak_ptr<struct Inboxes> all_;
        std::shared_ptr<State> state_;
        std::string word_, subject_;
    };

    /// For answers that keep their subject, as stored messages do: with a subscription of its own,
    /// which lasts as long as the connection. Whoever asks often keeps it.
    std::unique_ptr<Inbox> mailbox();

    /// All who wait for an answer get none, now and later.
    void interrupt();

    /// What has been published is with the server when it returns true.
    bool flush(std::chrono::milliseconds timeout);

  private:
    Connection();
    std::unique_ptr<Inbox> inbox();

    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace sparring::referee::broker
