/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_READ_STORED_GROUP_H
#define INCLUDED_GPUFFT_LIB_SURVEY_READ_STORED_GROUP_H

#include "survey/store/zarr_array.h"
#include <nlohmann/json.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gpufft {

//! An array whose first dimension is time, and how much of it is there.
struct stored_product {
    zarr_array array;
    std::int64_t chunks = 0; //!< when it is done
    std::int64_t done = 0;   //!< of them
    std::int64_t bytes = 0;  //!< of the files that are there

    bool is_done() const { return done == chunks; }
    std::string units() const; //!< "dBFS/Hz"; "": none
};

//! \brief One channel of a recording in a survey that was made, or is being made
class stored_group
{
public:
    //! \param name  in the survey; "": the survey is this group
    //! \throws survey_error  there is none, or its files are damaged
    stored_group(std::string folder, std::string name);

    const std::string& folder() const { return d_folder; }
    const std::string& name() const { return d_name; }
    const nlohmann::ordered_json& attributes() const { return d_attributes; }
    double number(const char* attribute) const; //!< of attributes(); 0: it is none
    double frame_samples() const;
    bool is_complex() const { return d_is_complex; }

    const std::vector<stored_product>& products() const { return d_products; }
    //! \throws survey_error  names those that there are
    const stored_product& product(const std::string& name) const;
    //! Values of a chunk of rows; none: it is not done yet.
    //! \throws survey_error  it is damaged
    std::vector<float> chunk(const stored_product& of, std::int64_t number) const;
    //! What chunk() gives, of float64 as well.
    std::vector<double> numbers(const stored_product& of, std::int64_t number) const;
    //! Names of what lies along \p dimension, of "band": none where they have no names.
    std::vector<std::string> names_along(const std::string& dimension) const;

    //! An array of numbers that is no product is there.
    bool has_axis(const std::string& name) const;
    //! Its values. \throws survey_error  it is not there, or damaged
    std::vector<double> axis_numbers(const std::string& name) const;
    //! Values of an axis of whole numbers, which may be larger than a double holds.
    std::vector<std::int64_t> axis_integers(const std::string& name) const;
    bool has_utc() const; //!< its axis of time is UTC

    // What follows has a number for each row.
    //! Seconds of its middle, from the recording's first sample on.
    const std::vector<double>& seconds() const { return d_seconds; }
    const std::vector<double>& row_seconds() const { return d_row_seconds; } //!< how long
    const std::vector<double>& frames() const { return d_frames; }
    const std::vector<double>& centres_hz() const
    {
        return d_centres;
    } //!< empty: unknown
    //! When the recording's first sample was; nothing: nobody knows.
    std::optional<std::int64_t> begin_utc_ns() const { return d_begin_utc_ns; }

    const std::vector<double>& frequencies_hz() const { return d_frequencies; }
    //! They are relative to the centre of each row.
    bool are_relative() const;

private:
    [[noreturn]] void refuse(const std::string& reason,
                             const char* file = ".zmetadata") const;
    void read();
    void read_attributes();
    void read_times();
    void read_product(const std::string& name);
    void read_rows();
    template <typename number>
    std::vector<number> axis(const std::string& name) const;
    zarr_array array_named(const std::string& name) const;
    std::vector<char> bytes_in(const zarr_array& a, const std::string& path) const;
    std::vector<char> chunk_bytes(const stored_product& of, std::int64_t number) const;
    std::string chunk_path(const zarr_array& a, std::int64_t number) const;

    std::string d_folder, d_name;
    nlohmann::ordered_json d_metadata, d_attributes;
    bool d_is_complex = true;
    std::vector<stored_product> d_products;
    std::vector<double> d_seconds, d_row_seconds, d_frames, d_centres, d_frequencies;
    std::optional<std::int64_t> d_begin_utc_ns;
};

//! \brief A survey's folder: the settings, and the groups
struct stored_survey {
    //! \throws survey_error  \p folder is no survey
    explicit stored_survey(const std::string& folder);

    nlohmann::ordered_json settings;
    std::vector<stored_group> groups;
    std::map<std::string, std::string> problems; //!< why inputs are not whole in it
    bool is_under_way = false;                   //!< or was stopped

    //! \param name  "": the only one
    //! \throws survey_error  names those that there are
    const stored_group& group(const std::string& name) const;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_READ_STORED_GROUP_H */
