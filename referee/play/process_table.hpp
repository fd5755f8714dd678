// The engine processes that are alive, and what they leave behind. A bot may fork, leave its
// process group and its session; what it forked comes to us as an orphan when its parent ends, and
// is killed.
#pragma once

#include <sys/types.h>

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sparring::referee {

/// Direct children of a process (of all its threads).
std::vector<pid_t> children_of(pid_t process);

/// One for each io_context that runs engines. Children that this process already has when the table
/// is made are left alone; every later child that is not in the table is taken for an engine's
/// orphan.
class ProcessTable {
  public:
    explicit ProcessTable(boost::asio::io_context& context);
    ProcessTable(const ProcessTable&) = delete;
    ProcessTable& operator=(const ProcessTable&) = delete;

    boost::asio::io_context& context() { return context_; }

    /// A marker for the environment of the next engine: its descendants are told by it.
    std::string next_marker();

    void add(pid_t process, const std::string& marker);
    void remove(pid_t process);
    std::size_t size() const { return engines_.size(); }

    /// Kills and reaps orphans of engines that are no longer in the table, and removes their
    /// control groups; returns how many children and groups were found that have not ended yet
    /// (they have been killed and end soon).
    int sweep();

  private:
    enum class Owner { living, gone, unknown };
    Owner owner_of(pid_t orphan) const;

    boost::asio::io_context& context_;
    std::map<pid_t, std::string> engines_;  // with the marker of each
    std::set<pid_t> not_ours_;
    std::set<pid_t> nameless_;  // had no environment when they were looked at last
};

}  // namespace sparring::referee
