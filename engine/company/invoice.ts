import type { Problem } from '#engine/result.ts'
import { dateOfParts } from '#engine/time/zoneDates.ts'

/** The largest file of an invoice. */
export const MAX_INVOICE_BYTES = 10 * 1024 * 1024
/** Characters of the number of an invoice. */
export const INVOICE_NUMBER_LENGTH = { min: 1, max: 60 } as const
/** The days that an invoice may bear, YYYY-MM-DD. */
export const INVOICE_DAYS = { min: '2000-01-01', max: '2099-12-31' } as const

/** What the provider says of an invoice beside its file; the day is YYYY-MM-DD. */
export type InvoiceForm = { readonly number: string; readonly issuedOn: string }

/** Returns what was typed without what surrounds it. */
export function trimInvoice({ number, issuedOn }: InvoiceForm): InvoiceForm {
  return { number: number.trim(), issuedOn: issuedOn.trim() }
}

/** Control characters, line ends, and those that turn the direction of what follows them. */
// oxlint-disable-next-line no-control-regex -- these are the characters that must not come through
const UNPRINTABLE = /[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/

/** Returns what is wrong with the number and the day of an invoice, with the range of each (domain.md ST-2): a number has printed characters alone. */
export function invoiceProblems({ number, issuedOn }: InvoiceForm): readonly Problem[] {
  const { length } = [...number]
  const { min, max } = INVOICE_NUMBER_LENGTH
  const isNumber = length >= min && length <= max
  const [year, month, day] = /^\d{4}-\d{2}-\d{2}$/.test(issuedOn) ? issuedOn.split('-').map(Number) : []
  const isDay = dateOfParts(year ?? 0, month ?? 0, day ?? 0) !== null && issuedOn >= INVOICE_DAYS.min && issuedOn <= INVOICE_DAYS.max
  return [
    ...(isNumber ? [] : [{ code: length === 0 ? 'REQUIRED' : 'LENGTH_OUT_OF_RANGE', field: 'number', params: { min, max } }]),
    ...(isNumber && UNPRINTABLE.test(number) ? [{ code: 'INVALID_FORMAT', field: 'number', params: { example: 'INV-2026/11' } }] : []),
    ...(isDay ? [] : [{ code: 'INVOICE_DAY', field: 'issuedOn', params: INVOICE_DAYS }]),
  ]
}
