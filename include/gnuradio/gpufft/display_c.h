/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_DISPLAY_C_H
#define INCLUDED_GR_GPUFFT_DISPLAY_C_H

#include <gnuradio/gpufft/display.h>
#include <gnuradio/gpufft/persistence_c.h>
#include <gnuradio/gpufft/spectrum_c.h>
#include <gnuradio/gpufft/zoom_c.h>
#include <gnuradio/hier_block2.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Traces, persistence and waterfall of a stream of complex samples: zoom_c,
 * spectrum_c, persistence_c and display in one block
 * \ingroup gpufft
 *
 * Input: complex samples, full scale 1
 *
 * Every sample counts: spectrum_c averages all frames between two spectra, and
 * persistence_c counts each frame. Levels are dBFS. Where a user zooms in until bins are
 * wider than a column of pixels, zoom_c narrows the stream, so that there are finer ones.
 *
 * Message ports are those of display; other setters are shown_by()'s.
 */
class GPUFFT_DISPLAY_API display_c : virtual public gr::hier_block2
{
public:
    typedef std::shared_ptr<display_c> sptr;

    /*!
     * \param samp_rate         in Hz, > 0
     * \param freq              of the receiver, in Hz
     * \param length            samples of a frame, which are bins of the spectrum
     * \param window            `length` taps; none: a Hann window
     * \param rate              spectra, and rows of the waterfall, in a second, > 0
     * \param panes             as display has them
     * \param title             shown above; "": none
     * \param histogram_length  samples of a frame that is counted for persistence
     * \param histogram_window  as many taps; none: a Hann window
     * \param renderer          as display has it
     * \param device            "auto", or a line of `gpufft devices`
     * \param zooms             false: without zoom_c, which copies each sample
     * \param parent            of the widget
     *
     * \throws plan_error          an argument is out of its range
     * \throws std::runtime_error  no QApplication, no screen, no device
     */
    static sptr make(double samp_rate,
                     double freq = 0.0,
                     int length = 4096,
                     const std::vector<float>& window = std::vector<float>(),
                     double rate = 50.0,
                     const std::string& panes = "spectrum,persistence,waterfall",
                     const std::string& title = "",
                     int histogram_length = 1024,
                     const std::vector<float>& histogram_window = std::vector<float>(),
                     const std::string& renderer = "auto",
                     const std::string& device = "auto",
                     bool zooms = true,
                     QWidget* parent = nullptr);

    // The blocks inside. Those that there are not are nullptr: persistence without such a
    // pane, zoom where it is not wanted.
    virtual gpufft::display::sptr shown_by() const = 0;
    virtual spectrum_c::sptr spectra_by() const = 0;
    virtual persistence_c::sptr persistence_by() const = 0;
    virtual zoom_c::sptr zoomed_by() const = 0;

    //! The widget, as display has it.
    virtual QWidget* qwidget() = 0;
    //! Runs the QApplication until its windows are closed.
    virtual void exec_() = 0;

    //! The receiver's, in Hz. While zoom_c narrows the stream, its tags tell the blocks
    //! behind it what this and set_freq() make of their band.
    virtual void set_samp_rate(double samp_rate) = 0;
    //! The receiver's, in Hz: averages and histograms begin anew.
    virtual void set_freq(double freq) = 0;
    //! Begins max, min, average and persistence anew.
    virtual void reset() = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_DISPLAY_C_H */
