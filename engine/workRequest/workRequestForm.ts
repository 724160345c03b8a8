import { numberProblem, textProblem } from '#engine/fields/fieldRules.ts'
import type { Problem } from '#engine/result.ts'
import { DAY_MS } from '#engine/time/durations.ts'

/** Where a request comes from: PERSON = somebody wrote it on their own. */
export const WORK_REQUEST_SOURCES = ['PERSON', 'LOSS', 'CHECKLIST_ANSWER', 'NOTIFICATION'] as const
export type WorkRequestSource = (typeof WORK_REQUEST_SOURCES)[number]

export const MAX_REQUEST_LENGTH = 5_000
export const MAX_MINUTES_WORKED = 100_000
/** Photos that a new request may bring along. */
export const MAX_REQUEST_PHOTOS = 10
/** The days by which a request may be due, in UTC, YYYY-MM-DD. */
export const REQUEST_DAYS = { min: '2000-01-01', max: '2099-12-31' } as const

/** What is said of a request; what is left out stays as it was. */
export type WorkRequestForm = {
  readonly content?: string | undefined
  /** Ms UTC. */
  readonly dueAt?: number | null | undefined
  readonly minutesWorked?: number | null | undefined
  readonly comment?: string | null | undefined
  readonly attachmentIds?: readonly string[] | undefined
}

/** Returns all that is wrong with what is said of a request (domain.md ST-3). */
export function problemsOfRequest({ content, dueAt, minutesWorked, comment, attachmentIds = [] }: WorkRequestForm): readonly Problem[] {
  const problems = [
    content === undefined ? null : textProblem('content', content, { min: 1, max: MAX_REQUEST_LENGTH }),
    dueAt == null || isDayOfRequest(dueAt) ? null : { code: 'DAY_OUT_OF_RANGE', field: 'dueAt', params: REQUEST_DAYS },
    minutesWorked != null && !Number.isSafeInteger(minutesWorked)
      ? { code: 'NOT_WHOLE', field: 'minutesWorked', params: { value: minutesWorked } }
      : numberProblem('minutesWorked', minutesWorked, { min: 0, max: MAX_MINUTES_WORKED }),
    comment == null ? null : textProblem('comment', comment, { min: 0, max: MAX_REQUEST_LENGTH }),
    numberProblem('attachmentIds', attachmentIds.length, { min: 0, max: MAX_REQUEST_PHOTOS }),
  ]
  return problems.filter((problem) => problem !== null)
}

function isDayOfRequest(at: number): boolean {
  return at >= Date.parse(REQUEST_DAYS.min) && at < Date.parse(REQUEST_DAYS.max) + DAY_MS
}
