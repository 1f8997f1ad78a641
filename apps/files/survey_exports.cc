/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/output_files.h"
#include "apps/files/survey_exports.h"
#include "survey/exports/filterbank_file.h"
#include "survey/exports/npy_file.h"

namespace gpufft::app {

namespace {

// What is gathered before it is written.
constexpr std::size_t PIECE_BYTES = std::size_t(1) << 20;

//! \brief A file that takes small pieces
class gathered_output
{
public:
    explicit gathered_output(const std::string& path) : d_file(path) {}

    byte_sink sink()
    {
        return [this](const void* bytes, std::size_t count) {
            d_bytes.append(static_cast<const char*>(bytes), count);
            if (d_bytes.size() >= PIECE_BYTES)
                write_on();
        };
    }
    bool is_stream() const { return d_file.is_stream(); }
    void finish()
    {
        write_on();
        d_file.finish();
    }

private:
    void write_on()
    {
        d_file.write(d_bytes);
        d_bytes.clear();
    }

    whole_output d_file;
    std::string d_bytes;
};

} // namespace

void write_npy_file(const std::string& path,
                    const stored_group& g,
                    const stored_product& p,
                    const survey_part& part)
{
    const auto e = exported(g, p, part);
    gathered_output file(path);
    write_npy(g, p, e, file.sink());
    const bool has_no_neighbours = file.is_stream();
    file.finish();
    if (has_no_neighbours)
        return;
    const auto axes = axes_of(g, p, e).dump(
        1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
    write_whole_file(path + ".json", axes + "\n");
}

void write_filterbank_file(const std::string& path,
                           const stored_group& g,
                           const stored_product& p,
                           const survey_part& part)
{
    gathered_output file(path);
    write_filterbank(g, p, exported(g, p, part), file.sink());
    file.finish();
}

void write_hdf5_file(const std::string& path, const std::vector<hdf5_source>& sources)
{
    whole_output file(path);
    write_hdf5(file.partial_path(), sources);
    file.finish();
}

} // namespace gpufft::app
