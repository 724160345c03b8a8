/**
 * Returns the number that was typed: with a point or a comma before the fraction, with or without blanks, points or commas between the thousands
 * (ux.md §12); null for nothing, NaN for what is no number. Of two kinds of separators the last one stands before the fraction.
 */
export function readNumber(typed: string): number | null {
  const bare = typed.replaceAll(/[\s\u00A0\u202F]/g, '').replace(/^[−–]/, '-')
  if (bare === '') return null
  const isMixed = bare.includes('.') && bare.includes(',')
  const grouping = isMixed ? (bare.lastIndexOf(',') > bare.lastIndexOf('.') ? '.' : ',') : ''
  const plain = (grouping === '' ? bare : bare.replaceAll(grouping, '')).replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

/** Returns how a number is typed in a language: without thousands, with its separator before the fraction; nothing for null. */
export function numberText(value: number | null, locale: string): string {
  if (value === null) return ''
  const separator = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const plain = Math.abs(value) >= 1e21 || (value !== 0 && Math.abs(value) < 1e-6) ? value.toFixed(20).replace(/\.?0+$/, '') : String(value)
  return plain.replace('.', separator)
}
