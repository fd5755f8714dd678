#include "referee/archive/writer.hpp"

#include <utility>

namespace sparring::referee {

void ArchiveWriter::add(StoredGame game, StoredOpening opening,
                        std::function<void(bool kept)> done) {
    writer_.push([this, game = std::move(game),
                  opening = std::move(opening)] { archive_.add(game, opening); },
                 std::move(done));
}

void ArchiveWriter::add(StoredEvent event) {
    run([event = std::move(event)](Archive& archive) { archive.add(event); });
}

void ArchiveWriter::run(std::function<void(Archive&)> job) {
    writer_.push([this, job = std::move(job)] { job(archive_); }, {});
}

}  // namespace sparring::referee
