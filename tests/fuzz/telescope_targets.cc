/* SPDX-License-Identifier: GPL-3.0-or-later */
// Recordings of telescopes, whose headers lie between the samples.
#include "fuzz/recording_feed.h"
#include "fuzz/target.h"
#include <fmt/format.h>

namespace gpufft::testing {

namespace {

struct vdif_kind {
    std::uint32_t bits, log_channels, threads;
    bool is_complex, is_legacy;
};

std::string vdif_frame(std::uint32_t second,
                       std::uint32_t number,
                       std::uint32_t thread,
                       const vdif_kind& k)
{
    const std::string data(320, static_cast<char>('a' + number));
    const std::uint32_t header = k.is_legacy ? 16 : 32;
    auto frame =
        number_bytes(second | (k.is_legacy ? 1U << 30 : 0), 4) +
        number_bytes(number | 53U << 24, 4) +
        number_bytes((header + 320) / 8 | k.log_channels << 24, 4) +
        number_bytes((k.bits - 1) << 26 | thread << 16 | (k.is_complex ? 1U << 31 : 0),
                     4);
    if (!k.is_legacy)
        frame += number_bytes(1U << 24 | 8, 4) + std::string(12, '\0');
    return frame + data;
}

std::vector<std::string> vdif_seeds()
{
    std::vector<std::string> all;
    for (const auto& kind : { vdif_kind{ 2, 0, 1, false, true },
                              vdif_kind{ 8, 1, 1, true, false },
                              vdif_kind{ 16, 0, 3, true, true } }) {
        std::string file;
        // A second has four frames, and one is missing.
        for (std::uint32_t i = 0; i < 12; ++i)
            for (std::uint32_t thread = 0; thread < kind.threads; ++thread)
                if (i != 5)
                    file += vdif_frame(100 + i / 4, i % 4, thread, kind);
        all.push_back(file);
    }
    return all;
}

bool feed_vdif(const std::string& input)
{
    return feed_recording(write_input("a.vdif", input));
}

std::string card(const std::string& name, const std::string& value)
{
    return fmt::format("{:<80}", fmt::format("{:<8}= {:>20}", name, value));
}

std::vector<std::string> guppi_seeds()
{
    std::vector<std::string> all;
    for (const int bits : { 8, 16 }) {
        std::string file;
        for (int block = 0; block < 3; ++block) {
            file += card("BACKEND", "'GUPPI   '") + card("OBSNCHAN", "2") +
                    card("NPOL", "4") + card("NBITS", std::to_string(bits)) +
                    card("OBSFREQ", "1500.5") + card("OBSBW", "-0.02") +
                    card("TBIN", "1e-4") + card("OVERLAP", "4") + card("PKTSIZE", "80") +
                    card("PKTIDX", std::to_string(block == 2 ? 9 : 2 * block)) +
                    card("STT_IMJD", "61370") + card("STT_SMJD", "3600 / comment") +
                    card("DIRECTIO", bits == 8 ? "1" : "0") + card("NBEAMS", "1") +
                    card("PKTFMT", "'1SFA    '") +
                    card("BLOCSIZE", std::to_string(24 * bits)) +
                    fmt::format("{:<80}", "END");
            if (bits == 8)
                file.resize((file.size() + 511) / 512 * 512);
            file += std::string(static_cast<std::size_t>(24 * bits), 'g');
            // The data of one block, and not those of another, may be padded, too.
            if (bits == 8 && block == 0)
                file.resize((file.size() + 511) / 512 * 512);
        }
        all.push_back(file);
    }
    return all;
}

bool feed_guppi(const std::string& input)
{
    return feed_recording(write_input("a.raw", input));
}

} // namespace

const fuzz_target VDIF = { "vdif", vdif_seeds, feed_vdif };
const fuzz_target GUPPI_RAW = { "guppi_raw", guppi_seeds, feed_guppi };

} // namespace gpufft::testing
