/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/histograms/mirrored_buffer.h"
#include <cstring>

namespace gpufft {

mirrored_buffer::mirrored_buffer(device& on, std::size_t bytes)
    : d_host(on.make_host_buffer(bytes)),
      d_buffer(on.wrap_host_memory(d_host->data(), bytes))
{
    if (!d_buffer)
        d_buffer = on.make_buffer(bytes);
}

void mirrored_buffer::download(queue& q)
{
    q.download(d_host->data(), *d_buffer, 0, bytes());
}

void mirrored_buffer::upload(queue& q, const void* values)
{
    q.upload(*d_buffer, 0, values, bytes());
    q.download(d_host->data(), *d_buffer, 0, bytes());
}

void mirrored_buffer::clear(queue& q)
{
    std::memset(d_host->data(), 0, bytes());
    q.upload(*d_buffer, 0, d_host->data(), bytes());
}

} // namespace gpufft
