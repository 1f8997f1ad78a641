/* SPDX-License-Identifier: GPL-3.0-or-later */
// What is done with plans, of declarations.h, of one precision. No include guard:
// included once for each, inside extern "C", where NUMBER is what the engine calls it.

#define KIND(name) gpufft::fftw3::problem_kind::name

void X(execute)(const X(plan) p) { gpufft::fftw3::execute(NUMBER, p); }

void X(execute_dft)(const X(plan) p, X(complex) * in, X(complex) * out)
{
    gpufft::fftw3::execute_interleaved(NUMBER, KIND(dft), p, in, out);
}

void X(execute_dft_r2c)(const X(plan) p, R* in, X(complex) * out)
{
    gpufft::fftw3::execute_interleaved(NUMBER, KIND(r2c), p, in, out);
}

void X(execute_dft_c2r)(const X(plan) p, X(complex) * in, R* out)
{
    gpufft::fftw3::execute_interleaved(NUMBER, KIND(c2r), p, in, out);
}

void X(execute_r2r)(const X(plan) p, R* in, R* out)
{
    gpufft::fftw3::execute_interleaved(NUMBER, KIND(r2r), p, in, out);
}

void X(execute_split_dft)(const X(plan) p, R* ri, R* ii, R* ro, R* io)
{
    gpufft::fftw3::execute_split(NUMBER, KIND(dft), p, { { ri, ii }, { ro, io } });
}

void X(execute_split_dft_r2c)(const X(plan) p, R* in, R* ro, R* io)
{
    gpufft::fftw3::execute_split(NUMBER, KIND(r2c), p, { { in, nullptr }, { ro, io } });
}

void X(execute_split_dft_c2r)(const X(plan) p, R* ri, R* ii, R* out)
{
    gpufft::fftw3::execute_split(NUMBER, KIND(c2r), p, { { ri, ii }, { out, nullptr } });
}

void X(destroy_plan)(X(plan) p) { gpufft::fftw3::destroy_plan(NUMBER, p); }

void X(flops)(const X(plan) p, double* add, double* mul, double* fmas)
{
    gpufft::fftw3::flops(NUMBER, p, add, mul, fmas);
}

double X(estimate_cost)(const X(plan) p)
{
    return gpufft::fftw3::estimate_cost(NUMBER, p);
}

double X(cost)(const X(plan) p) { return gpufft::fftw3::cost(NUMBER, p); }

void X(fprint_plan)(const X(plan) p, FILE* output_file)
{
    gpufft::fftw3::fprint_plan(NUMBER, p, output_file);
}

void X(print_plan)(const X(plan) p) { gpufft::fftw3::fprint_plan(NUMBER, p, stdout); }

char* X(sprint_plan)(const X(plan) p) { return gpufft::fftw3::sprint_plan(NUMBER, p); }

#undef KIND
