#include "referee/dialect/interpreter.hpp"

namespace sparring::referee {

std::unique_ptr<Interpreter> make_interpreter(Dialect dialect, const games::Choice& choice) {
    switch (dialect) {
        case Dialect::botzone:
            return botzone_interpreter(choice);
        case Dialect::cs2:
            return cs2_interpreter(choice);
        case Dialect::gtp:
            return gtp_interpreter(choice);
        case Dialect::hub:
            return hub_interpreter(choice);
        case Dialect::sau:
            return sau_interpreter(choice);
        case Dialect::uci:
            return uci_interpreter(choice);
        case Dialect::nboard:
            return nboard_interpreter(choice);
        default:
            return ugi_interpreter(choice);
    }
}

}  // namespace sparring::referee
