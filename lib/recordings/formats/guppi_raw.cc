/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/identity.h"
#include "recordings/files/recording_error.h"
#include "recordings/formats/guppi_header.h"
#include "recordings/formats/guppi_raw.h"
#include "recordings/samples/packet_samples.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace gpufft {

namespace {

constexpr std::int64_t MOST_GUPPI_CHANNELS = 8192;
constexpr double MHZ = 1e6;
constexpr std::int64_t MJD_OF_1970 = 40587, SECONDS_A_DAY = 86400;
constexpr std::int64_t LAST_MJD = MJD_OF_1970 + 106000; // that nanoseconds hold

//! What the headers of all blocks agree on.
struct guppi_format {
    std::int64_t channels = 1; //!< of frequency, of all antennas
    std::int64_t antennas = 1; //!< or beams
    std::int64_t polarizations = 1;
    std::int64_t bits = 8;
    double sample_s = 0; //!< TBIN
    double centre_mhz = 0, band_mhz = 0;

    //! Bytes of a sample of a frequency channel, of all polarizations.
    std::int64_t sample_bytes() const { return polarizations * 2 * bits / 8; }
    bool operator==(const guppi_format& o) const
    {
        return channels == o.channels && antennas == o.antennas &&
               polarizations == o.polarizations && bits == o.bits &&
               sample_s == o.sample_s && band_mhz == o.band_mhz;
    }
};

guppi_format format_in(const guppi_header& h)
{
    guppi_format f;
    if (h.text_or_empty("PKTFMT") == "SIMPLE")
        h.refuse("PKTFMT is SIMPLE, which stores sample by sample; files that store "
                 "channel by channel, as those with 1SFA, are read");
    f.channels = h.whole("OBSNCHAN", 1, MOST_GUPPI_CHANNELS);
    // Where there are beams, what NANTS says is of the antennas that those were made of.
    const char* const of = h.whole_or("NBEAMS", 0) > 0 ? "NBEAMS" : "NANTS";
    f.antennas = h.whole_or(of, 1);
    if (f.antennas < 1 || f.channels % f.antennas)
        h.refuse(fmt::format(
            "{} is {}, which does not divide OBSNCHAN, {}", of, f.antennas, f.channels));
    const auto polarizations = h.whole("NPOL", 1, 4);
    if (polarizations == 3)
        h.refuse("NPOL must be 1, 2 or 4, and is 3");
    f.polarizations = std::min<std::int64_t>(polarizations, 2); // 4: both, as complex
    f.bits = h.whole("NBITS", 1, 64);
    if (f.bits != 8 && f.bits != 16)
        h.refuse(fmt::format("samples have {} bits (NBITS); 8 and 16 are read", f.bits));
    f.band_mhz = h.real("OBSBW");
    f.centre_mhz = h.real("OBSFREQ");
    f.sample_s = h.real("TBIN");
    if (!(f.sample_s > 0) || f.band_mhz == 0)
        h.refuse(fmt::format("TBIN is {} and OBSBW {}; both must be other than 0, TBIN "
                             "positive",
                             f.sample_s,
                             f.band_mhz));
    // A band of half the rate, in one channel, is what real samples have.
    if (f.channels == f.antennas &&
        std::abs(std::abs(f.band_mhz) * MHZ * f.sample_s - 0.5) < 0.01)
        h.refuse(
            "its one channel has a band (OBSBW) of half the sampling rate (1 / TBIN), "
            "so its samples are real; complex ones are read");
    return f;
}

//! A block's samples: channel by channel.
struct guppi_block {
    std::uint64_t place = 0;
    std::int64_t first = 0;   //!< sample of the recording
    std::int64_t samples = 0; //!< of a channel, without those that the next has again
    std::int64_t stored = 0;  //!< with these
};

//! When the packet with number 0 came: STT_IMJD, STT_SMJD and STT_OFFS.
std::optional<std::int64_t> start_ns(const guppi_header& h)
{
    const auto day = h.find_whole("STT_IMJD"), second = h.find_whole("STT_SMJD");
    const double offset = h.find_real("STT_OFFS").value_or(0);
    if (!day || !second || *day < 1 || *day > LAST_MJD || *second < 0 ||
        *second > 2 * SECONDS_A_DAY || std::abs(offset) > 2 * SECONDS_A_DAY)
        return {};
    return ((*day - MJD_OF_1970) * SECONDS_A_DAY + *second) * NS_PER_SECOND +
           std::llround(offset * static_cast<double>(NS_PER_SECOND));
}

//! \brief The blocks of a file
class guppi_blocks
{
public:
    guppi_blocks(const mapped_file& file, bool allow_damaged, const opening_poll& poll);

