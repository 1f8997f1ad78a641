/* SPDX-License-Identifier: GPL-3.0-or-later */
// What each flowgraph that GRC writes in C++ includes. Parsing it takes most of a
// compiler's time: the build precompiles it for grc_flowgraphs.py.
#include <gnuradio/blocks/file_sink.h>
#include <gnuradio/blocks/file_source.h>
#include <gnuradio/top_block.h>
