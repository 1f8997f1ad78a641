/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_GPUFFT_H
#define INCLUDED_GPUFFT_GPUFFT_H

#include <stddef.h>
#include <stdint.h>

/*!
 * \file
 * \brief The library for C, and for languages that call C
 *
 *     gpufft_transform transform;
 *     gpufft_plan* plan = NULL;
 *     gpufft_init_transform(&transform, 4096);
 *     if (gpufft_make_plan(&plan, &transform, NULL) ||
 *         gpufft_run(plan, in, NULL, out, NULL, rows))
 *         fprintf(stderr, "%s\n", gpufft_error_text());
 *     gpufft_destroy_plan(plan);
 *
 * Functions that return a gpufft_status never throw, exit or print; what went wrong is
 * gpufft_error_text(). gpufft/transform.h, fft.h and device_fft.h say what each field and
 * each call means; names and values are those of C++.
 */

#ifdef __cplusplus
extern "C" {
#endif

#define GPUFFT_MAX_RANK 4 /*!< most dimensions, and most loops */

typedef enum gpufft_status {
    GPUFFT_SUCCESS = 0,
    GPUFFT_PLAN_ERROR = 1,   /*!< the caller asked for what cannot be done */
    GPUFFT_DEVICE_ERROR = 2, /*!< a call of the driver failed */
    GPUFFT_BUILD_ERROR = 3,  /*!< kernels do not compile, or compute wrongly */
    GPUFFT_NO_MEMORY = 4,    /*!< of the host */
    GPUFFT_OTHER_ERROR = 5
} gpufft_status;

typedef enum gpufft_kind {
    GPUFFT_C2C = 0,
    GPUFFT_R2C = 1,
    GPUFFT_C2R = 2,
    GPUFFT_DCT1 = 3,
    GPUFFT_DCT2 = 4,
    GPUFFT_DCT3 = 5,
    GPUFFT_DCT4 = 6,
    GPUFFT_DST1 = 7,
    GPUFFT_DST2 = 8,
    GPUFFT_DST3 = 9,
    GPUFFT_DST4 = 10
} gpufft_kind;

typedef enum gpufft_direction { GPUFFT_FORWARD = 0, GPUFFT_INVERSE = 1 } gpufft_direction;

typedef enum gpufft_normalization {
    GPUFFT_NONE = 0,
    GPUFFT_BY_LENGTH = 1,
    GPUFFT_ORTHONORMAL = 2
} gpufft_normalization;

typedef enum gpufft_precision {
    GPUFFT_FLOAT32 = 0,
    GPUFFT_FLOAT64 = 1,
    GPUFFT_FLOAT16 = 2
} gpufft_precision;

typedef enum gpufft_layout { GPUFFT_INTERLEAVED = 0, GPUFFT_PLANAR = 1 } gpufft_layout;

typedef struct gpufft_dimension {
    int64_t length;
    int64_t input_stride; /*!< in elements; all strides of a side 0: without gaps */
    int64_t output_stride;
    int64_t input_rotation;
    int64_t output_rotation;
} gpufft_dimension;

typedef struct gpufft_loop {
    int64_t count;
    int64_t input_stride;
    int64_t output_stride;
} gpufft_loop;

/*! What is computed: a row's worth. gpufft_init_transform() fills it in. */
typedef struct gpufft_transform {
    size_t struct_bytes; /*!< sizeof(gpufft_transform) of the caller's header */
    gpufft_kind kind;
    gpufft_direction direction;
    gpufft_normalization normalization;
    gpufft_precision precision;
    gpufft_layout input_layout;
    gpufft_layout output_layout;
    double scale;
    int64_t input_distance; /*!< elements between rows; 0: without gaps */
    int64_t output_distance;
    int real_input; /*!< flags: 0 or 1 */
    int in_place;
    int windowed;
    int orthogonalize;
    int real_output; /*!< c2c, r2c: the store expression makes reals */
    /*! Expressions, see docs/expressions.md; NULL: none. Copied. */
    const char* load;      /*!< "x * conj(h[n])" */
    const char* store;     /*!< "norm(y) * scale" */
    const char* arguments; /*!< what they name: "complex h[4096]; number scale" */
    int convolved;         /*!< not the DFT: its product with a spectrum, back again */
    int64_t first_output;  /*!< of a convolution: output m is point first + m step */
    int64_t output_count;  /*!< 0: as many as there are */
    int64_t output_step;
    size_t rank;
    size_t loop_count;
    gpufft_dimension shape[GPUFFT_MAX_RANK]; /*!< slowest first */
    gpufft_loop loops[GPUFFT_MAX_RANK];      /*!< slowest first */
} gpufft_transform;

typedef enum gpufft_effort {
    GPUFFT_DEFAULT_EFFORT = 0, /*!< $GPUFFT_EFFORT, or wisdom */
    GPUFFT_ESTIMATE = 1,
    GPUFFT_WISDOM = 2,
    GPUFFT_MEASURE = 3,
    GPUFFT_EXHAUSTIVE = 4
} gpufft_effort;

typedef enum gpufft_memory {
    GPUFFT_HOST_MEMORY = 0,  /*!< gpufft_run() */
    GPUFFT_DEVICE_MEMORY = 1 /*!< gpufft_enqueue(), gpufft_start() */
} gpufft_memory;

typedef enum gpufft_context {
    GPUFFT_OWN_CONTEXT = 0, /*!< the device that `device` names */
    GPUFFT_CUDA_CONTEXT = 1,
    GPUFFT_OPENCL_CONTEXT = 2
} gpufft_context;

/*! How a plan is made. gpufft_init_settings() fills it in. */
typedef struct gpufft_settings {
    size_t struct_bytes; /*!< sizeof(gpufft_settings) of the caller's header */
    const char* device;  /*!< "auto", "cuda:0"; see `gpufft devices` */
    gpufft_effort effort;
    gpufft_memory memory;
    /*! What follows is for device memory. */
    gpufft_context context;
    void* native_context; /*!< a CUcontext, NULL: the current one; or a cl_context */
    void* native_device;  /*!< a cl_device_id; NULL: the only one */
    size_t rows;          /*!< most rows of a call */
    int has_workspace;    /*!< of its own; 0: calls bring it */
    int replays;          /*!< CUDA: calls that come again become graphs */
} gpufft_settings;

/*! Where an array on the device begins. */
typedef struct gpufft_array {
    void* memory;  /*!< a device pointer, or a cl_mem; NULL: none */
    size_t offset; /*!< bytes from there */
    int is_cl_mem; /*!< `memory` is a cl_mem */
} gpufft_array;

/*! What a call works on. gpufft_init_arrays() fills it in: unused arrays are zeros. */
typedef struct gpufft_arrays {
    gpufft_array in; /*!< real parts where the input is planar */
    gpufft_array out;
    gpufft_array in_imaginary;
    gpufft_array out_imaginary;
    gpufft_array workspace; /*!< none: the plan's own */
    size_t workspace_bytes; /*!< that lie there */
    /*! What expressions name: the buffers among the transform's arguments, in their
     * order, and the numbers among them, in theirs. Read before the call returns. */
    const gpufft_array* buffers;
    size_t buffer_count;
    const double* numbers;
    size_t number_count;
} gpufft_arrays;

typedef struct gpufft_plan gpufft_plan;   /*!< a transform bound to a device */
typedef struct gpufft_event gpufft_event; /*!< the end of a call */

/*! Version of the library that runs, e.g. "0.1.0". */
const char* gpufft_version(void);

/*! What went wrong in the last call that failed on this thread; "": none did. Valid until
 * the thread's next call that fails. */
const char* gpufft_error_text(void);

/*! A forward complex transform of \p length points in single precision; then change
 * fields. */
void gpufft_init_transform(gpufft_transform* request, int64_t length);

/*! The best device there is, host memory, one row, a workspace; then change fields. */
void gpufft_init_settings(gpufft_settings* settings);

/*! No arrays; then change fields. */
void gpufft_init_arrays(gpufft_arrays* arrays);

/*! Plans, compiles and tests the kernels. \param settings  NULL: as initialized
 * \param plan  gets it; NULL where this fails */
gpufft_status gpufft_make_plan(gpufft_plan** plan,
                               const gpufft_transform* request,
                               const gpufft_settings* settings);

/*! \p plan may be NULL. What was queued on queues of the caller's is done. */
void gpufft_destroy_plan(gpufft_plan* plan);

/*! Bytes from the first to behind the last element of \p rows rows, in each array. */
gpufft_status gpufft_input_bytes(const gpufft_plan* plan, size_t rows, uint64_t* bytes);
gpufft_status gpufft_output_bytes(const gpufft_plan* plan, size_t rows, uint64_t* bytes);
/*! Bytes of device memory that a call of \p rows rows takes between its passes. */
gpufft_status
gpufft_workspace_bytes(const gpufft_plan* plan, size_t rows, uint64_t* bytes);

/*! Factors of the points of a row, of a transform that is windowed. */
gpufft_status gpufft_set_window(gpufft_plan* plan, const double* taps, size_t count);

/*! What expressions of a plan for host memory name, for gpufft_run() from now on: float
 * or double as the plan's arithmetic, complex elements interleaved. Copied. */
gpufft_status gpufft_set_buffer(gpufft_plan* plan, const char* name, const void* values);
gpufft_status gpufft_set_number(gpufft_plan* plan, const char* name, double value);

/*!
 * The spectrum of a transform that is convolved, the DFT of its taps with zeros behind
 * them: \p count values, a real and an imaginary part each. It is 1 at first.
 */
gpufft_status
gpufft_set_spectrum(gpufft_plan* plan, const double* spectrum, size_t count);

/*! "cuda:0 (NVIDIA H200)", and the plan in a line. Valid as long as the plan. */
const char* gpufft_device_name(const gpufft_plan* plan);
const char* gpufft_plan_line(const gpufft_plan* plan);

/*! Transforms rows in memory of the host and waits. Imaginary arrays are NULL but for
 * planar sides. */
gpufft_status gpufft_run(gpufft_plan* plan,
                         const void* in,
                         const void* in_imaginary,
                         void* out,
                         void* out_imaginary,
                         size_t rows);

/*! Queues the transform of rows on the device, on a CUstream or a cl_command_queue of the
 * caller's, and returns. */
gpufft_status
gpufft_enqueue(gpufft_plan* plan, void* queue, const gpufft_arrays* arrays, size_t rows);

/*! Queues it on a queue of the library's. \param end  gets its end, to be destroyed;
 * NULL: waits for that */
gpufft_status gpufft_start(gpufft_plan* plan,
                           const gpufft_arrays* arrays,
                           size_t rows,
                           gpufft_event** end);

/*! Waits. The work may have failed. */
gpufft_status gpufft_wait(gpufft_event* end);
/*! \p is_done gets 0 or 1. */
gpufft_status gpufft_is_done(const gpufft_event* end, int* is_done);
/*! A CUevent or cl_event, as long as \p end; NULL: it was done as the call returned. */
void* gpufft_native_event(const gpufft_event* end);
/*! \p end may be NULL. Its work goes on. */
void gpufft_destroy_event(gpufft_event* end);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* INCLUDED_GPUFFT_GPUFFT_H */
