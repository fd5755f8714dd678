// Writes to an archive in the background, each game in a transaction of its own.
#pragma once

#include <functional>
#include <string>

#include "referee/archive/archive.hpp"
#include "referee/archive/background_writer.hpp"

namespace sparring::referee {

class ArchiveWriter {
  public:
    /// `done` and `failed` are called on the context's loop. After a failure nothing more is
    /// written, and every later `done` gets false. The archive outlives the writer, and nobody else
    /// uses it meanwhile.
    ArchiveWriter(boost::asio::io_context& context, Archive& archive,
                  std::function<void(std::string)> failed)
        : archive_{archive}, writer_{context, std::move(failed)} {}

    void add(StoredGame game, StoredOpening opening, std::function<void(bool kept)> done);
    void add(StoredEvent event);

    /// Anything else that belongs between two games.
    void run(std::function<void(Archive&)> job);

    /// Writes what is left and ends the thread.
    void close() { writer_.close(); }

  private:
    Archive& archive_;
    BackgroundWriter writer_;
};

}  // namespace sparring::referee
