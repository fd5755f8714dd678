#include "engines/draughts/tables.hpp"

#include <fmt/format.h>

#include <cstring>
#include <fstream>

namespace sparring::draughts {
namespace {

constexpr std::string_view kMagic = "SPARWDL1";
constexpr std::size_t kHeaderSize = 32;
constexpr std::size_t kAPlace = 4;  // positions in a byte

std::size_t bytes_of(const Ending& ending) {
    return (ending.size() + kAPlace - 1) / kAPlace;
}

/// Where the endings of a number of pieces begin; the last number is the size of all.
const std::vector<std::size_t>& begins(int pieces) {
    static const auto all = [] {
        std::array<std::vector<std::size_t>, Tables::kMostPieces + 1> begins;
        for (int count = 2; count <= Tables::kMostPieces; ++count) {
            begins[count].push_back(0);
            for (const Ending& ending : endings_of(count))
                begins[count].push_back(begins[count].back() + bytes_of(ending));
        }
        return begins;
    }();
    return all[pieces];
}

/// The place of a material in endings_of().
std::size_t ending_of(const Material& m) {
    static const auto all = [] {
        std::array<std::uint8_t, 256> places{};
        for (int count = 2; count <= Tables::kMostPieces; ++count) {
            const auto& endings = endings_of(count);
            for (std::size_t i = 0; i < endings.size(); ++i) {
                const Material& of = endings[i].material();
                places[static_cast<std::size_t>(of.own_men << 6 | of.own_kings << 4 |
                                                of.opp_men << 2 | of.opp_kings)] =
                    static_cast<std::uint8_t>(i);
            }
        }
        return places;
    }();
    return all[static_cast<std::size_t>(m.own_men << 6 | m.own_kings << 4 | m.opp_men << 2 |
                                        m.opp_kings)];
}

std::uint64_t fnv1a(const std::vector<std::uint8_t>& bytes) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
    return hash;
}

std::string header_of(Variant variant, int pieces, const std::vector<std::uint8_t>& body) {
    std::string header{kMagic};
    const auto number = [&](std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) header += static_cast<char>(value >> 8 * i & 255);
    };
    number(static_cast<std::uint64_t>(variant), 4);
    number(static_cast<std::uint64_t>(pieces), 4);
    number(body.size(), 8);
    number(fnv1a(body), 8);
    return header;
}

constexpr std::string_view kNames[] = {"international", "killer"};

}  // namespace

Tables::Tables(Variant variant) : variant_{variant} {}

std::optional<int> Tables::look_up(const Position& position) const {
    if (position.own() == 0 || position.opp() == 0) return {};
    const Pieces p = seen_by_mover(position);
    const Material material{bits::count(p.own_men), bits::count(p.own_kings),
                            bits::count(p.opp_men), bits::count(p.opp_kings)};
    const int pieces = bits::count(position.occupied());
    const std::size_t place = ending_of(material), index = endings_of(pieces)[place].index(p);
    const int code =
        bodies_[pieces][begins(pieces)[place] + index / kAPlace] >> 2 * (index % kAPlace) & 3;
    return code == 2 ? -1 : code;
}

void Tables::grow() {
    pieces_ = std::max(pieces_ + 1, 2);
    bodies_[pieces_].assign(begins(pieces_).back(), 0);
}

void Tables::set(std::size_t ending, std::size_t index, int value) {
    std::uint8_t& byte = bodies_[pieces_][begins(pieces_)[ending] + index / kAPlace];
    const int code = value < 0 ? 2 : value, shift = static_cast<int>(2 * (index % kAPlace));
    byte = static_cast<std::uint8_t>((byte & ~(3 << shift)) | code << shift);
}

int Tables::get(std::size_t ending, std::size_t index) const {
    const int code =
        bodies_[pieces_][begins(pieces_)[ending] + index / kAPlace] >> 2 * (index % kAPlace) & 3;
    return code == 2 ? -1 : code;
}

std::filesystem::path Tables::file(const std::filesystem::path& folder, Variant variant,
                                   int pieces) {
    return folder / fmt::format("{}-{}.wdl", kNames[static_cast<std::size_t>(variant)], pieces);
}

std::optional<Error> Tables::read(const std::filesystem::path& folder) {
    const int pieces = std::max(pieces_ + 1, 2);
    const auto path = file(folder, variant_, pieces);
    const auto wrong = [&](std::string_view what) {
        return Error{fmt::format("{}: {}", path.string(), what)};
    };
    std::ifstream stream{path, std::ios::binary};
    if (!stream) return wrong("cannot be read");
    std::string header(kHeaderSize, '\0');
    stream.read(header.data(), kHeaderSize);
    if (!stream) return wrong("it ends within its header");
    if (header.substr(0, kMagic.size()) != kMagic) return wrong("no tables of this version");
    std::vector<std::uint8_t> body(begins(pieces).back());
    stream.read(reinterpret_cast<char*>(body.data()), static_cast<std::streamsize>(body.size()));
    if (!stream) return wrong("it is too short");
    if (stream.peek() != std::ifstream::traits_type::eof()) return wrong("it is too long");
    if (header != header_of(variant_, pieces, body)) return wrong("its checksum is wrong");
    bodies_[pieces] = std::move(body);
    pieces_ = pieces;
    return {};
}

std::optional<Error> Tables::write(const std::filesystem::path& folder) const {
    const auto path = file(folder, variant_, pieces_);
    std::ofstream stream{path, std::ios::binary | std::ios::trunc};
    const auto& body = bodies_[pieces_];
    stream << header_of(variant_, pieces_, body);
    stream.write(reinterpret_cast<const char*>(body.data()),
                 static_cast<std::streamsize>(body.size()));
    stream.close();
    if (!stream) return Error{fmt::format("cannot write {}", path.string())};
    return {};
}

LoadedTables load_tables(const std::filesystem::path& folder, Variant variant) {
    const auto tables = std::make_shared<Tables>(variant);
    LoadedTables loaded;
    while (tables->pieces() < Tables::kMostPieces) {
        const auto error = tables->read(folder);
        if (!error) continue;
        loaded.problem = error->message;
        break;
    }
    if (tables->pieces() > 0) loaded.tables = tables;
    return loaded;
}

}  // namespace sparring::draughts
