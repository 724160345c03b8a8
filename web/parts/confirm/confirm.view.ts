import { overPlanBy, problemsOfReasons, problemsOfUnits } from '#engine/output/postingRules.ts'
import type { Problem } from '#engine/result.ts'
import type { OutputCalculationType } from '#engine/workCenter/workCenterSetup.ts'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'

export type UnitField = 'accepted' | 'rejected' | 'total'
/** A number that the pad types: one of the output, or how many were rejected for the reason of the id. */
export type PadField = UnitField | `reason-${number}`

/** What is typed in the sheet; a field that nobody typed has its prefilled number. */
export type ConfirmDraft = {
  readonly texts: Readonly<Partial<Record<PadField, string>>>
  readonly active: PadField
  /** Whether the next digit begins a new number. */
  readonly isFresh: boolean
}

/** What the machine counted and what its confirmation asks for. */
export type ConfirmRules = {
  readonly calculationType: OutputCalculationType
  readonly isWhole: boolean
  readonly isReasonRequired: boolean
  /** Whether the rest may be confirmed later. */
  readonly mayFollow: boolean
  readonly counted: { readonly accepted: number; readonly rejected: number }
  /** Whether it was counted for several orders together: what of it is of this one, nobody knows but the person. */
  readonly isShared: boolean
  readonly plan: { readonly planOutput: number | null; readonly acceptedOutput: number } | null
}

/** The two numbers that are asked for, as the device counts; the third follows. */
const ASKED = {
  ACCEPTED_AND_REJECTED: ['accepted', 'rejected'],
  TOTAL_AND_ACCEPTED: ['total', 'accepted'],
  TOTAL_AND_REJECTED: ['total', 'rejected'],
} as const satisfies Record<OutputCalculationType, readonly UnitField[]>

/** Returns which numbers are typed and which one follows from them. */
export function fieldsOf(type: OutputCalculationType): { readonly asked: readonly UnitField[]; readonly derived: UnitField } {
  const asked: readonly UnitField[] = ASKED[type]
  const derived = (['accepted', 'rejected', 'total'] as const).find((field) => !asked.includes(field)) ?? 'total'
  return { asked, derived }
}

/** Returns the empty draft: what was counted, and the first number is the one that is typed. */
export function newDraft(type: OutputCalculationType): ConfirmDraft {
  return { texts: {}, active: fieldsOf(type).asked[0] ?? 'accepted', isFresh: true }
}

/** Returns the draft after a key of the pad: a digit, ',' for the separator that the language has before the fraction, or DELETE. */
export function padded(draft: ConfirmDraft, key: string, present: string, locale: string): ConfirmDraft {
  const { active, isFresh } = draft
  const text = isFresh && key !== 'DELETE' ? '' : present
  const typed = key === ',' ? (/[.,]/.test(text) ? '' : separatorOf(locale)) : key
  const next = key === 'DELETE' ? (isFresh ? '' : text.slice(0, -1)) : text + typed
  return { ...draft, texts: { ...draft.texts, [active]: next.replace(/^0+(?=\d)/, '') }, isFresh: false }
}

/** Returns what a language writes before the fraction. */
export function separatorOf(locale: string): string {
  return numberText(0.5, locale).charAt(1)
}

/** What the sheet says. */
export type ConfirmReading = {
  readonly accepted: number
  readonly rejected: number
  readonly total: number
  /** Confirmed less counted; never below 0 of what was counted together: the rest is of the other orders. */
  readonly difference: number
  /** By how many it goes beyond the plan; null = it does not. */
  readonly overPlanBy: number | null
  readonly reasons: readonly { readonly reasonId: number; readonly output: number }[]
  /** Rejects that have no reason yet. */
  readonly unexplained: number
  /** What stands in the way, the first of it. */
  readonly problem: Problem | null
  /** All of it, each beside its field. */
  readonly problems: readonly Problem[]
}

