#include "tuner/run/migrant_exchange.hpp"

#include <algorithm>

#include "tuner/run/broker_exchange.hpp"
#include "tuner/run/folder_exchange.hpp"

namespace sparring::tuner {

std::unique_ptr<MigrantExchange> make_exchange(boost::asio::io_context& context,
                                               const Configuration& configuration) {
    const std::string& place = configuration.exchange.folder;
    if (place.find("://") != std::string::npos || place.ends_with(".toml"))
        return std::make_unique<BrokerExchange>(context, place, configuration.name);
    return std::make_unique<FolderExchange>(context, configuration.exchange.folder,
                                            configuration.name);
}

std::string exchange_name(std::string_view name) {
    std::string result{name};
    std::replace_if(
        result.begin(), result.end(),
        [](char c) {
            return !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') &&
                   c != '-';
        },
        '_');
    return result;
}

}  // namespace sparring::tuner
