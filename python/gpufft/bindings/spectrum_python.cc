/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include "spectrum_window_python.h"
#include <gnuradio/gpufft/spectrum_b.h>
#include <gnuradio/gpufft/spectrum_c.h>
#include <gnuradio/gpufft/spectrum_f.h>
#include <gnuradio/gpufft/spectrum_s.h>
#include <string>

namespace py = pybind11;
using gr::gpufft::spectrum_block;

namespace {

/*!
 * \brief The class of a block, with its constructor
 *
 * \param more  types of arguments that it has beside those of all
 * \param args  their py::arg
 */
template <class block, class... more, class... arguments>
void bind_block_of(py::module& m,
                   const char* name,
                   const char* doc,
                   const arguments&... args)
{
    py::class_<block, spectrum_block, std::shared_ptr<block>> bound(m, name, doc);
    bound.def(py::init([](int length,
                          int hop,
                          const py::object& window,
                          double samp_rate,
                          const std::string& average,
                          int frames,
                          double seconds,
                          const std::string& output,
                          bool centered,
                          int bins,
                          double rate,
                          double max_latency_ms,
                          const std::string& device,
                          const more&... others,
                          int taps_per_branch) {
                  const auto taps = taps_of(window, length, taps_per_branch);
                  const py::gil_scoped_release others_go_on; // while kernels are built
                  return block::make(length,
                                     hop,
                                     taps,
                                     samp_rate,
                                     average,
                                     frames,
                                     seconds,
                                     output,
                                     centered,
                                     bins,
                                     rate,
                                     max_latency_ms,
                                     device,
                                     others...,
                                     taps_per_branch);
              }),
              py::arg("length"),
              py::arg("hop"),
              py::arg("window"),
              py::arg("samp_rate"),
              py::arg("average") = "mean",
              py::arg("frames") = 1,
              py::arg("seconds") = 0.0,
              py::arg("output") = "dbfs_per_hz",
              py::arg("centered") = true,
              py::arg("bins") = 0,
              py::arg("rate") = 0.0,
              py::arg("max_latency_ms") = 50.0,
              py::arg("device") = "auto",
              args...,
              py::arg("taps_per_branch") = 1,
              doc);
}

} // namespace

void bind_spectrum(py::module& m)
{
    bind_block_of<gr::gpufft::spectrum_c>(
        m,
        "spectrum_c",
        R"(spectrum_c(length, hop, window, samp_rate, average="mean", frames=1,
           seconds=0.0, output="dbfs_per_hz", centered=True, bins=0, rate=0.0,
           max_latency_ms=50.0, device="auto", taps_per_branch=1)

Averaged power spectra of complex samples, on a GPU or CPU device.

Input:  complex samples, full scale 1
Output: float[bins], by default float[length]

spectrum_block says what the levels are and what can change while the block runs.

length          points of the transform, and samples of a frame, 1 .. 2**27
hop             samples from a frame to the next, 1 .. 2**30
window          what scipy.signal.get_window() knows ("hann", ("kaiser", 8.6), ...), as
                many taps as a frame has samples, or [] for all 1, and with several taps a
                branch for polyphase_window()
samp_rate       in Hz, > 0
average         "mean", "exponential", "max" or "min"
frames          in an average; 0 with "max" and "min": all since reset()
seconds         time constant of exponential averages; 0: none
output          "power", "power_per_hz", "dbfs" or "dbfs_per_hz"
centered        DC is bin length // 2 instead of 0
bins            of the output, for display; 0: all
rate            outputs a second of stream; 0: one for every `frames` frames
max_latency_ms  bound of what a sample waits for others to be sent with; 0: none
device          "auto", or a line of `gpufft devices`, e.g. "cuda:0"
taps_per_branch frames are so many times longer than `length`, and folded to it before
                the transform: bins with flat tops

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)");
    bind_block_of<gr::gpufft::spectrum_s>(
        m,
        "spectrum_s",
        R"(spectrum_s(length, hop, window, samp_rate, average="mean", frames=1,
           seconds=0.0, output="dbfs_per_hz", centered=True, bins=0, rate=0.0,
           max_latency_ms=50.0, device="auto", taps_per_branch=1)

Averaged power spectra of interleaved 16-bit samples, on a GPU or CPU device.

Input:  shorts, I and Q of a sample by turns, full scale 32768
Output: float[bins], by default float[length]

