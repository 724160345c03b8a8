import type { Cell, DecimalSign } from './importField.ts'
import { textOf } from './importField.ts'

/** Blanks and apostrophes that people put between thousands. */
const GAPS = /[\s\u00a0\u202f'’]/g
const GROUPED: Readonly<Record<DecimalSign, RegExp>> = {
  DOT: /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/,
  COMMA: /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/,
}
/** One sign with three digits behind it: thousands or thousandths. */
const UNCLEAR = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

/**
 * Returns the decimal sign that the values of a column agree on (domain.md I-6); UNCLEAR where only values such as 1.250 are there, or where they
 * contradict each other. Numbers of a workbook need none.
 */
export function decimalSignOf(cells: readonly Cell[]): DecimalSign | 'UNCLEAR' {
  const seen = new Set<DecimalSign>()
  let isUnclear = false
  for (const cell of cells) {
    if (typeof cell === 'number') continue
    const text = textOf(cell).replace(GAPS, '')
    const sign = signIn(text)
    if (sign !== null) seen.add(sign)
    else isUnclear ||= UNCLEAR.test(text)
  }
  const [sign] = seen
  if (seen.size === 1 && sign !== undefined) return sign
  return seen.size > 1 || isUnclear ? 'UNCLEAR' : 'DOT'
}

/** Returns the number of a cell, null for an empty one; undefined for what is no number with that decimal sign. */
export function readNumber(cell: Cell, sign: DecimalSign): number | null | undefined {
  if (typeof cell === 'number') return cell
  const text = textOf(cell).replace(GAPS, '')
  if (text === '') return null
  if (!GROUPED[sign].test(text)) return undefined
  const plain = sign === 'DOT' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.')
  return Number(plain)
}

/** The decimal sign that one value proves; null where it proves none. */
function signIn(text: string): DecimalSign | null {
  if (!/^[+-]?[\d.,]*\d$/.test(text)) return null
  const comma = text.lastIndexOf(',')
  const dot = text.lastIndexOf('.')
  if (comma === -1 && dot === -1) return null
  if (comma !== -1 && dot !== -1) return comma > dot ? 'COMMA' : 'DOT'
  const [sign, other, at] = comma === -1 ? (['DOT', 'COMMA', dot] as const) : (['COMMA', 'DOT', comma] as const)
  // A sign that stands twice is one of thousands.
  if (text.indexOf(sign === 'DOT' ? '.' : ',') !== at) return other
  return UNCLEAR.test(text) ? null : sign
}
