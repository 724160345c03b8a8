/** What single words and phrases of a question mean, whatever the language. */
export const CONCEPTS = [
  ...(['DO', 'SINCE', 'WHY', 'WHO', 'TAKE', 'OEE', 'AVAILABILITY', 'PERFORMANCE', 'QUALITY', 'REJECT', 'COMPARE'] as const),
  ...(['WORST', 'MOST', 'LOSS', 'STOP', 'REASON', 'WITHOUT', 'UNEXPLAINED', 'TIME', 'OUTPUT', 'PIECE', 'PLAN'] as const),
  ...(['ORDER', 'WHEN', 'FINISH', 'NEXT', 'SHIFT', 'CONFIRM', 'ENERGY', 'COST', 'TARGET', 'TREND', 'BATTERY'] as const),
  ...(['SILENT', 'ALERT', 'CHECKLIST', 'DUE', 'MEAN', 'HOW', 'WHERE', 'CHANGE', 'SETTINGS', 'DEVICE', 'CONNECT'] as const),
  ...(['REPORT', 'SEND', 'SUPPORT', 'PEOPLE', 'HOW_MUCH', 'NOW', 'IT', 'MY', 'MACHINE'] as const),
] as const
export type Concept = (typeof CONCEPTS)[number]

/** Concepts that many questions have: they decide little. */
const WEAK: ReadonlySet<Concept> = new Set<Concept>(['HOW_MUCH', 'NOW', 'IT', 'MY', 'MACHINE', 'DEVICE', 'TIME', 'PEOPLE', 'ORDER'])
/** Concepts that say what is asked, not of what. */
const STRONG: ReadonlySet<Concept> = new Set<Concept>([
  ...(['WHY', 'SINCE', 'COMPARE', 'WORST', 'MOST', 'WITHOUT', 'UNEXPLAINED', 'NEXT', 'TARGET', 'TREND', 'BATTERY'] as const),
  ...(['ALERT', 'CHECKLIST', 'MEAN', 'HOW', 'REPORT', 'SUPPORT', 'ENERGY', 'CONNECT', 'CHANGE', 'WHERE', 'FINISH'] as const),
])

/** Returns how much a concept decides. */
export function weightOf(concept: Concept): number {
  if (WEAK.has(concept)) return 0.3
  return STRONG.has(concept) ? 2 : 1
}

/** The words of a language, separated by commas; `*` after a stem stands for any ending, and a phrase has several words. */
export type Lexicon = {
  readonly words: Readonly<Record<Concept, string>>
  /** Endings of verbs that ask "how do I …" after a word for how; null where the phrase itself says it. */
  readonly actionAfterHow: RegExp | null
  readonly periods: Readonly<Record<PeriodWord, string>>
  /** Words for after, before the code of an order, or behind it. */
  readonly after: string
  /** Monday first. */
  readonly weekdays: readonly string[]
  /** January first. */
  readonly months: readonly string[]
}

export const PERIOD_WORDS = [
  ...(['currentShift', 'previousShift', 'today', 'yesterday', 'tomorrow', 'last2', 'last7', 'last30', 'thisWeek', 'lastWeek'] as const),
  ...(['thisMonth', 'lastMonth', 'morning', 'afternoon', 'night', 'lastNight'] as const),
] as const
export type PeriodWord = (typeof PERIOD_WORDS)[number]
