import { z } from 'zod'
import { REPORT_FORMATS, REPORT_TYPES } from '#engine/report/reportKind.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import { reportTextsOf } from './reportTexts.ts'

const date = z.iso.date()

/** What a report is asked for: shift dates from `from` up to, not including, `to`, of one start only where `shiftStart` is given (ms UTC). */
export const reportRequest = z.strictObject({
  type: z.enum(REPORT_TYPES),
  format: z.enum(REPORT_FORMATS),
  language: z.enum(LANGUAGES),
  from: date,
  to: date,
  shiftStart: z.number().int().nullable(),
  /** null = all of the company. */
  workCenterIds: z.array(z.number().int()).nullable(),
  /** In which instants are written where no work center says otherwise. */
  zone: z.string(),
  /** Who gets it, for the page about it. */
  madeFor: z.string(),
  /** Whether it tells what became of checklists: where all of its readers may read them. */
  hasChecklists: z.boolean().optional(),
  /** Of a saved view of analytics its name, and the query parameters that it stands for. */
  view: z.strictObject({ name: z.string(), search: z.string() }).optional(),
  /** Of a subscription that was sent before: when, and the dates of which shifts were told; those confirmed again since are told. */
  restated: z.strictObject({ since: z.number().int(), from: date, to: date }).optional(),
  /** Of a subscription that waited for its shifts to be confirmed, and no longer: how many are not, of how many. */
  unconfirmed: z.strictObject({ open: z.number().int(), all: z.number().int() }).optional(),
})
export type ReportRequest = z.infer<typeof reportRequest>

/** Returns what the report is called: a view by its own name. */
export function titleOfReport({ type, view }: Pick<ReportRequest, 'type' | 'view'>, language: Language): string {
  return view?.name ?? reportTextsOf(language).titles[type]
}
