/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_AVERAGE_SCHEDULE_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_AVERAGE_SCHEDULE_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

//! What becomes of the powers of frames.
enum class average { mean, exponential, highest, lowest };

/*!
 * \brief Which frames end an average: counting alone, no samples
 *
 * Frames are counted from 0 at restart(). With a rate, average i ends with frame
 * ceil((i + 1) * frame_rate / rate) - 1, never two with one frame; else every `frames`
 * frames end one, and 0 frames (a maximum or minimum until reset) end one each. Nothing
 * is ever summed up, so the rate holds for as long as a stream lasts.
 */
class average_schedule
{
public:
    struct settings {
        average how = average::mean;
        std::int64_t frames = 1;  //!< 0: until restart(), of highest and lowest
        double seconds = 0;       //!< time constant of exponential; 0: no average at all
        double frame_rate_hz = 1; //!< samp_rate / hop
        double rate_hz = 0;       //!< averages a second; 0: one for every `frames`
    };

    /*!
     * Takes effect with the next frame. Another kind of average begins anew; else what
     * was accumulated goes on, and ends at once where it is of as many frames as it now
     * takes.
     * Another rate counts from here.
     */
    void change(const settings& s);
    const settings& current() const { return d_settings; }
    //! The next frame is frame 0, of the first average.
    void restart();

    //! An average begins anew after each end, instead of going on.
    bool restarts() const;
    //! exp(-hop / (samp_rate seconds)): what a frame leaves of the one before. 1 where
    //! the average is not exponential, 0 for 0 seconds
    double keep() const;

    //! Frames until the next average ends, 1 at least.
    std::size_t frames_to_end() const;
    //! Frames that have been accumulated since the average began.
    std::size_t frames_accumulated() const { return d_accumulated; }

    /*!
     * The next \p frames frames. \return how many of them have been seen when each
     * average ends, ascending; and in \p counts, where given, the frames each is of
     */
    std::vector<std::uint32_t> advance(std::size_t frames,
                                       std::vector<std::uint64_t>* counts = nullptr);

private:
    //! Frames of an average where no rate says them.
    std::uint64_t period() const;

    settings d_settings;
    std::uint64_t d_seen = 0;        // frames since restart() or another rhythm
    std::uint64_t d_ended = 0;       // averages since then
    std::uint64_t d_accumulated = 0; // frames since the average began
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_AVERAGE_SCHEDULE_H */