spectrum_block says what the levels are and what can change while the block runs.

length          points of the transform, and samples of a frame, 1 .. 2**27
hop             samples from a frame to the next, 1 .. 2**30
window          what scipy.signal.get_window() knows ("hann", ("kaiser", 8.6), ...), as
                many taps as a frame has samples, or [] for all 1, and with several taps a
                branch for polyphase_window()
samp_rate       in Hz, > 0
average         "mean", "exponential", "max" or "min"
frames          in an average; 0 with "max" and "min": all since reset()
seconds         time constant of exponential averages; 0: none
output          "power", "power_per_hz", "dbfs" or "dbfs_per_hz"
centered        DC is bin length // 2 instead of 0
bins            of the output, for display; 0: all
rate            outputs a second of stream; 0: one for every `frames` frames
max_latency_ms  bound of what a sample waits for others to be sent with; 0: none
device          "auto", or a line of `gpufft devices`, e.g. "cuda:0"
taps_per_branch frames are so many times longer than `length`, and folded to it before
                the transform: bins with flat tops

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)");
    bind_block_of<gr::gpufft::spectrum_b, std::string>(
        m,
        "spectrum_b",
        R"(spectrum_b(length, hop, window, samp_rate, average="mean", frames=1,
           seconds=0.0, output="dbfs_per_hz", centered=True, bins=0, rate=0.0,
           max_latency_ms=50.0, device="auto", sample_type="int8",
           taps_per_branch=1)

Averaged power spectra of interleaved 8-bit samples, on a GPU or CPU device.

Input:  bytes, I and Q of a sample by turns, full scale 128; unsigned ones lie around 127.5
Output: float[bins], by default float[length]

spectrum_block says what the levels are and what can change while the block runs.

length          points of the transform, and samples of a frame, 1 .. 2**27
hop             samples from a frame to the next, 1 .. 2**30
window          what scipy.signal.get_window() knows ("hann", ("kaiser", 8.6), ...), as
                many taps as a frame has samples, or [] for all 1, and with several taps a
                branch for polyphase_window()
samp_rate       in Hz, > 0
average         "mean", "exponential", "max" or "min"
frames          in an average; 0 with "max" and "min": all since reset()
seconds         time constant of exponential averages; 0: none
output          "power", "power_per_hz", "dbfs" or "dbfs_per_hz"
centered        DC is bin length // 2 instead of 0
bins            of the output, for display; 0: all
rate            outputs a second of stream; 0: one for every `frames` frames
max_latency_ms  bound of what a sample waits for others to be sent with; 0: none
device          "auto", or a line of `gpufft devices`, e.g. "cuda:0"
sample_type     "int8" or "uint8"
taps_per_branch frames are so many times longer than `length`, and folded to it before
                the transform: bins with flat tops

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)",
        py::arg("sample_type") = "int8");
    bind_block_of<gr::gpufft::spectrum_f>(
        m,
        "spectrum_f",
        R"(spectrum_f(length, hop, window, samp_rate, average="mean", frames=1,
           seconds=0.0, output="dbfs_per_hz", centered=True, bins=0, rate=0.0,
           max_latency_ms=50.0, device="auto", taps_per_branch=1)

Averaged power spectra of real samples, on a GPU or CPU device.

Input:  floats, full scale 1
Output: float[bins], by default float[length // 2 + 1]: bins 0 .. length // 2

spectrum_block says what the levels are and what can change while the block runs.

length          points of the transform, and samples of a frame, 1 .. 2**27
hop             samples from a frame to the next, 1 .. 2**30
window          what scipy.signal.get_window() knows ("hann", ("kaiser", 8.6), ...), as
                many taps as a frame has samples, or [] for all 1, and with several taps a
                branch for polyphase_window()
samp_rate       in Hz, > 0
average         "mean", "exponential", "max" or "min"
frames          in an average; 0 with "max" and "min": all since reset()
seconds         time constant of exponential averages; 0: none
output          "power", "power_per_hz", "dbfs" or "dbfs_per_hz"
centered        there as in the others; nothing changes
bins            of the output, for display; 0: all
rate            outputs a second of stream; 0: one for every `frames` frames
max_latency_ms  bound of what a sample waits for others to be sent with; 0: none
device          "auto", or a line of `gpufft devices`, e.g. "cuda:0"
taps_per_branch frames are so many times longer than `length`, and folded to it before
                the transform: bins with flat tops

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)");
}
