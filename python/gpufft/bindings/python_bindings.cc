/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"

PYBIND11_MODULE(gpufft_python, m)
{
    m.doc() = "The blocks of gnuradio.gpufft.";
    pybind11::module::import("gnuradio.gr"); // the blocks' base classes
    bind_device_block(m);                    // the base class of the others
    bind_channels(m);
    bind_dct_vff(m);
    bind_dst_vff(m);
    bind_fft_filter_ccc(m);
    bind_fft_filter_ccf(m);
    bind_fft_filter_fff(m);
    bind_fft_filter_xcc(m);
    bind_fft_vcc(m);
    bind_fft_vfc(m);
    bind_fftn_vcc(m);
    bind_freq_xlating_fft_filter_ccc(m);
    bind_irfft_vcf(m);
    bind_expression(m);
    bind_item_blocks(m);
    bind_matched_filter(m);
    bind_persistence_c(m);
    bind_pfb_channelizer(m);
    bind_pfb_synthesizer(m);
    bind_rfft_vfc(m);
    bind_spectrum_block(m); // the base class of the next
    bind_spectrum(m);
    bind_survey_sink(m);
    bind_tuner(m);
    bind_zoom_c(m);
}
