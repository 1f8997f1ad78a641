/* SPDX-License-Identifier: GPL-3.0-or-later */
// Wisdom, threads and memory of declarations.h, of one precision. No include guard:
// included once for each, inside extern "C", where NUMBER is what the engine calls it.

void X(forget_wisdom)(void) { gpufft::fftw3::forget_wisdom(NUMBER); }
void X(cleanup)(void) { gpufft::fftw3::cleanup(NUMBER); }
void X(set_timelimit)(double t) { gpufft::fftw3::set_timelimit(NUMBER, t); }

void X(plan_with_nthreads)(int nthreads)
{
    gpufft::fftw3::plan_with_nthreads(NUMBER, nthreads);
}

int X(planner_nthreads)(void) { return gpufft::fftw3::planner_nthreads(NUMBER); }
int X(init_threads)(void) { return gpufft::fftw3::init_threads(NUMBER); }
void X(cleanup_threads)(void) { gpufft::fftw3::cleanup_threads(NUMBER); }

void X(threads_set_callback)(
    void (*parallel_loop)(void* (*)(char*), char*, size_t, int, void*), void* data)
{
    gpufft::fftw3::threads_set_callback(NUMBER, parallel_loop, data);
}

void X(make_planner_thread_safe)(void)
{
    gpufft::fftw3::make_planner_thread_safe(NUMBER);
}

int X(export_wisdom_to_filename)(const char* filename)
{
    return gpufft::fftw3::export_wisdom(NUMBER, filename);
}

void X(export_wisdom_to_file)(FILE* output_file)
{
    gpufft::fftw3::export_wisdom(NUMBER, output_file);
}

char* X(export_wisdom_to_string)(void) { return gpufft::fftw3::export_wisdom(NUMBER); }

void X(export_wisdom)(X(write_char_func) write_char, void* data)
{
    gpufft::fftw3::export_wisdom(NUMBER, write_char, data);
}

int X(import_system_wisdom)(void) { return gpufft::fftw3::import_system_wisdom(NUMBER); }

int X(import_wisdom_from_filename)(const char* filename)
{
    return gpufft::fftw3::import_wisdom_file(NUMBER, filename);
}

int X(import_wisdom_from_file)(FILE* input_file)
{
    return gpufft::fftw3::import_wisdom(NUMBER, input_file);
}

int X(import_wisdom_from_string)(const char* input_string)
{
    return gpufft::fftw3::import_wisdom_string(NUMBER, input_string);
}

int X(import_wisdom)(X(read_char_func) read_char, void* data)
{
    return gpufft::fftw3::import_wisdom(NUMBER, read_char, data);
}

void* X(malloc)(size_t n) { return gpufft::fftw3::allocate(n); }
R* X(alloc_real)(size_t n)
{
    return static_cast<R*>(gpufft::fftw3::allocate(n, sizeof(R)));
}
X(complex) * X(alloc_complex)(size_t n)
{
    return static_cast<X(complex)*>(gpufft::fftw3::allocate(n, sizeof(X(complex))));
}
void X(free)(void* p) { gpufft::fftw3::release(p); }
int X(alignment_of)(R* p) { return gpufft::fftw3::alignment_of(NUMBER, p); }

// No longer than FFTW's own: a program may have room for those alone.
const char X(version)[] = "fftw-3.3.10-gpufft";
const char X(cc)[] = "c++";
const char X(codelet_optim)[] = "";
