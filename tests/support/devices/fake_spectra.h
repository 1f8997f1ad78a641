/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_FAKE_SPECTRA_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_FAKE_SPECTRA_H

#include "device/interface/registry.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include "support/transforms/limits.h"
#include "support/transforms/random_spectra.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

//! Streams of spectra on fake devices: what their tests share.
namespace gpufft::testing {

inline const average EVERY_KIND[] = {
    average::mean, average::exponential, average::highest, average::lowest
};

//! "fake:0" works like a GPU (staging), "fake:1" like a CPU device (memory in place).
inline std::shared_ptr<fake_control> control()
{
    static const auto made = add_fake_devices({ fake_gpu(), fake_cpu() });
    return made;
}

//! A mean of three frames of 24 samples, 10 apart.
inline spectrum_case usual_case()
{
    spectrum_case c;
    c.request.length = 24;
    c.request.hop = 10;
    c.average.frames = 3; // a second each
    c.window = uneven_taps(24);
    c.frames = 40;
    return c;
}

inline std::vector<float> run_all(frame_executor& with,
                                  const spectrum_case& c,
                                  const sample_array& samples,
                                  std::size_t size)
{
    average_schedule schedule;
    schedule.change(c.average);
    return run_spectra(with, c, samples, schedule, 0, c.frames, [&] { return size; });
}

inline void expect_averages(const spectrum_case& c,
                            const sample_array& samples,
                            const std::vector<float>& got,
                            const std::string& what)
{
    const auto error =
        error_of(c, got, reference_averages(c, reference_powers(c, samples)));
    CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {}: error {:.2e}", what, c.text(), error),
                           error < (c.output.decibels ? DECIBEL_BOUND : BOUND));
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_FAKE_SPECTRA_H */
