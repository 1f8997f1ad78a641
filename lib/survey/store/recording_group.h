/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_STORE_RECORDING_GROUP_H
#define INCLUDED_GPUFFT_LIB_SURVEY_STORE_RECORDING_GROUP_H

#include "recordings/open/recording.h"
#include "survey/products/survey_product.h"
#include "survey/settings/row_plan.h"
#include "survey/settings/survey_settings.h"
#include "survey/store/zarr_array.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gpufft {

//! What the rows of a group are made of, which says how many of them a file has.
enum class row_origin {
    samples,      //!< of a recording that is complete
    more_samples, //!< more segments may follow: files are laid out for any number of rows
    rows          //!< that are there already, which is little work
};

/*!
 * \brief One channel of a recording in a survey: a group of Zarr's arrays
 *
 * A product is an array float32[time][...], a file for each chunk of rows. Beside them
 * are the axes, and for each row its first sample, its frames and the centre frequency.
 * All but the products follows from the recording and the settings.
 */
class recording_group
{
public:
    //! \param folder  of the group
    recording_group(std::string folder,
                    const recording& of,
                    const channel_choice& channel,
                    const survey_settings& settings,
                    row_origin origin = row_origin::samples);

    const std::string& folder() const { return d_folder; }
    const row_plan& rows() const { return d_rows; }
    std::int64_t bins() const { return d_bins; }
    std::int64_t chunk_rows() const { return d_chunk_rows; }
    //! Files of each product; the largest number where the rows have no end.
    std::int64_t chunks() const;
    //! Rows of a chunk that are rows of the recording: the last may have fewer.
    std::int64_t rows_in(std::int64_t chunk) const;

    //! There is a product: else all chunks are done.
    bool has_products() const { return !d_products.empty(); }
    bool is_done(std::int64_t chunk) const;
    //! Its files go: they hold fewer rows than there are by now. \throws survey_error
    void forget_chunk(std::int64_t chunk) const;
    //! What \p values are of the rows of a chunk, as devices give them. By the thread
    //! that may end_after(): rows of a pipe change then.
    chunk_powers powers_in(std::int64_t chunk, const float* values) const;
    //! \throws survey_error
    void write_chunk(const whole_files& with,
                     std::int64_t chunk,
                     const chunk_powers& powers) const;

    //! The files but the products'.
    //! \param from_row  axes are written already up to this row, where the group grows
    //! \throws survey_error
    void write_metadata(const whole_files& with, std::int64_t from_row = 0) const;
    //! The group that is there is of this recording.
    //! \throws survey_error  it is of another one
    void check_identity() const;
    //! A pipe has ended after \p samples samples.
    void end_after(std::int64_t samples);
    //! What there is by now of a recording that grows.
    void set_segments(std::vector<segment> segments);

    //! Files of metadata, by their names in the group, as .zmetadata holds them.
    std::map<std::string, nlohmann::ordered_json> metadata() const;
    //! Values of a chunk that is done, of the product with this number: statistics come
    //! first, in their order. \throws survey_error
    std::vector<char> read_chunk(std::size_t product, std::int64_t chunk) const;

    std::vector<double> frequencies_hz() const;
    std::vector<double> seconds() const; //!< of the rows' middles, from the first sample

private:
    struct axis; // an array that is no product, and its values

    bool has_utc() const;
    bool has_one_centre() const;
    double centre_hz(std::int64_t row) const;
    std::int64_t utc_ns(std::int64_t row) const;
    double seconds_of(std::int64_t row) const;
    std::int64_t axes_begin(std::int64_t row) const;
    std::vector<axis> axes(std::int64_t from_row) const;
    axis time_axis(std::int64_t from_row) const;
    axis frequency_axis() const;
    zarr_array row_array(const char* name, const char* dtype) const;
    axis band_names(const std::vector<band>& bands) const;
    zarr_array band_array(const char* name, const std::string& dtype) const;
    void add_band_axes(std::vector<axis>& to) const;
    void lay_out_products();
    zarr_array array_of(const survey_product& p) const;
    std::string chunk_path(const zarr_array& a, std::int64_t chunk) const;
    nlohmann::ordered_json attributes() const;

    std::string d_folder;
    std::string d_path, d_identity, d_format_name;
    double d_samp_rate_hz;
    bool d_is_complex;
    channel_choice d_channel;
    survey_settings d_settings;
    bool d_grows;
    row_plan d_rows;
    std::int64_t d_bins = 1;
    std::int64_t d_chunk_rows = 1;
    //! What is written a chunk at a time.
    struct product {
        survey_product of;
        zarr_array array;
    };
    std::vector<product> d_products;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_STORE_RECORDING_GROUP_H */
