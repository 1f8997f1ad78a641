/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_SAMPLE_SOURCE_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_SAMPLE_SOURCE_H

#include "plan/ir/power.h"
#include <cstddef>
#include <cstdint>

namespace gpufft {

/*!
 * \brief The samples of one channel of a recording, as the engine takes them
 *
 * Samples count from the first of the recording. One thread at a time, but for read()
 * where may_be_read_by_several(), and expect(), forget() and in_place().
 */
class sample_source
{
public:
    //! What samples() says while nobody knows.
    static constexpr std::int64_t UNKNOWN = -1;

    virtual ~sample_source() = default;

    virtual sample_kind kind() const = 0;
    virtual std::int64_t samples() const = 0; //!< or UNKNOWN, of a pipe

    //! Waits until samples from \p start on are there, \p count of them where there are
    //! so many. \return how many there are, \p count at most
    virtual std::int64_t wait_for(std::int64_t start, std::int64_t count);

    //! Where these samples lie one behind the other, as kernels of kind() read them,
    //! until this goes; nullptr: they do not, and read() brings them.
    virtual const void* in_place(std::int64_t /*start*/, std::int64_t /*count*/) const
    {
        return nullptr;
    }
    //! Memory that in_place() points into, which stays where it is.
    struct memory {
        const char* begin = nullptr;
        std::size_t bytes = 0;
    };
    virtual memory whole() const { return {}; }
    //! Several threads may call read() at a time.
    virtual bool may_be_read_by_several() const { return false; }
    //! Copies samples, as kind() has them.
    //! \throws recording_error  they are not all there
    virtual void read(std::int64_t start, std::int64_t count, void* to) = 0;

    //! Samples from \p start on are about to be read.
    virtual void expect(std::int64_t /*start*/, std::int64_t /*count*/) const {}
    //! Samples from \p start on have been read, and will not be again.
    virtual void forget(std::int64_t /*start*/, std::int64_t /*count*/) const {}

    //! Whether all that was read so far, in place as well, was there.
    //! \throws recording_error  it was not
    virtual void check() const {}
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_SAMPLE_SOURCE_H */
