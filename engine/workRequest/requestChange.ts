/** What of a work request is changed beside its status. */
export const REQUEST_FIELDS = ['CONTENT', 'DUE', 'MINUTES', 'RESPONSIBLE', 'WORK_CENTER'] as const
export type RequestField = (typeof REQUEST_FIELDS)[number]

/** What a request says; the date in ms UTC, minutes of work. */
export type RequestWords = {
  readonly content: string
  readonly dueAt: number | null
  readonly minutesWorked: number | null
  readonly responsibleId: string | null
  readonly workCenterId: number | null
}

/** What became of one field, as its text: of the date an instant like 2026-05-04T06:00:00.000Z, of person and work center the id; null = none. */
export type RequestFieldChange = { readonly field: RequestField; readonly before: string | null; readonly after: string | null }

/** Returns which fields differ, in the order of REQUEST_FIELDS (domain.md ST-3). */
export function changesOfRequest(before: RequestWords, after: RequestWords): readonly RequestFieldChange[] {
  const [old, now] = [textsOf(before), textsOf(after)]
  return REQUEST_FIELDS.flatMap((field) => (old[field] === now[field] ? [] : [{ field, before: old[field], after: now[field] }]))
}

function textsOf({
  content,
  dueAt,
  minutesWorked,
  responsibleId,
  workCenterId,
}: RequestWords): Readonly<Record<RequestField, string | null>> {
  return {
    CONTENT: content,
    DUE: dueAt === null ? null : new Date(dueAt).toISOString(),
    MINUTES: minutesWorked === null ? null : String(minutesWorked),
    RESPONSIBLE: responsibleId,
    WORK_CENTER: workCenterId === null ? null : String(workCenterId),
  }
}