/** Returns what the draft comes to, judged by the rules that the server judges by. */
export function readDraft({ texts }: ConfirmDraft, rules: ConfirmRules, locale: string): ConfirmReading {
  const { counted, calculationType, isShared, isWhole } = rules
  const typed = (field: UnitField) => valueOf(texts[field], prefilledOf(field, rules), locale)
  const units = {
    ACCEPTED_AND_REJECTED: () => ({ accepted: typed('accepted'), rejected: typed('rejected') }),
    TOTAL_AND_ACCEPTED: () => {
      const accepted = typed('accepted')
      return { accepted, rejected: rounded(typed('total') - accepted) }
    },
    TOTAL_AND_REJECTED: () => {
      const rejected = typed('rejected')
      return { accepted: rounded(typed('total') - rejected), rejected }
    },
  }[calculationType]()
  // They are not shown where nothing is rejected, so nobody could take them back there.
  const reasons = Object.entries(units.rejected > 0 ? texts : {}).flatMap(([field, text]) => {
    const id = /^reason-(\d+)$/.exec(field)?.[1]
    const output = valueOf(text, 0, locale)
    return id === undefined || output === 0 ? [] : [{ reasonId: Number(id), output }]
  })
  const type = isWhole ? 'DISCRETE' : 'CONTINUOUS'
  const asReasons = reasons.map(({ reasonId, output }) => ({ reasonId, units: output }))
  const required = { type, isQualityReasonRequiredOnConfirmation: rules.isReasonRequired, requireReasonForEachRejection: false } as const
  const said = reasons.reduce((sum, { output }) => rounded(sum + output), 0)
  const wrongUnits = problemsOfUnits(units, type)
  const problems = wrongUnits.length > 0 ? wrongUnits : problemsOfReasons({ rejected: units.rejected, reasons: asReasons }, required)
  const [problem] = problems
  const difference = rounded(units.accepted + units.rejected - counted.accepted - counted.rejected)
  return {
    ...units,
    total: rounded(units.accepted + units.rejected),
    difference: isShared ? Math.max(0, difference) : difference,
    overPlanBy: rules.plan === null ? null : overPlanBy(rules.plan, units.accepted),
    reasons,
    unexplained: Math.max(0, rounded(units.rejected - said)),
    problem: problem ?? null,
    problems,
  }
}

/** Returns whether the person said that what was counted and is not confirmed was not made. */
export function isRestNotMade({ difference }: ConfirmReading, { isShared }: ConfirmRules, rest: 'LATER' | 'NOT_MADE'): boolean {
  return !isShared && difference < 0 && rest === 'NOT_MADE'
}

/** Returns how the number of a field is written: as typed, else as prefilled. */
export function textOf({ texts }: ConfirmDraft, field: PadField, prefilled: number, locale: string): string {
  return texts[field] ?? numberText(prefilled, locale)
}

/** Returns the draft after a tap on a reason: it takes the rejects that have none; tapped again while there are none left, it gives its own back. */
export function withReason(draft: ConfirmDraft, reasonId: number, unexplained: number, locale: string): ConfirmDraft {
  const field = `reason-${reasonId}` as const
  const own = valueOf(draft.texts[field], 0, locale)
  const next = unexplained > 0 ? rounded(own + unexplained) : 0
  return { texts: { ...draft.texts, [field]: next === 0 ? '' : numberText(next, locale) }, active: field, isFresh: true }
}

/**
 * Returns the draft after the code of a reason was scanned: it takes the rejects that have none, as a tap on it does; where all have one, a piece that was
 * accepted is rejected for it.
 */
export function withScannedReason(draft: ConfirmDraft, reasonId: number, rules: ConfirmRules, locale: string): ConfirmDraft {
  const { accepted, rejected, total, unexplained } = readDraft(draft, rules, locale)
  if (unexplained > 0) return withReason(draft, reasonId, unexplained, locale)
  const own = accepted >= 1 ? 1 : 0
  const next = { accepted: accepted - own, rejected: rejected + 1, total: total + 1 - own }
  const asked = fieldsOf(rules.calculationType).asked.map((field) => [field, numberText(rounded(next[field]), locale)])
  return withReason({ ...draft, texts: { ...draft.texts, ...Object.fromEntries(asked) } }, reasonId, 1, locale)
}

/** Returns the number that stands in the field before anybody types: what was counted, where it was counted for this order alone. */
export function prefilledOf(field: PadField, { counted, isShared }: ConfirmRules): number {
  if (isShared) return 0
  if (field === 'total') return rounded(counted.accepted + counted.rejected)
  return field === 'accepted' || field === 'rejected' ? rounded(counted[field]) : 0
}

/** Nothing typed is none; what is no number stays none that anybody makes. */
function valueOf(text: string | undefined, prefilled: number, locale: string): number {
  return text === undefined ? prefilled : (readNumber(text, locale) ?? 0)
}

function rounded(units: number): number {
  return Math.round(units * 1000) / 1000
}
