/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/fft_v_impl.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/io_signature.h>
#include <type_traits>
#include <algorithm>
#include <exception>

namespace gr {
namespace gpufft {

namespace {

// Four pieces of 1 MiB in flight reach 94 % of what four of 4 MiB do on a GPU behind
// PCIe 5, and more would outgrow the 64 MiB of shared memory that containers give to
// all buffers of a flowgraph together.
constexpr std::size_t IN_FLIGHT_BYTES = std::size_t(4) << 20;

template <class interface>
constexpr ::gpufft::input_format INPUT =
    std::is_same_v<interface, fft_vfc> ? ::gpufft::input_format::real32
                                       : ::gpufft::input_format::complex64;

template <class interface>
const char* const NAME = std::is_same_v<interface, fft_vfc> ? "fft_vfc" : "fft_vcc";

template <class interface>
typename interface::sptr make_fft(int fft_size,
                                  bool forward,
                                  const std::vector<float>& window,
                                  bool shift,
                                  int nthreads,
                                  const std::string& device)
{
    return gnuradio::make_block_sptr<fft_v_impl<interface>>(
        plan_fft(fft_size, forward, window, shift, nthreads, device, INPUT<interface>));
}

} // namespace

fft_vcc::sptr fft_vcc::make(int fft_size,
                            bool forward,
                            const std::vector<float>& window,
                            bool shift,
                            int nthreads,
                            const std::string& device)
{
    return make_fft<fft_vcc>(fft_size, forward, window, shift, nthreads, device);
}

fft_vfc::sptr fft_vfc::make(int fft_size,
                            bool forward,
                            const std::vector<float>& window,
                            bool shift,
                            int nthreads,
                            const std::string& device)
{
    return make_fft<fft_vfc>(fft_size, forward, window, shift, nthreads, device);
}

template <class interface>
fft_v_impl<interface>::fft_v_impl(const fft_request& request)
    : gr::block(NAME<interface>,
                gr::io_signature::make(1, 1, input_row_bytes(request.what)),
                gr::io_signature::make(1, 1, output_row_bytes(request.what))),
      d_what(request.what),
      d_input_row_bytes(input_row_bytes(request.what)),
      d_output_row_bytes(output_row_bytes(request.what)),
      d_executor(request.what, request.device),
      d_nthreads(request.nthreads)
{
    d_executor.set_window(taps_by_point(request.window, d_what));
    this->set_relative_rate(1, 1);
    this->d_logger->info("{} on {}", plan_line(), device_name());
}

template <class interface>
bool fft_v_impl<interface>::set_window(const std::vector<float>& window)
{
    if (!window.empty() && window.size() != static_cast<std::size_t>(d_what.length))
        return false;
    d_executor.set_window(taps_by_point(window, d_what));
    return true;
}

template <class interface>
void fft_v_impl<interface>::set_nthreads(int n)
{
    check_nthreads(n);
    d_nthreads = n;
}

// The scheduler sizes both our buffers right after this call, at twice the output
// multiple, and offers half of the output buffer at a time: so the multiple of that
// moment is what can be in flight. start() puts it back to 1, and a lone vector is then
// computed as soon as it arrives.
template <class interface>
bool fft_v_impl<interface>::check_topology(int, int)
{
    std::size_t rows = std::min(d_executor.depth() * d_executor.max_rows(),
                                IN_FLIGHT_BYTES / d_output_row_bytes);
    // A smaller buffer that was asked for is what a larger multiple cannot be put in.
    if (const long limit = this->max_output_buffer(0); limit > 0)
        rows = std::min(rows, static_cast<std::size_t>(limit) / 2);
    this->set_output_multiple(std::max<std::size_t>(rows, 1));
    return true;
}

template <class interface>
bool fft_v_impl<interface>::start()
{
    this->set_output_multiple(1);
    const auto in = this->detail()->input(0)->buffer();
    const auto out = this->detail()->output(0);

    const std::size_t rows = std::min(in->bufsize(), out->bufsize()) / 2;
    d_chunk_rows =
        std::clamp<std::size_t>(rows / d_executor.depth(), 1, d_executor.max_rows());
    // A buffer that is mapped only once moves its contents to make room.
    d_keeps_flying = in->get_mapping_type() == buffer_mapping_type::double_mapped &&
                     out->get_mapping_type() == buffer_mapping_type::double_mapped;
    d_pending_rows = 0;
    return true;
}

// What is in flight was not consumed: when the flowgraph goes on, it is computed again.
template <class interface>
bool fft_v_impl<interface>::stop()
{
    // After a failure, too, all must have ended: the buffers are about to go.
    for (auto left = d_executor.in_flight(); left > 0; --left) {
        try {
            d_executor.wait_oldest();
        } catch (const std::exception& e) {
            this->d_logger->error("{}: {}", device_name(), e.what());
        }
    }
    d_pending_rows = 0;
    return true;
}

// One row is enough to be called; general_work() takes what there is.
template <class interface>
void fft_v_impl<interface>::forecast(int, gr_vector_int& ninput_items_required)
{
    std::fill(ninput_items_required.begin(), ninput_items_required.end(), 1);
}

template <class interface>
int fft_v_impl<interface>::general_work(int noutput_items,
                                        gr_vector_int& ninput_items,
                                        gr_vector_const_void_star& input_items,
                                        gr_vector_void_star& output_items)
{
    try {
        submit_what_arrived(std::min(noutput_items, ninput_items[0]),
                            static_cast<const char*>(input_items[0]),
                            static_cast<char*>(output_items[0]));
        const int finished = collect();
        this->consume(0, finished);
        return finished;
    } catch (const std::exception& e) {
        this->d_logger->error("{}: {}; the stream ends here", device_name(), e.what());
        return block::WORK_DONE;
    }
}

template <class interface>
void fft_v_impl<interface>::submit_what_arrived(int rows, const char* in, char* out)
{
    const std::size_t arrived = rows;
    while (d_pending_rows < arrived && d_executor.can_submit()) {
        const std::size_t chunk = std::min(arrived - d_pending_rows, d_chunk_rows);
        // A small launch costs as much time as a large one: while the device is busy,
        // let rows gather.
        if (chunk < d_chunk_rows && d_executor.in_flight() > 0)
            return;
        d_executor.submit(in + d_pending_rows * d_input_row_bytes,
                          out + d_pending_rows * d_output_row_bytes,
                          chunk);
        d_pending_rows += chunk;
    }
}

// Rows whose output is in place: the oldest submission, or all where none may stay.
template <class interface>
int fft_v_impl<interface>::collect()
{
    std::size_t finished = d_executor.wait_oldest();
    while (!d_keeps_flying && d_executor.in_flight() > 0)
        finished += d_executor.wait_oldest();
    d_pending_rows -= finished;
    return static_cast<int>(finished);
}

template class fft_v_impl<fft_vcc>;
template class fft_v_impl<fft_vfc>;

} // namespace gpufft
} // namespace gr
