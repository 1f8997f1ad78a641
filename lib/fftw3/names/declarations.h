/* SPDX-License-Identifier: GPL-3.0-or-later */
// The functions of FFTW's interface that this library has, for one precision. No include
// guard: included once for each, inside extern "C", where these are defined
//
//     X(name)  the name with the precision's prefix, fftwf_name or fftw_name
//     R        the precision's number
//
// and the types X(complex), X(plan), X(iodim), X(iodim64), X(r2r_kind),
// X(write_char_func), X(read_char_func).

// Plans of complex data
X(plan)
X(plan_dft_1d)(int n, X(complex) * in, X(complex) * out, int sign, unsigned flags);
X(plan)
X(plan_dft_2d)
(int n0, int n1, X(complex) * in, X(complex) * out, int sign, unsigned flags);
X(plan)
X(plan_dft_3d)
(int n0, int n1, int n2, X(complex) * in, X(complex) * out, int sign, unsigned flags);
X(plan)
X(plan_dft)
(int rank, const int* n, X(complex) * in, X(complex) * out, int sign, unsigned flags);
X(plan)
X(plan_many_dft)
(int rank,
 const int* n,
 int howmany,
 X(complex) * in,
 const int* inembed,
 int istride,
 int idist,
 X(complex) * out,
 const int* onembed,
 int ostride,
 int odist,
 int sign,
 unsigned flags);
X(plan)
X(plan_guru_dft)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 X(complex) * in,
 X(complex) * out,
 int sign,
 unsigned flags);
X(plan)
X(plan_guru64_dft)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 X(complex) * in,
 X(complex) * out,
 int sign,
 unsigned flags);
X(plan)
X(plan_guru_split_dft)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 R* ri,
 R* ii,
 R* ro,
 R* io,
 unsigned flags);
X(plan)
X(plan_guru64_split_dft)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 R* ri,
 R* ii,
 R* ro,
 R* io,
 unsigned flags);

// Plans from reals to half a spectrum
X(plan) X(plan_dft_r2c_1d)(int n, R* in, X(complex) * out, unsigned flags);
X(plan) X(plan_dft_r2c_2d)(int n0, int n1, R* in, X(complex) * out, unsigned flags);
X(plan)
X(plan_dft_r2c_3d)(int n0, int n1, int n2, R* in, X(complex) * out, unsigned flags);
X(plan) X(plan_dft_r2c)(int rank, const int* n, R* in, X(complex) * out, unsigned flags);
X(plan)
X(plan_many_dft_r2c)
(int rank,
 const int* n,
 int howmany,
 R* in,
 const int* inembed,
 int istride,
 int idist,
 X(complex) * out,
 const int* onembed,
 int ostride,
 int odist,
 unsigned flags);
X(plan)
X(plan_guru_dft_r2c)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 R* in,
 X(complex) * out,
 unsigned flags);
X(plan)
X(plan_guru64_dft_r2c)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 R* in,
 X(complex) * out,
 unsigned flags);
X(plan)
X(plan_guru_split_dft_r2c)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 R* in,
 R* ro,
 R* io,
 unsigned flags);
X(plan)
X(plan_guru64_split_dft_r2c)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 R* in,
 R* ro,
 R* io,
 unsigned flags);

// Plans from half a spectrum to reals
X(plan) X(plan_dft_c2r_1d)(int n, X(complex) * in, R* out, unsigned flags);
X(plan) X(plan_dft_c2r_2d)(int n0, int n1, X(complex) * in, R* out, unsigned flags);
X(plan)
X(plan_dft_c2r_3d)(int n0, int n1, int n2, X(complex) * in, R* out, unsigned flags);
X(plan) X(plan_dft_c2r)(int rank, const int* n, X(complex) * in, R* out, unsigned flags);
X(plan)
X(plan_many_dft_c2r)
(int rank,
 const int* n,
 int howmany,
 X(complex) * in,
 const int* inembed,
 int istride,
 int idist,
 R* out,
 const int* onembed,
 int ostride,
 int odist,
 unsigned flags);
X(plan)
X(plan_guru_dft_c2r)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 X(complex) * in,
 R* out,
 unsigned flags);
