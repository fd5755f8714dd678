// How the islands of a run see each other's best when each has a process of its own: something that
// keeps what they show, and that all of them reach. It carries texts and knows nothing of them.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"
#include "tuner/config/configuration.hpp"

namespace sparring::tuner {

/// What a text is filed under. There is one for each; of `last` one for each island.
struct MigrantLabel {
    int island = 0, generation = 0;
    bool last = false;
};

struct MigrantLetter {
    std::string from;  ///< for people: a file, a subject
    std::string text;
};

/// Of one run, used on one loop's thread by one coroutine at a time.
class MigrantExchange {
  public:
    virtual ~MigrantExchange() = default;

    /// When it returns the text is there to stay, whatever becomes of this process. The same again
    /// is harmless: what is there under a label stays. Waits for one that is away for a while; else
    /// says what is wrong.
    virtual boost::asio::awaitable<std::optional<std::string>> publish(MigrantLabel label,
                                                                       std::string text) = 0;

    /// What has come since the last call, of all islands and in any order; the first call gives all
    /// that is there. Waits for something to come, so long at most. Some may come twice, and of an
    /// island's older ones some may be gone. The error says why nothing will come any more.
    virtual boost::asio::awaitable<Expected<std::vector<MigrantLetter>>> arrived(
        std::chrono::milliseconds patience) = 0;
};

/// The one that the configuration's table `exchange` names.
std::unique_ptr<MigrantExchange> make_exchange(boost::asio::io_context& context,
                                               const Configuration& configuration);

/// A name as a folder or a part of a subject: other characters than letters, digits, - and _ become
/// _.
std::string exchange_name(std::string_view name);

}  // namespace sparring::tuner
