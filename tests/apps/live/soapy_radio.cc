/* SPDX-License-Identifier: GPL-3.0-or-later */
// A radio for tests, as a module of SoapySDR: driver=gpufft-test.
//
// It is plugged in while the file that GPUFFT_TEST_RADIO names is there; a device that
// was open when it was pulled out stays dead until it is closed, as real ones do. A
// carrier of -20 dBFS at 100.25 MHz is all that it receives, at a gain of 0 dB. After a
// retune it gives 4 ms of what it had received before, as a radio with buffers does, and
// then 4 ms of a loud carrier, as a synthesizer that has not locked yet.
#include <SoapySDR/Device.hpp>
#include <SoapySDR/Formats.hpp>
#include <SoapySDR/Registry.hpp>
#include <unistd.h>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

constexpr double CARRIER_HZ = 100.25e6;
constexpr double OLD_S = 4e-3, UNSETTLED_S = 4e-3;
constexpr double TURN = 6.283185307179586;

bool is_plugged_in()
{
    const char* file = std::getenv("GPUFFT_TEST_RADIO");
    return file && access(file, F_OK) == 0;
}

class test_radio : public SoapySDR::Device
{
    using clock = std::chrono::steady_clock;

    std::mutex d_mutex;
    double d_rate = 1e6, d_freq = 100e6, d_old_freq = 100e6, d_gain = 0;
    bool d_is_automatic = false, d_is_dead = false;
    long long d_sample = 0, d_retuned_at = -1000000000;
    clock::time_point d_began;
    long long d_given = 0;

    static void check(double value, double low, double high)
    {
        if (value < low || value > high)
            throw std::runtime_error("out of range");
    }

    std::complex<float> next()
    {
        const auto since = static_cast<double>(d_sample - d_retuned_at) / d_rate;
        const auto freq = since < OLD_S ? d_old_freq : d_freq;
        const auto offset = (CARRIER_HZ - freq) / d_rate;
        const auto turns = std::fmod(offset * static_cast<double>(d_sample++), 1.0);
        if (since >= OLD_S && since < OLD_S + UNSETTLED_S)
            return { 0.9f, 0.0f };
        const auto amplitude =
            std::fabs(offset) < 0.5 ? 0.1 * std::pow(10, d_gain / 20) : 0.0;
        auto value = std::polar(amplitude, TURN * turns);
        const auto cut = [](double part) { return std::fmin(std::fmax(part, -1), 1); };
        // Rounding noise of a converter of 12 bits.
        const auto noise = (std::rand() / static_cast<double>(RAND_MAX) - 0.5) / 2048;
        return { static_cast<float>(cut(value.real() + noise)),
                 static_cast<float>(cut(value.imag())) };
    }

public:
    std::string getDriverKey() const override { return "gpufft-test"; }
    size_t getNumChannels(const int direction) const override
    {
        return direction == SOAPY_SDR_RX ? 1 : 0;
    }
    std::vector<std::string> getStreamFormats(const int, const size_t) const override
    {
        return { SOAPY_SDR_CF32 };
    }
    std::string
    getNativeStreamFormat(const int, const size_t, double& full_scale) const override
    {
        full_scale = 1;
        return SOAPY_SDR_CF32;
    }

    SoapySDR::Stream* setupStream(const int,
                                  const std::string&,
                                  const std::vector<size_t>&,
                                  const SoapySDR::Kwargs&) override
    {
        return reinterpret_cast<SoapySDR::Stream*>(this);
    }
    void closeStream(SoapySDR::Stream*) override {}
    int
    activateStream(SoapySDR::Stream*, const int, const long long, const size_t) override
    {
        d_began = clock::now();
        d_given = 0;
        return 0;
    }
    int deactivateStream(SoapySDR::Stream*, const int, const long long) override
    {
        return 0;
    }

    int readStream(SoapySDR::Stream*,
                   void* const* buffers,
                   const size_t most,
                   int&,
                   long long&,
                   const long) override
    {
        d_is_dead |= !is_plugged_in();
        if (d_is_dead) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            return SOAPY_SDR_STREAM_ERROR;
        }
        const auto count = std::min<size_t>(most, 2000);
        std::this_thread::sleep_until(
            d_began +
            std::chrono::duration_cast<clock::duration>(
                std::chrono::duration<double>(static_cast<double>(d_given) / d_rate)));
        d_given += static_cast<long long>(count);
        const std::lock_guard<std::mutex> lock(d_mutex);
        auto* out = static_cast<std::complex<float>*>(buffers[0]);
        for (size_t i = 0; i < count; ++i)
            out[i] = next();
        return static_cast<int>(count);
    }

    std::vector<std::string> listFrequencies(const int, const size_t) const override
    {
        return { "RF" };
    }
    void setFrequency(const int,
                      const size_t,
                      const std::string&,
                      const double hz,
                      const SoapySDR::Kwargs&) override
    {
        check(hz, 60e6, 1.2e9);
        const std::lock_guard<std::mutex> lock(d_mutex);
        d_old_freq = d_freq;
        d_freq = hz;
        d_retuned_at = d_sample;
    }
    double getFrequency(const int, const size_t, const std::string&) const override
    {
        return d_freq;
    }
    SoapySDR::RangeList
    getFrequencyRange(const int, const size_t, const std::string&) const override
    {
        return { { 60e6, 1.2e9 } };
    }
    void setSampleRate(const int, const size_t, const double rate) override
    {
        check(rate, 0.5e6, 4e6);
        d_rate = rate;
    }
    double getSampleRate(const int, const size_t) const override { return d_rate; }
    SoapySDR::RangeList getSampleRateRange(const int, const size_t) const override
    {
        return { { 0.5e6, 1e6 }, { 2e6, 4e6 } };
    }
    std::vector<std::string> listGains(const int, const size_t) const override
    {
        return { "LNA" };
    }
    bool hasGainMode(const int, const size_t) const override { return true; }
    void setGainMode(const int, const size_t, const bool is_automatic) override
    {
        d_is_automatic = is_automatic;
    }
    bool getGainMode(const int, const size_t) const override { return d_is_automatic; }
    void setGain(const int, const size_t, const std::string&, const double db) override
    {
        check(db, 0, 40);
        d_gain = db;
    }
    void setGain(const int direction, const size_t channel, const double db) override
    {
        setGain(direction, channel, "LNA", db);
    }
    double getGain(const int, const size_t, const std::string&) const override
    {
        return d_gain;
    }
    SoapySDR::Range getGainRange(const int, const size_t) const override
    {
        return { 0, 40 };
    }
    SoapySDR::Range
    getGainRange(const int, const size_t, const std::string&) const override
    {
        return { 0, 40 };
    }
};

bool is_meant(const SoapySDR::Kwargs& wanted)
{
    const auto serial = wanted.find("serial");
    return is_plugged_in() && (serial == wanted.end() || serial->second == "7");
}

SoapySDR::KwargsList find(const SoapySDR::Kwargs& wanted)
{
    if (!is_meant(wanted))
        return {};
    return {
        { { "driver", "gpufft-test" }, { "serial", "7" }, { "label", "for tests" } }
    };
}

// SoapySDR calls this even if find() has found nothing.
SoapySDR::Device* make(const SoapySDR::Kwargs& wanted)
{
    if (!is_meant(wanted))
        throw std::runtime_error("no such device");
    return new test_radio;
}

const SoapySDR::Registry registered("gpufft-test", find, make, SOAPY_SDR_ABI_VERSION);

} // namespace
