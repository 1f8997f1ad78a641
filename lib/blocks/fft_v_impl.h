/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_FFT_V_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_FFT_V_IMPL_H

#include "blocks/fft_request.h"
#include "exec/stream_executor.h"
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/gpufft/fft_vfc.h>
#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Both FFT blocks: rows of a stream through a stream_executor
 *
 * Rows in flight stay in the scheduler's buffers, not consumed and not produced, until
 * the device is done with them; the next call finds them at the head of its items.
 */
template <class interface>
class fft_v_impl : public interface
{
public:
    explicit fft_v_impl(const fft_request& request);

    bool set_window(const std::vector<float>& window) override;
    void set_nthreads(int n) override;
    int nthreads() const override { return d_nthreads; }
    std::string device_name() const override { return d_executor.device_name(); }
    std::string plan_line() const override { return d_executor.plan_line(); }

    bool check_topology(int ninputs, int noutputs) override;
    bool start() override;
    bool stop() override;
    void forecast(int noutput_items, gr_vector_int& ninput_items_required) override;
    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& input_items,
                     gr_vector_void_star& output_items) override;

private:
    void submit_what_arrived(int rows, const char* in, char* out);
    int collect();

    const ::gpufft::transform d_what;
    const std::size_t d_input_row_bytes;
    const std::size_t d_output_row_bytes;
    ::gpufft::stream_executor d_executor;
    std::atomic<int> d_nthreads;

    // Of the running flowgraph; only its scheduler thread touches these.
    std::size_t d_chunk_rows = 1; // a submission worth sending while others are in flight
    std::size_t d_pending_rows = 0; // in flight: the first rows at either pointer
    bool d_keeps_flying = true;     // submissions may outlive the call that made them
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_FFT_V_IMPL_H */
