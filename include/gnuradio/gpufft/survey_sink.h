/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_SURVEY_SINK_H
#define INCLUDED_GR_GPUFFT_SURVEY_SINK_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/sync_block.h>
#include <cstdint>
#include <memory>
#include <string>

namespace gr {
namespace gpufft {

/*!
 * \brief Records spectra in a survey: arrays of Zarr, as `gpufft process` makes them
 * \ingroup gpufft
 *
 * Inputs: float[length], one for each of `statistics`, in their order: spectra as a
 * spectrum_block makes them with the same settings, centered, with all of their bins, and
 * an output every `frames` frames. With one_sided float[length / 2 + 1], of real samples.
 *
 * Each item of the first input, with those of the others, is a row. The survey can be
 * read while it grows: rows are there `flush_seconds` after they came, at the latest.
 * The same flowgraph run again goes on with the survey behind its last row, and so it
 * does after a kill -9, which loses what was not written yet.
 *
 * Times are of the tags rx_time. With utc, where no tag says a time, the first row has
 * that of its arrival, and the others follow by samp_rate; without it, times are seconds
 * of samples from the first one. A tag rx_time that does not fit what went before leaves
 * a gap. Tags rx_freq and freq, and set_freq(), move the frequencies of the rows from
 * theirs on. All tags of the first input are kept in tags.jsonl in the survey's folder.
 *
 * When the files cannot be written any more, as on a full disk, or a tag rx_rate or
 * samp_rate names another rate, the log says so and the block ends the stream. What is
 * written stays; with room, the same flowgraph goes on.
 */
class GPUFFT_API survey_sink : virtual public gr::sync_block
{
public:
    typedef std::shared_ptr<survey_sink> sptr;

    /*!
     * \param survey           the folder; made where there is none
     * \param length           points of the transform, 1 .. 2^27
     * \param samp_rate        in Hz, > 0, of the samples that spectra were made of
     * \param freq             of the receiver, in Hz: that of DC
     * \param hop              samples from a frame to the next; 0: half the length
     * \param frames           of a spectrum, >= 1
     * \param window           that frames were multiplied by, as periodic_window() has
     *                         it, or "polyphase": it decides the RBW that the survey says
     * \param output           "power", "power_per_hz", "dbfs" or "dbfs_per_hz"
     * \param statistics       "mean", "max", "min", or several with a comma between them
     * \param one_sided        spectra are of real samples
     * \param taps_per_branch  of the spectra
     * \param utc              times are UTC
     * \param flush_seconds    > 0: the longest that a row waits to be written
     *
     * \throws plan_error          an argument is out of the range above
     * \throws std::runtime_error  the survey cannot be written, was begun with other
     *                             settings, or is another sink's at the moment
     */
    static sptr make(const std::string& survey,
                     int length,
                     double samp_rate,
                     double freq = 0.0,
                     int hop = 0,
                     int frames = 1,
                     const std::string& window = "blackmanharris",
                     const std::string& output = "dbfs_per_hz",
                     const std::string& statistics = "mean",
                     bool one_sided = false,
                     int taps_per_branch = 1,
                     bool utc = true,
                     double flush_seconds = 5.0);

    //! The receiver's, in Hz, from the next spectrum on. From any thread.
    virtual void set_freq(double freq) = 0;
    virtual double freq() const = 0;
    //! Rows of the survey, those of earlier runs among them; some may not be written yet.
    virtual std::uint64_t rows() const = 0;

    //! For callbacks that cannot throw: once the flowgraph has started, logs why a value
    //! was refused. \return false  it has not: throw
    virtual bool logs_refusal(const std::string& why) = 0;

    //! Why the block has ended the stream, of the last run; "": it has not.
    virtual std::string failure() const = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_SURVEY_SINK_H */
