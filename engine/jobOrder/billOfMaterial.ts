/** A material that goes into the product. */
export type MaterialLine = { readonly material: string; readonly requiredInput: number }

/** Returns the quantity that so many confirmed units need, rejected ones included, of the input for the expected output (domain.md S-70). */
export function requiredInput(line: MaterialLine, confirmedTotal: number, expectedOutput: number): number | null {
  return expectedOutput > 0 ? (line.requiredInput * confirmedTotal) / expectedOutput : null
}
