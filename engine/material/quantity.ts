import { numberProblem } from '#engine/fields/fieldRules.ts'
import type { Problem } from '#engine/result.ts'

/** Millionths of a unit, whole: sums of material are exact (domain.md M-2). */
const MILLIONTHS = 1_000_000
/** Decimal places of a quantity of material. */
const PLACES = 6
/** No quantity of material is as large. */
const LIMIT = 1_000_000_000

/** Returns the quantity in whole millionths, half up. */
export function microOf(quantity: number): number {
  return Math.round(quantity * MILLIONTHS)
}

/** Returns the quantity of whole millionths. */
export function quantityOf(micro: number): number {
  return micro / MILLIONTHS
}

/** Returns numerator × factor ÷ divisor in whole millionths, half up, without the error of a division of numbers. */
export function scaledMicro(micro: number, factor: number, divisor: number): number {
  const [product, by] = [BigInt(micro) * BigInt(factor), BigInt(divisor)]
  return Number((2n * product + by) / (2n * by))
}

/** Returns what is wrong with a quantity of material: out of range or with more than six places; null for nothing and for none. */
export function materialProblem(field: string, quantity: number | null, { mayBeZero = false } = {}): Problem | null {
  const problem = numberProblem(field, quantity, { ...(mayBeZero ? { min: 0 } : { above: 0 }), below: LIMIT })
  if (problem !== null || quantity === null) return problem
  return Math.abs(quantity * MILLIONTHS - microOf(quantity)) > 1e-3 ? { code: 'TOO_MANY_PLACES', field, params: { max: PLACES } } : null
}
