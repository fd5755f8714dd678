#include "engines/bot/session.hpp"

namespace sparring::bot {

std::unique_ptr<Session> make_session(Dialect dialect, Bot& bot) {
    switch (dialect) {
        case Dialect::botzone:
            return botzone_session(bot);
        case Dialect::cs2:
            return cs2_session(bot);
        case Dialect::gtp:
            return gtp_session(bot);
        case Dialect::hub:
            return hub_session(bot);
        case Dialect::uci:
            return uci_session(bot);
        case Dialect::sau:
            return sau_session(bot);
        case Dialect::nboard:
            return nboard_session(bot);
        default:
            return ugi_session(bot);
    }
}

}  // namespace sparring::bot
