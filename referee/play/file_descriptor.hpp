// A file descriptor with one owner.
#pragma once

#include <unistd.h>

#include <utility>

namespace sparring::referee {

class FileDescriptor {
  public:
    FileDescriptor() = default;
    explicit FileDescriptor(int descriptor) : descriptor_{descriptor} {}
    FileDescriptor(FileDescriptor&& other) noexcept : descriptor_{other.release()} {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        if (this != &other) {
            reset();
            descriptor_ = other.release();
        }
        return *this;
    }
    ~FileDescriptor() { reset(); }

    int native() const { return descriptor_; }
    explicit operator bool() const { return descriptor_ >= 0; }

    int release() { return std::exchange(descriptor_, -1); }

    /// close() is not retried on EINTR: on Linux the descriptor is gone all the same.
    void reset() {
        if (descriptor_ >= 0) ::close(release());
    }

  private:
    int descriptor_ = -1;
};

}  // namespace sparring::referee
