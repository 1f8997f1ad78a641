/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_DISPLAY_H
#define INCLUDED_GR_GPUFFT_DISPLAY_H

#include <gnuradio/attributes.h>
#include <gnuradio/block.h>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#ifdef gnuradio_gpufft_display_EXPORTS
#define GPUFFT_DISPLAY_API __GR_ATTR_EXPORT
#else
#define GPUFFT_DISPLAY_API __GR_ATTR_IMPORT
#endif

class QWidget;

namespace gr {
namespace gpufft {

/*!
 * \brief Shows spectra that were computed elsewhere: traces, persistence, waterfall, on
 * one frequency axis \ingroup gpufft
 *
 * Input 0: float[bins], spectra in the unit that `input` names, with DC in bin bins / 2;
 *          with one_sided, of real samples: bin 0 is DC, the last one half the rate
 * Input 1: with histogram_bins, optional: float[histogram_levels * histogram_bins],
 *          histograms as persistence_c makes them, which the persistence pane shows then
 *
 * The block's thread stores each spectrum and goes on; the window draws up to 60 pictures
 * a second of what is stored. A window that is slow, hidden or minimized draws fewer, but
 * max, min, average and waterfall are of all spectra.
 *
 * Times are from tags rx_time and spectra_rate; a time that is later than expected leaves
 * a gap in the waterfall. Where no spectra_rate is given, they are those of arrival. Tags
 * rx_freq, freq, rx_rate and samp_rate change the axis at their spectrum: traces begin
 * anew, and rows of the waterfall stay at the frequencies that they were taken at.
 *
 * Message ports. In, "command": a pair of a name and a value, or a dictionary of such:
 * each setter's name without "set_", "reset", "autoscale" and "status". Out, "freq": a
 * pair of "freq" and the frequency in Hz that was clicked at. Out, "band": a dictionary
 * of "low", "high", "freq" and "bandwidth" in Hz, of a band that was selected. Out,
 * "zoom": the same of what is seen now, "columns" of pixels and "bins" of a spectrum,
 * when the flowgraph starts and whenever that changes: zoom_c narrows the stream to that.
 * A tag "whole_band", a pair of edges in Hz, says what spectra are a part of: views go up
 * to there, and back. A tag "stream_seconds" says how long after the first sample a
 * spectrum began, where no tag rx_time ever came. Out, "status": a dictionary as status()
 * has it.
 *
 * Setters may be called from any thread. Values that are refused throw plan_error before
 * the flowgraph starts, where the thread of the QApplication calls; else the log says
 * what is wrong with them, and nothing changes.
 */
class GPUFFT_DISPLAY_API display : virtual public gr::block
{
public:
    typedef std::shared_ptr<display> sptr;

    /*!
     * \param bins                  of a spectrum, 1 .. 2^24
     * \param samp_rate             in Hz, > 0, of the samples that spectra were made of
     * \param freq                  of the receiver, in Hz: that of DC
     * \param input                 "dbfs", "dbfs_per_hz", "power" or "power_per_hz", as
     *                              the output of a spectrum_block
     * \param spectra_rate          spectra in a second of stream; 0: not known
     * \param panes                 "spectrum,persistence,waterfall", or some of these,
     * from top to bottom \param title                 shown above; "": none \param
     * one_sided             spectra are of real samples \param histogram_bins        of a
     * histogram at input 1; 0: there is no such input \param histogram_levels      of a
     * histogram \param histogram_lowest_db   where its lowest level begins \param
     * histogram_highest_db  where its highest level ends \param renderer "auto": OpenGL
     * where a GPU computes it; "opengl"; "raster": without \param parent of the widget;
     * the block's own where there is none
     *
     * \throws plan_error          an argument is out of the range above
     * \throws std::runtime_error  there is no QApplication, this is another thread than
     *                             its, or there is no OpenGL where it is asked for
     */
    static sptr make(int bins,
                     double samp_rate,
                     double freq = 0.0,
                     const std::string& input = "dbfs_per_hz",
                     double spectra_rate = 0.0,
                     const std::string& panes = "spectrum,persistence,waterfall",
                     const std::string& title = "",
                     bool one_sided = false,
                     int histogram_bins = 0,
                     int histogram_levels = 256,
                     double histogram_lowest_db = -120.0,
                     double histogram_highest_db = 0.0,
                     const std::string& renderer = "auto",
                     QWidget* parent = nullptr);

    /*!
     * \brief Why no window can be opened here, and what would work; "" where one can
     *
     * For programs to ask before they make a QApplication, which ends a program that has
     * no screen.
     */
    static std::string why_no_window();

    //! The widget, for a layout of the window; nullptr once Qt has deleted it.
    virtual QWidget* qwidget() = 0;
    //! Runs the QApplication until its windows are closed.
    virtual void exec_() = 0;