X(plan)
X(plan_guru64_dft_c2r)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 X(complex) * in,
 R* out,
 unsigned flags);
X(plan)
X(plan_guru_split_dft_c2r)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 R* ri,
 R* ii,
 R* out,
 unsigned flags);
X(plan)
X(plan_guru64_split_dft_c2r)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 R* ri,
 R* ii,
 R* out,
 unsigned flags);

// Plans from reals to reals
X(plan) X(plan_r2r_1d)(int n, R* in, R* out, X(r2r_kind) kind, unsigned flags);
X(plan)
X(plan_r2r_2d)
(int n0, int n1, R* in, R* out, X(r2r_kind) kind0, X(r2r_kind) kind1, unsigned flags);
X(plan)
X(plan_r2r_3d)
(int n0,
 int n1,
 int n2,
 R* in,
 R* out,
 X(r2r_kind) kind0,
 X(r2r_kind) kind1,
 X(r2r_kind) kind2,
 unsigned flags);
X(plan)
X(plan_r2r)
(int rank, const int* n, R* in, R* out, const X(r2r_kind) * kind, unsigned flags);
X(plan)
X(plan_many_r2r)
(int rank,
 const int* n,
 int howmany,
 R* in,
 const int* inembed,
 int istride,
 int idist,
 R* out,
 const int* onembed,
 int ostride,
 int odist,
 const X(r2r_kind) * kind,
 unsigned flags);
X(plan)
X(plan_guru_r2r)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 R* in,
 R* out,
 const X(r2r_kind) * kind,
 unsigned flags);
X(plan)
X(plan_guru64_r2r)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 R* in,
 R* out,
 const X(r2r_kind) * kind,
 unsigned flags);

// What is done with a plan
void X(execute)(const X(plan) p);
void X(execute_dft)(const X(plan) p, X(complex) * in, X(complex) * out);
void X(execute_split_dft)(const X(plan) p, R* ri, R* ii, R* ro, R* io);
void X(execute_dft_r2c)(const X(plan) p, R* in, X(complex) * out);
void X(execute_dft_c2r)(const X(plan) p, X(complex) * in, R* out);
void X(execute_split_dft_r2c)(const X(plan) p, R* in, R* ro, R* io);
void X(execute_split_dft_c2r)(const X(plan) p, R* ri, R* ii, R* out);
void X(execute_r2r)(const X(plan) p, R* in, R* out);
void X(destroy_plan)(X(plan) p);
void X(flops)(const X(plan) p, double* add, double* mul, double* fmas);
double X(estimate_cost)(const X(plan) p);
double X(cost)(const X(plan) p);
void X(fprint_plan)(const X(plan) p, FILE* output_file);
void X(print_plan)(const X(plan) p);
char* X(sprint_plan)(const X(plan) p);

// Planner, wisdom, threads and memory
void X(forget_wisdom)(void);
void X(cleanup)(void);
void X(set_timelimit)(double t);
void X(plan_with_nthreads)(int nthreads);
int X(planner_nthreads)(void);
int X(init_threads)(void);
void X(cleanup_threads)(void);
void X(threads_set_callback)(void (*parallel_loop)(void* (*work)(char*),
                                                   char* jobdata,
                                                   size_t elsize,
                                                   int njobs,
                                                   void* data),
                             void* data);
void X(make_planner_thread_safe)(void);
int X(export_wisdom_to_filename)(const char* filename);
void X(export_wisdom_to_file)(FILE* output_file);
char* X(export_wisdom_to_string)(void);
void X(export_wisdom)(X(write_char_func) write_char, void* data);
int X(import_system_wisdom)(void);
int X(import_wisdom_from_filename)(const char* filename);
int X(import_wisdom_from_file)(FILE* input_file);
int X(import_wisdom_from_string)(const char* input_string);
int X(import_wisdom)(X(read_char_func) read_char, void* data);
void* X(malloc)(size_t n);
R* X(alloc_real)(size_t n);
X(complex) * X(alloc_complex)(size_t n);
void X(free)(void* p);
int X(alignment_of)(R* p);
extern const char X(version)[];
extern const char X(cc)[];
extern const char X(codelet_optim)[];
