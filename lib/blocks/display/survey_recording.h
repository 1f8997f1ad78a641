/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_SURVEY_RECORDING_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_SURVEY_RECORDING_H

#include "display/store/spectrum_times.h"
#include "survey/record/spectra_recorder.h"
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace gr {
namespace gpufft {

//! What spectra are of, for a survey of them.
struct recorded_band {
    double samp_rate_hz = 1, freq_hz = 0;
    double spectra_rate_hz = 0; //!< 0: not known
    int hop = 0;                //!< samples from a frame to the next; 0: not known
    double enbw_bins = 1.5;

    //! A survey can have spectra of both, at whatever frequency.
    bool fits(const recorded_band& other) const;
};

//! What has become of spectra that are recorded.
struct recording_state {
    std::string folder; //!< of the survey that is written; "": none is
    std::uint64_t rows = 0;
    std::uint64_t missing = 0; //!< spectra that came faster than they could be written
    std::string problem;       //!< why the last recording ended by itself; "": it did not
};

/*!
 * \brief Records spectra of a display in a survey while they come, and can be told to end
 *
 * A thread of its own writes; the one that brings spectra only copies them, and where
 * files are slower than spectra come, spectra are left out and counted. Rows can be read
 * FLUSH_SECONDS after they came at the latest. Spectra of another sampling rate go on in
 * a survey beside the first one, survey-2.zarr and so on.
 */
class survey_recording
{
public:
    //! \param changed  called when there is something new in state(), by any thread
    //! \param log      takes a line about what went wrong, by any thread
    survey_recording(int bins,
                     bool is_one_sided,
                     ::gpufft::spectrum_unit unit,
                     std::function<void()> changed,
                     std::function<void(const std::string&)> log);
    ~survey_recording() { close(); }

    survey_recording(const survey_recording&) = delete;
    survey_recording& operator=(const survey_recording&) = delete;

    //! Begins a survey, or goes on with one; a recording before ends.
    //! \throws std::exception  plan_error or survey_error, which say what is wrong
    void begin(const std::string& folder, const recorded_band& band);
    //! Writes what came, and ends; the survey is complete then.
    void end();
    //! end(), and nothing is recorded any more.
    void close();

    //! By one thread. \param spectra  `bins` numbers for each of the times
    void add(const float* spectra,
             const std::vector<::gpufft::display::spectrum_time>& times,
             const recorded_band& band);
    recording_state state() const;
    //! Nothing was begun, for this reason: it is in state() from now on.
    void refused(const std::string& problem);

private:
    struct batch {
        std::vector<float> numbers;
        std::vector<::gpufft::display::spectrum_time> times;
        recorded_band band;
        std::int64_t arrived_utc_ns = 0; // at the end of its last spectrum
    };
    using recorder = std::unique_ptr<::gpufft::spectra_recorder>;

    recorder open(const std::string& folder, const recorded_band& band) const;
    void go_on_beside(const recorded_band& band);
    void write_until_end();
    void write_next(std::unique_lock<std::mutex>& lock);
    void write(const batch& from);
    std::int64_t utc_ns(const batch& from, std::size_t i);
    void flush();

    const std::size_t d_bins;
    const bool d_is_one_sided;
    const ::gpufft::spectrum_unit d_unit;
    const std::function<void()> d_changed;
    const std::function<void(const std::string&)> d_log;

    std::mutex d_begin_mutex; // begin() and end(): taken before the other one
    bool d_is_closed = false;
    std::thread d_writer;

    mutable std::mutex d_mutex; // what follows
    std::condition_variable d_wake;
    std::deque<batch> d_waiting;
    std::size_t d_waiting_numbers = 0;
    bool d_is_on = false, d_is_ending = false;
    recording_state d_state;

    // The thread that writes alone, and begin() before it.
    std::string d_first_folder;
    recorder d_recorder;
    recorded_band d_band;
    bool d_begins = true, d_has_logged_missing = false;
    //! Times that no tag told: the moment of one of them, on the clock of this machine.
    struct known_moment {
        double begin_s;
        std::int64_t utc_ns;
    };
    std::optional<known_moment> d_known;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_SURVEY_RECORDING_H */
