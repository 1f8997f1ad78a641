/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_REALS_ROW_SLOTS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_REALS_ROW_SLOTS_H

#include "codegen/simd/simd_context.h"
#include <functional>
#include <string>

/*!
 * What preprocessing and postprocessing, plan/simd/row_places.h, do to the slots of a row
 * in the stack buffer. Short rows are written out slot by slot, so that they stay in
 * registers; longer ones are loops.
 */
namespace gpufft::simd {

//! The slots of one row of a lane.
struct row_slots_text {
    simd_context& c;
    bool is_output = false; //!< in the order in which the stages leave them
    std::int64_t first = 0; //!< of the row, where a lane takes several
    std::string factors;    //!< name of the table that the loops go through
    int factors_each = 0;   //!< of a pair or slot

    //! Arrays of the formulas' real and imaginary parts: exchanged where the operation
    //! exchanges parts.
    const char* real() const { return is_exchanged() ? "im" : "re"; }
    const char* imaginary() const { return is_exchanged() ? "re" : "im"; }
    //! Index of slot \p number, of output number \p number where is_output.
    std::string at(std::int64_t number) const;

    //! A slot's index \p at, and that of its conjugate M - number, and a factor's text.
    struct body_texts {
        std::string at;
        std::string conjugate;
        std::function<std::string(int i)> factor;
    };
    using body = std::function<void(const body_texts&)>;

    //! \p act for each number \p from .. \p last, whose conjugate is \p mirror less it.
    void each(std::int64_t from,
              std::int64_t last,
              std::int64_t mirror,
              const body& act) const;

private:
    bool is_exchanged() const;
};

//! \p act for each row of a lane in the input (output), with its factors declared.
void each_row_of_a_lane(simd_context& c,
                        bool is_output,
                        const std::function<void(const row_slots_text&)>& act);

//! What the load of the rows left becomes the points of the inner DFT.
void emit_preprocess(simd_context& c);

//! Outputs of the inner DFT become what the store of the rows finds.
void emit_postprocess(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_REALS_ROW_SLOTS_H */
