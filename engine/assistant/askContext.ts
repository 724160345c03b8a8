import type { AbilitySubject } from '#engine/access/abilities.ts'
import type { PeriodChoice } from '#engine/time/periodChoice.ts'
import type { Intent } from './intents.ts'

export const ASSISTANT_LANGUAGES = ['en', 'uk', 'pl', 'ru', 'es', 'uz'] as const
export type AssistantLanguage = (typeof ASSISTANT_LANGUAGES)[number]

/** What the asker may see and name, and what the question before was about. */
export type AskContext = {
  readonly language: AssistantLanguage
  /** UTC ms. */
  readonly now: number
  /** Of the company; days of a question are its days. */
  readonly timeZone: string
  readonly workCenters: readonly NamedWorkCenter[]
  readonly groups: readonly Named[]
  readonly reasons: readonly Named[]
  /** Codes of orders that are open. */
  readonly orders: readonly { readonly id: number; readonly code: string }[]
  /** Shifts of the schedule with the minute of the day at which they start. */
  readonly shifts: readonly { readonly id: number; readonly code: string; readonly startMinute: number }[]
  /** Work centers of the asker, for "my". */
  readonly ownWorkCenterIds: readonly number[]
  readonly readable: ReadonlySet<AbilitySubject>
  readonly memory: AskMemory
}

export type Named = { readonly id: number; readonly name: string }
/** `deviceId` stands in the address of its page. */
export type NamedWorkCenter = Named & { readonly deviceId: string }

/** What was named last, and what was asked, for "and yesterday?"; of OEE also the factor. */
export type AskMemory = {
  readonly place: Place | null
  readonly orderId: number | null
  readonly intent: Intent | null
  readonly measure: AskedMeasure | null
}
export const NO_MEMORY: AskMemory = { place: null, orderId: null, intent: null, measure: null }

export const ASKED_MEASURES = ['AVAILABILITY', 'PERFORMANCE', 'QUALITY', 'OEE'] as const
export type AskedMeasure = (typeof ASKED_MEASURES)[number]

/** Where: a work center, a group of them, or those of the asker. */
export type Place =
  | { readonly kind: 'workCenter'; readonly id: number }
  | { readonly kind: 'group'; readonly id: number }
  | { readonly kind: 'mine' }

/** When: as the address of a page has it, and as dates of shifts, both included, with the code of one shift. */
export type AskedPeriod = {
  readonly choice: PeriodChoice
  /** Null for the running shift and the one before. */
  readonly dates: { readonly from: string; readonly to: string } | null
  readonly shiftCode: string | null
  /** Codes of two or more shifts that are named together, else empty. */
  readonly comparedShifts: readonly string[]
}
