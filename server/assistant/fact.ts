/** What a fact of an answer is about, and so how it is written: shares are fractions of 1, durations seconds. */
export const FACT_KINDS = [
  'ALERT',
  'BATTERY',
  'CHANGE',
  'CHECKLIST',
  'COUNT',
  'DEVICE',
  'DIFFERENCE',
  'DURATION',
  'ENERGY',
  'ENERGY_PER_UNIT',
  'MONEY',
  'ORDER',
  'OUTPUT',
  'PERSON',
  'REASON',
  'SHARE',
  'SHIFT',
  'STATUS',
  'TARGET',
] as const
export type FactKind = (typeof FACT_KINDS)[number]

/** A line of an answer, as the API told it; words are made by who shows it. */
export type Fact = {
  readonly kind: FactKind
  /** Of the work center, day, reason, order or person that it is about; null = of none, or not known. */
  readonly name: string | null
  /** A second name, a unit or a currency. */
  readonly text?: string | null
  /** A state, by its name in the API. */
  readonly code?: string | null
  readonly value?: number | null
  /** What the value is measured against. */
  readonly of?: number | null
  /** UTC ms. */
  readonly at?: number | null
}
