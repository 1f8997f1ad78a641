/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_GUPPI_HEADER_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_GUPPI_HEADER_H

#include "recordings/files/mapped_file.h"
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace gpufft {

constexpr std::size_t GUPPI_CARD_BYTES = 80, GUPPI_NAME_BYTES = 8;

//! \param at  GUPPI_CARD_BYTES bytes
bool is_guppi_card(const char* at);
bool is_guppi_card_at(const mapped_file& file, std::uint64_t place);

//! Bytes from \p place to where writers for direct I/O go on.
std::uint64_t guppi_padding(std::uint64_t place);

//! \brief The cards of a header, "NAME    = value", and where they end
class guppi_header
{
public:
    //! \param number  of the block, for messages
    guppi_header(const mapped_file& file, std::uint64_t place, std::size_t number);

    std::uint64_t bytes() const { return d_bytes; } //!< up to the samples
    bool is_direct_io() const { return whole_or("DIRECTIO", 0) != 0; }

    //! \throws recording_error  it is not there, or no whole number in that range
    std::int64_t whole(const char* name, std::int64_t least, std::int64_t most) const;
    std::int64_t whole_or(const char* name, std::int64_t otherwise) const;
    std::optional<std::int64_t> find_whole(const char* name) const;
    std::optional<double> find_real(const char* name) const;
    std::string text_or_empty(const char* name) const;
    double real(const char* name) const;
    [[noreturn]] void refuse(const std::string& why) const;

private:
    std::string d_path;
    std::size_t d_number;
    std::uint64_t d_bytes = 0;
    std::map<std::string, std::string> d_cards;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_GUPPI_HEADER_H */
