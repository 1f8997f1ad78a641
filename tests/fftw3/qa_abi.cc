/* SPDX-License-Identifier: GPL-3.0-or-later */
// What programs compiled against FFTW have in them, beside FFTW's own header where that
// is installed: types of functions, layouts, values.
#include "fftw3/function_list.h"
#include "fftw3/request/abi.h"
#include "support/skipped.h"
#include <cppunit/extensions/HelperMacros.h>
#include <type_traits>
#include <cstddef>
#include <cstdio>

#if __has_include(<fftw3.h>)
#include <fftw3.h>

// Declared here with FFTW's types and as functions of C++, which are others.
namespace declared {
#define X(name) fftwf_##name
#define R float
#include "fftw3/names/declarations.h"
#undef X
#undef R
#define X(name) fftw_##name
#define R double
#include "fftw3/names/declarations.h"
#undef X
#undef R
} // namespace declared

namespace {

using namespace gpufft;

class abi_test : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(abi_test);
    CPPUNIT_TEST(functions_have_fftws_types);
    CPPUNIT_TEST(dimensions_lie_as_fftws_do);
    CPPUNIT_TEST(flags_and_kinds_have_fftws_values);
    CPPUNIT_TEST_SUITE_END();

    void functions_have_fftws_types()
    {
#define SAME(name)          \
    CPPUNIT_ASSERT_MESSAGE( \
        #name, (std::is_same_v<decltype(&::name), decltype(&declared::name)>));
#define BOTH(name) SAME(fftwf_##name) SAME(fftw_##name)
        FFTW_FUNCTIONS(BOTH)
        BOTH(print_plan)
        BOTH(init_threads)
        BOTH(cleanup_threads)
        BOTH(plan_with_nthreads)
        BOTH(planner_nthreads)
        BOTH(make_planner_thread_safe)
        BOTH(threads_set_callback)
        BOTH(version)
        BOTH(cc)
        BOTH(codelet_optim)
    }

    template <class ours, class fftws>
    void expect_same_dimension()
    {
        CPPUNIT_ASSERT_EQUAL(sizeof(fftws), sizeof(ours));
        CPPUNIT_ASSERT_EQUAL(offsetof(fftws, n), offsetof(ours, n));
        CPPUNIT_ASSERT_EQUAL(offsetof(fftws, is), offsetof(ours, is));
        CPPUNIT_ASSERT_EQUAL(offsetof(fftws, os), offsetof(ours, os));
        CPPUNIT_ASSERT((std::is_same_v<decltype(fftws::n), decltype(ours::n)>));
    }

    void dimensions_lie_as_fftws_do()
    {
        expect_same_dimension<fftw3::iodim, fftw_iodim>();
        expect_same_dimension<fftw3::iodim64, fftw_iodim64>();
    }

    void flags_and_kinds_have_fftws_values()
    {
        CPPUNIT_ASSERT_EQUAL(sizeof(fftw_r2r_kind), sizeof(fftw3::r2r_kind));
        CPPUNIT_ASSERT_EQUAL(FFTW_NO_TIMELIMIT, fftw3::NO_TIMELIMIT);
#define VALUE(name)                                                   \
    CPPUNIT_ASSERT_EQUAL_MESSAGE(#name,                               \
                                 static_cast<long long>(FFTW_##name), \
                                 static_cast<long long>(fftw3::name));
        VALUE(FORWARD)
        VALUE(BACKWARD)
        VALUE(MEASURE)
        VALUE(DESTROY_INPUT)
        VALUE(UNALIGNED)
        VALUE(CONSERVE_MEMORY)
        VALUE(EXHAUSTIVE)
        VALUE(PRESERVE_INPUT)
        VALUE(PATIENT)
        VALUE(ESTIMATE)
        VALUE(WISDOM_ONLY)
        VALUE(R2HC)
        VALUE(HC2R)
        VALUE(DHT)
        VALUE(REDFT00)
        VALUE(REDFT01)
        VALUE(REDFT10)
        VALUE(REDFT11)
        VALUE(RODFT00)
        VALUE(RODFT01)
        VALUE(RODFT10)
        VALUE(RODFT11)
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(abi_test);

} // namespace

#else

namespace {

class abi_test : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(abi_test);
    CPPUNIT_TEST(fftws_header_is_there);
    CPPUNIT_TEST_SUITE_END();

    void fftws_header_is_there() { gpufft::testing::skip("no fftw3.h (libfftw3-dev)"); }
};

CPPUNIT_TEST_SUITE_REGISTRATION(abi_test);

} // namespace

#endif
