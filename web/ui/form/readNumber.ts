/**
 * Returns the number that was typed: with a point or a comma before the fraction, with or without blanks, points or commas between the thousands
 * (U-45); null for nothing, NaN for what is no number. Of two kinds of separators the last one stands before the fraction; of a single one in front
 * of three digits the language decides, so that 1,204 is read as the screens of that language write it.
 */
export function readNumber(typed: string, locale: string): number | null {
  const bare = typed.replaceAll(/[\s\u00A0\u202F]/g, '').replace(/^[−–]/, '-')
  if (bare === '') return null
  const plain = bare.replaceAll(thousandsOf(bare, locale), '').replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

/** The separator between thousands; a blank (already removed) where there is none. */
function thousandsOf(bare: string, locale: string): string {
  if (bare.includes('.') && bare.includes(',')) return bare.lastIndexOf(',') > bare.lastIndexOf('.') ? '.' : ','
  const other = decimalOf(locale) === ',' ? '.' : ','
  const isGrouped = new RegExp(`^-?[1-9]\\d{0,2}([${other}]\\d{3})+$`).test(bare)
  return isGrouped ? other : ' '
}

/** Browsers know no Uzbek numbers; they are written like those of Ukrainian. */
function decimalOf(locale: string): string {
  const known = locale === 'uz' ? 'uk' : locale
  return new Intl.NumberFormat(known).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
}

/** Returns how a number is typed in a language, with its separator before the fraction and thousands apart where that is asked; nothing for null. */
export function numberText(value: number | null, locale: string, isGrouped = false): string {
  if (value === null) return ''
  const plain = Math.abs(value) >= 1e21 || (value !== 0 && Math.abs(value) < 1e-6) ? value.toFixed(20).replace(/\.?0+$/, '') : String(value)
  const [whole = '', fraction] = plain.split('.')
  const start = isGrouped ? grouped(whole, locale) : whole
  return fraction === undefined ? start : `${start}${decimalOf(locale)}${fraction}`
}

/** Spanish and Polish write four digits together. */
function grouped(whole: string, locale: string): string {
  const known = locale === 'uz' ? 'uk' : locale
  const format = new Intl.NumberFormat(known, { useGrouping: known === 'es' || known === 'pl' ? 'min2' : 'auto' })
  // Negative zero has its sign, and numbers of any length all their digits.
  return whole.startsWith('-') ? `-${grouped(whole.slice(1), locale)}` : format.format(BigInt(whole))
}
