import { formProblem, textProblem } from '#engine/fields/fieldRules.ts'
import type { Problem } from '#engine/result.ts'

const CODE = { min: 1, max: 80 } as const
const PRINTABLE = { pattern: /^[^\p{Cc}]*$/u, example: 'DT-2377-261123-A-01' }

/** Returns what is wrong with a code that people scan: empty, too long, or with characters that cannot be printed. */
export function codeProblem(field: string, code: string): Problem | null {
  return textProblem(field, code, CODE) ?? formProblem(field, code, PRINTABLE)
}

/** Returns what the code of a batch without one begins with: SKU, day of the shift as yyMMdd and code of the shift (domain.md M-8). */
export function batchCodeStem(sku: string, shift: { readonly date: string; readonly code: string | null }): string {
  const day = shift.date.slice(2).replaceAll('-', '')
  return [sku.slice(0, CODE.max - 16), day, ...(shift.code === null ? [] : [shift.code])].join('-')
}

/** Returns the first code of the stem with a number of at least two digits that none of the taken ones is, without regard to case. */
export function nextBatchCode(stem: string, taken: readonly string[]): string {
  const used = new Set(taken.map((code) => code.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const code = `${stem}-${String(number).padStart(2, '0')}`
    if (!used.has(code.toLowerCase())) return code
  }
}
