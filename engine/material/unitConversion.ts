import { scaledMicro } from './quantity.ts'

/** Units of one thing, the second a thousandth of the first (domain.md M-2). */
const PAIRS = [
  ['kg', 'g'],
  ['m', 'mm'],
  ['l', 'ml'],
] as const
const THOUSAND = 1000

/** Returns whether a quantity in one unit can be told in the other. */
export function isConvertible(from: string, to: string): boolean {
  return from === to || PAIRS.some(([large, small]) => (from === large && to === small) || (from === small && to === large))
}

/** Returns the millionths of one unit in millionths of the other, half up; null where they do not convert. */
export function convertedMicro(micro: number, from: string, to: string): number | null {
  if (from === to) return micro
  const pair = PAIRS.find(([large, small]) => [large, small].some((one) => one === from) && [large, small].some((one) => one === to))
  if (pair === undefined) return null
  return from === pair[0] ? scaledMicro(micro, THOUSAND, 1) : scaledMicro(micro, 1, THOUSAND)
}