    guppi_format format;
    std::vector<guppi_block> blocks;
    std::vector<capture> captures;
    std::int64_t samples = 0;

private:
    bool add(const mapped_file& file, const guppi_header& h, std::uint64_t place);
    void note_time(const guppi_header& h, const guppi_block& b, bool is_retuned);

    std::int64_t d_index = 0; // of the next sample, as packets count
    bool d_has_index = false;
};

guppi_blocks::guppi_blocks(const mapped_file& file,
                           bool allow_damaged,
                           const opening_poll& poll)
{
    std::uint64_t place = 0;
    while (place < file.bytes()) {
        poll();
        try {
            const guppi_header h(file, place, blocks.size());
            if (!add(file, h, place + h.bytes()))
                h.refuse("it ends behind the end of the file, which was cut off; "
                         "--allow-damaged leaves the block out");
            place += h.bytes() +
                     static_cast<std::uint64_t>(blocks.back().stored * format.channels *
                                                format.sample_bytes());
            // Not all writers pad the data as they pad the header.
            if (h.is_direct_io() && !is_guppi_card_at(file, place))
                place += guppi_padding(place);
        } catch (const recording_error&) {
            if (!allow_damaged || blocks.empty())
                throw;
            return;
        }
    }
}

//! \return whether the block is whole
bool guppi_blocks::add(const mapped_file& file,
                       const guppi_header& h,
                       std::uint64_t place)
{
    const auto own = format_in(h);
    if (blocks.empty())
        format = own;
    else if (!(own == format))
        h.refuse("it is of another format than the first: OBSNCHAN, NANTS, NBEAMS, NPOL, "
                 "NBITS, TBIN or OBSBW differ");
    const auto bytes = h.whole("BLOCSIZE", 1, std::int64_t(1) << 40);
    const auto each = format.channels * format.sample_bytes();
    if (bytes % each)
        h.refuse(fmt::format(
            "BLOCSIZE is {}, and a sample of all channels has {} bytes", bytes, each));
    guppi_block b;
    b.place = place;
    b.first = samples;
    b.stored = bytes / each;
    const auto overlap = h.whole_or("OVERLAP", 0);
    if (overlap < 0 || overlap >= b.stored)
        h.refuse(fmt::format(
            "OVERLAP is {}, and it has {} samples a channel", overlap, b.stored));
    b.samples = b.stored - overlap;
    if (place > file.bytes() || static_cast<std::uint64_t>(bytes) > file.bytes() - place)
        return false;
    const bool is_retuned = own.centre_mhz != format.centre_mhz;
    format.centre_mhz = own.centre_mhz;
    note_time(h, b, is_retuned);
    blocks.push_back(b);
    samples += b.samples;
    return true;
}

//! Begins a capture where packets are missing before a block, or the centre is another.
void guppi_blocks::note_time(const guppi_header& h, const guppi_block& b, bool is_retuned)
{
    const auto packet = h.find_whole("PKTIDX");
    const auto packet_bytes = h.whole_or("PKTSIZE", 0);
    const auto packets_a_block = h.whole_or("PIPERBLK", 0);
    const auto each = format.channels * format.sample_bytes();
    // Samples that a step of PKTIDX stands for: in GUPPI's own files a packet's.
    double samples_each = 0;
    if (packets_a_block > 0)
        samples_each =
            static_cast<double>(b.samples) / static_cast<double>(packets_a_block);
    else if (packet_bytes > 0)
        samples_each = static_cast<double>(packet_bytes) / static_cast<double>(each);
    const bool counts = packet && samples_each > 0;
    const auto since = counts ? *packet - h.whole_or("PKTSTART", 0) : 0;
    const double at = static_cast<double>(since) * samples_each;
    if (std::abs(at) > 1e15)
        h.refuse(fmt::format("PKTIDX is {}, and packets of {} samples do not come so far",
                             *packet,
                             samples_each));
    const auto index = std::llround(at);
    // Packets of a fraction of a sample make the index uncertain by one.
    const bool is_lost = counts && d_has_index && std::abs(index - d_index) > 1;
    d_index = index + b.samples;
    d_has_index = counts;
    if (!captures.empty() && !is_lost && !is_retuned)
        return;
    capture c;
    c.start = b.first;
    c.centre_hz = format.centre_mhz * MHZ;
    if (counts)
        c.global_index = index;
    // Without numbers of packets nothing is known to be missing.
    const double since_start = counts ? at : static_cast<double>(b.first);
    const double ns = since_start * format.sample_s * static_cast<double>(NS_PER_SECOND);
    std::int64_t utc_ns = 0;
    if (const auto start = start_ns(h);
        start && std::abs(ns) < 1e18 &&
        !__builtin_add_overflow(*start, std::llround(ns), &utc_ns))
        c.time = utc_time{ utc_ns, 1 };
    captures.push_back(c);
}

//! Centres of channels, from the middle of the band.
std::vector<double> offsets_hz(const guppi_format& f)
{
    const auto each = f.channels / f.antennas;
    const double width = f.band_mhz * MHZ / static_cast<double>(each);
    std::vector<double> all;
    for (std::int64_t channel = 0; channel < f.channels; ++channel)
        for (std::int64_t i = 0; i < f.polarizations; ++i)
            all.push_back((static_cast<double>(channel % each) + 0.5) * width -
                          f.band_mhz * MHZ / 2);
    return all;
}

std::unique_ptr<sample_source> open_channel(std::shared_ptr<const mapped_file> file,
                                            const guppi_blocks& all,
                                            int channel)
{
    const auto& f = all.format;
    packet_format p;
    p.bits = static_cast<int>(f.bits);
    p.is_conjugated = f.band_mhz < 0;
    p.step_bits = static_cast<std::size_t>(f.sample_bytes()) * 8;
    p.first_bit = static_cast<std::size_t>(channel % f.polarizations * 2 * f.bits);
    std::vector<packet_stretch> stretches;
    for (const auto& each : all.blocks) {
        const auto before = channel / f.polarizations * each.stored * f.sample_bytes();
        stretches.push_back({ each.first,
                              each.place + static_cast<std::uint64_t>(before),
                              each.samples,
                              0 });
    }
    return std::make_unique<packet_samples>(
        std::move(file), p, std::move(stretches), all.samples);
}

} // namespace

bool is_guppi_raw(const std::string& path)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
        std::fopen(path.c_str(), "rb"), std::fclose);
    char card[GUPPI_CARD_BYTES];
    return file &&
           std::fread(card, 1, GUPPI_CARD_BYTES, file.get()) == GUPPI_CARD_BYTES &&
           is_guppi_card(card) && card[GUPPI_NAME_BYTES] == '=' && card[0] != ' ';
}

recording_facts
open_guppi_raw(const std::string& path, bool allow_damaged, const opening_poll& poll)
{
    const auto file = mapped_file::open(path, "recording");
    const auto all = std::make_shared<const guppi_blocks>(*file, allow_damaged, poll);
    const auto& f = all->format;
    recording_facts r;
    r.samp_rate_hz = 1 / f.sample_s;
    r.format_name = fmt::format("GUPPI RAW, complex of {} bits", f.bits);
    r.samples = all->samples;
    r.channels = static_cast<int>(f.channels * f.polarizations);
    r.captures = all->captures;
    r.channel_offsets_hz = offsets_hz(f);
    r.identity = identity_of(*file, "GUPPI RAW");
    r.open = [file, all](const channel_choice& c) {
        return open_channel(file, *all, c.channel);
    };
    return r;
}

} // namespace gpufft
