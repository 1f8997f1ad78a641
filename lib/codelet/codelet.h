/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODELET_CODELET_H
#define INCLUDED_GPUFFT_LIB_CODELET_CODELET_H

#include <complex>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! Cost of a codelet, in operations on real numbers.
struct operation_count {
    int additions = 0;       //!< subtractions among them
    int multiplications = 0; //!< by constants other than +-1
    int fused = 0;           //!< pairs of the two that one multiply-add does
    int negations = 0;
    int live_values = 0; //!< most values alive at once in the schedule, inputs included

    //! Where a multiply-add is one instruction
    int instructions() const { return additions + multiplications - fused; }
};

/*!
 * \brief What the statements are written for
 *
 * separate: fewest additions, then fewest multiplications. fused: multiply-adds as one
 * instruction that rounds once, of which fewest; more constants, no fewer bits right.
 */
enum class arithmetic { separate, fused };

//! How the printed statements call things. Parts are 're' and 'im'.
struct codelet_names {
    //! Text that reads input or names output \p index; is_imaginary picks the part.
    std::function<std::string(int index, bool is_imaginary)> input;
    std::function<std::string(int index, bool is_imaginary)> output;
    std::string temporary = "t"; //!< prefix: t0, t1, ...
    std::string type = "float";  //!< of one real value; a vector type in the SIMD form
    std::function<std::string(double)> literal; //!< e.g. 0.5 -> "0.5f"
    //! factor * operand + addend, rounded once; the factor is a literal. Without it such
    //! a statement is a sum with a product, which compilers may or may not fuse.
    std::function<std::string(
        const std::string& factor, const std::string& operand, const std::string& addend)>
        fma;
};

/*!
 * \brief Straight-line code for a forward DFT of fixed length: y[k] = sum x[n] w^(nk)
 *
 * Built once a length, as an expression DAG over real values that is simplified,
 * scheduled for few live values, and printed.
 */
class codelet
{
public:
    //! The codelet of \p length, built on first use; safe from several threads. Both
    //! arithmetics are forms of one algorithm.
    //! \throws plan_error  length or a prime factor of it is above the limits below
    static const codelet& dft(int length, arithmetic how = arithmetic::separate);

    virtual ~codelet() = default;
    virtual int length() const = 0;
    virtual operation_count count() const = 0;
    virtual std::string algorithm() const = 0; //!< e.g. "split radix"

    /*!
     * One statement a line, no indentation. Temporaries and outputs are declared
     * (`const float y0_re = ...;`), so inputs may be overwritten only afterwards.
     */
    virtual std::vector<std::string> print(const codelet_names& names) const = 0;

    //! Runs the same statements on numbers: \p length points each, no overlap.
    virtual void evaluate(const std::complex<double>* in,
                          std::complex<double>* out) const = 0;
};

//! Lengths that codelets are made for: up to this, without larger prime factors.
constexpr int MAX_CODELET_LENGTH = 64;
constexpr int MAX_CODELET_PRIME = 31;

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODELET_CODELET_H */
