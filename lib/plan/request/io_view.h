/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_REQUEST_IO_VIEW_H
#define INCLUDED_GPUFFT_LIB_PLAN_REQUEST_IO_VIEW_H

#include <gpufft/transform.h>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

//! The fields of a transform that say how its input, or its output, lies in memory.
struct side {
    const char* name;
    std::int64_t dimension::*stride;
    std::int64_t dimension::*rotation;
    std::int64_t loop::*loop_stride;
    std::int64_t transform::*distance;
    complex_layout transform::*layout;
    bool (*is_real)(const transform&);

    bool is_output() const { return distance == &transform::output_distance; }
};

extern const side INPUT_VIEW;
extern const side OUTPUT_VIEW;

//! An index that walks through a view: `count` elements lie `stride` apart.
struct view_axis {
    std::int64_t count = 1;
    std::int64_t stride = 0;
};

//! Elements along dimension \p i: its length, the bins of a half spectrum, or what is
//! folded to the length, taps_per_branch times as many.
std::int64_t view_length(const transform& t, const side& s, std::size_t i);

//! Where element \p i of a dimension of \p length points is that \p rotation exchanges
//! with others, of each such run of elements.
inline std::int64_t
rotated_place(std::int64_t i, std::int64_t rotation, std::int64_t length)
{
    return rotation ? i / length * length + (i % length + rotation) % length : i;
}

//! Bytes of an element of that side, in one array of it.
std::size_t element_bytes(const transform& t, const side& s);

//! Loops, then dimensions, slowest first, with the strides that \p t has.
std::vector<view_axis> view_axes(const transform& t, const side& s);

//! Some axis of more than one element has a stride given.
bool has_strides(const transform& t, const side& s);

//! \p t with the strides and the distance of view \p s taken away.
transform without_strides(transform t, const side& s);

//! \p t with stride 1 along axes of a single element, since nothing is ever multiplied by
//! these strides: equal transforms then have equal texts.
transform with_single_strides(transform t, const side& s);

//! Fills in what is 0: without any strides, those of a row without gaps; a distance
//! that lets rows follow each other.
//! \throws plan_error  some strides are given and others are not
void fill_view(transform& t, const side& s);

//! Elements from the first to one behind the last that \p axes reach; the largest number
//! where it would overflow.
std::int64_t extent_of(const std::vector<view_axis>& axes);

//! \p t has no loops, and its rows lie as those of its kind, lengths and direction do
//! where nothing is said of strides and distances: packed, but that in place the reals of
//! an r2c or c2r are padded to the bins of the last dimension.
bool has_packed_rows(const transform& t);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_REQUEST_IO_VIEW_H */
