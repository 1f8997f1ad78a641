/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_FEED_SAMPLE_FEED_H
#define INCLUDED_GPUFFT_LIB_SURVEY_FEED_SAMPLE_FEED_H

#include <cstddef>
#include <cstdint>

namespace gpufft {

/*!
 * \brief Samples of one piece after the other, where a device takes them
 *
 * Pieces are begun, given and left in the same order, which ascends. One thread.
 */
class sample_feed
{
public:
    virtual ~sample_feed() = default; //!< no piece that was given is in use

    //! How many of \p most frames, the first of which begins with sample \p start, should
    //! make a piece.
    virtual std::size_t frames_together(std::int64_t /*start*/, std::size_t most) const
    {
        return most;
    }
    //! Pieces that are worth beginning before they are asked for.
    virtual std::size_t ahead() const { return 0; }

    //! A piece is wanted soon.
    virtual void begin(std::int64_t start, std::int64_t count) = 0;
    //! next() would not wait.
    virtual bool has_next() { return false; }
    //! The samples of the oldest piece that was not given yet; waits for them. They stay
    //! until leave() of it.
    //! \throws recording_error  they are not there
    virtual const void* next() = 0;
    //! The device has read the oldest piece that was given.
    virtual void leave() = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_FEED_SAMPLE_FEED_H */