    virtual void set_samp_rate(double samp_rate) = 0;
    virtual void set_freq(double freq) = 0;
    //! \param hop  0: spectra_rate is that of the samp_rate there is, and changes with
    //! it;
    //!             > 0: it stays at any samp_rate, as spectrum_block's `rate` does, but
    //!             for one spectrum each hop samples at most
    virtual void set_spectra_rate(double spectra_rate, int hop = 0) = 0;
    virtual void set_panes(const std::string& panes) = 0;
    //! "dbfs", "dbfs_per_hz", "dbm" or "dbm_per_hz"; levels of axes move along.
    virtual void set_unit(const std::string& unit) = 0;
    //! The power, in dBm, that 0 dBFS stands for.
    virtual void set_full_scale_dbm(double dbm) = 0;
    //! The noise bandwidth of the window that spectra were made with, in bins; a Hann
    //! window's, 1.5, where nothing is said.
    virtual void set_enbw(double bins) = 0;
    //! Ends of the level axes, in the unit that is shown.
    virtual void set_range_db(double lowest_db, double highest_db) = 0;
    //! What the lowest and the highest colour of the waterfall stand for.
    virtual void set_colour_range_db(double coldest_db, double hottest_db) = 0;
    //! "viridis", "inferno", "magma", "plasma" or "grey"
    virtual void set_colours(const std::string& name) = 0;
    virtual void set_dark(bool is_dark) = 0;
    //! Seconds that the waterfall shows, 0.05 .. 600.
    virtual void set_seconds(double seconds) = 0;
    //! Time constant of the persistence that is computed here; 0: it does not fade.
    virtual void set_decay_seconds(double seconds) = 0;
    //! Spectra whose mean power the average is of: all since reset() up to that many,
    //! then exponential.
    virtual void set_average_spectra(double spectra) = 0;
    //! \param trace  "now", "max", "min", "average" or "reference"
    virtual void set_trace(const std::string& trace, bool is_shown) = 0;
    //! Zooms to these frequencies.
    virtual void set_view(double low, double high) = 0;
    virtual void set_paused(bool is_paused) = 0;
    virtual void add_marker(double freq, bool is_delta = false) = 0;
    virtual void clear_markers() = 0;
    //! Fits the axes' levels and the colours to what there is.
    virtual void autoscale() = 0;
    //! Begins max, min, average and persistence anew.
    virtual void reset() = 0;

    //! The picture as it is now, in a size of your own; also without a window on a
    //! screen. By the thread of the QApplication. \throws std::runtime_error  the file
    //! cannot be written
    virtual void save_png(const std::string& path, int width = 0, int height = 0) = 0;
    //! By the thread of the QApplication. \throws std::runtime_error  as save_png()
    virtual void save_csv(const std::string& path, const std::string& trace = "now") = 0;

    virtual int bins() const = 0;
    virtual double samp_rate() const = 0;
    virtual double freq() const = 0;
    virtual std::uint64_t spectra() const = 0;  //!< that have been taken
    virtual std::uint64_t pictures() const = 0; //!< that have been drawn
    //! Levels of a trace in dB of the unit that is shown, a number a bin.
    virtual std::vector<float> levels(const std::string& trace) const = 0;
    //! Seconds that the block's thread has computed for spectra.
    virtual double busy_seconds() const = 0;

    //! The ten highest peaks in view, with frequencies and levels.
    virtual void set_peak_table(bool is_shown) = 0;
    //! The band that is selected, over the time that the waterfall shows, as
    //! an annotation of SigMF. By the thread of the QApplication.
    //! \throws std::runtime_error  nothing is selected; as save_png()
    virtual void save_annotation(const std::string& path) = 0;
    //! Selects a band, as a drag does.
    virtual void select(double low, double high) = 0;

    /*!
     * \brief Records all bins of each spectrum from now on in a survey, as survey_sink
     * makes them, until it is called with ""
     *
     * A survey of such spectra that is there is gone on with. Rows are at the times of
     * tags rx_time, else at those of the first one's arrival and spectra_rate, and can be
     * read two seconds after they came at the latest. Spectra of another sampling rate,
     * as when zoom_c narrows the stream, go on in a survey beside it: survey-2.zarr and
     * so on. Files that cannot be written any more end it, which the window and the log
     * say.
     *
     * \throws std::runtime_error  the survey cannot be written, holds spectra of other
     *                             settings, or is written by somebody else
     */
    virtual void record(const std::string& survey) = 0;
    //! The survey that is written now; "": none is.
    virtual std::string recording() const = 0;
    //! Why the last recording ended by itself, or was refused to a user; "": it was not.
    virtual std::string recording_problem() const = 0;
    //! Rows of the last survey, those of earlier recordings among them.
    virtual std::uint64_t recorded_rows() const = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_DISPLAY_H */
