import type { ReportFigureQuery } from '#web/api/generated/graphql.ts'

export type ShownFigure = NonNullable<ReportFigureQuery['reportFigure']>

/** Returns which file and which of its figures the link names; null where it names none. */
export function linkedFigure(search: string): { readonly id: string; readonly figure: string } | null {
  const [id = '', figure = ''] = (new URLSearchParams(search).get('figure') ?? '').split('~')
  return /^[0-9a-f-]{36}$/i.test(id) && /^[A-Z]+[\w.]*$/.test(figure) ? { id, figure } : null
}

/** Returns the list that is made of the same as the figure: of a factor its shifts, of stopped time its stops. */
export function listOfFigure({ factor, workCenterId, workCenterIds, reason, dateFrom, dateTo }: ShownFigure) {
  const wc = workCenterId === null ? (workCenterIds ?? []) : [workCenterId]
  const dates = { range: 'dates' as const, from: dateFrom, to: dateTo, ...(wc.length > 0 && { wc: [...wc] }) }
  if (factor !== 'LOST') return { to: '/shifts' as const, search: { view: 'list' as const, ...dates } }
  const named = ['CLASSIFIED', 'NOT_NEEDED', 'UNCLASSIFIED'] as const
  const noReason = named.find((one) => one === reason)
  return {
    to: '/losses' as const,
    search: {
      source: 'STATUS' as const,
      ...dates,
      ...(noReason !== undefined && { noReason }),
      ...(reason !== null && noReason === undefined && { reason: [Number(reason)] }),
    },
  }
}

/** Returns the difference of the figure as it is shown, with two places of a percentage; null where one of them is undefined. */
export function differenceOf({ told, now }: Pick<ShownFigure, 'now' | 'told'>): number | null {
  return told === null || now === null ? null : Math.round((now - told) * 100) / 100
}
