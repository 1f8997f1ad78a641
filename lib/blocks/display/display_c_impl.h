/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_DISPLAY_C_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_DISPLAY_C_IMPL_H

#include <gnuradio/gpufft/display_c.h>
#include <functional>

namespace gr {
namespace gpufft {

class display_c_impl : public display_c
{
public:
    //! Blocks that were made already: none of them may fail any more.
    display_c_impl(gpufft::display::sptr shown,
                   spectrum_c::sptr spectra,
                   persistence_c::sptr persistence,
                   zoom_c::sptr zoom);

    gpufft::display::sptr shown_by() const override { return d_shown; }
    spectrum_c::sptr spectra_by() const override { return d_spectra; }
    persistence_c::sptr persistence_by() const override { return d_persistence; }
    zoom_c::sptr zoomed_by() const override { return d_zoom; }

    QWidget* qwidget() override { return d_shown->qwidget(); }
    void exec_() override { d_shown->exec_(); }
    void set_samp_rate(double samp_rate) override;
    void set_freq(double freq) override;
    void reset() override;

private:
    gpufft::display::sptr d_shown;
    spectrum_c::sptr d_spectra;
    persistence_c::sptr d_persistence;
    zoom_c::sptr d_zoom;
    std::function<void(double)> d_set_freq, d_set_samp_rate;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_DISPLAY_C_IMPL_H */
