import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ComparedPeriodDocument } from '#web/api/generated/graphql.ts'
import { boundsOf } from '#web/parts/period/period.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { ComparedRange } from '../list/listSearch.view.ts'
import { type Compared, comparedPeriod } from './compare.view.ts'

const NOW_STEP_MS = 60_000

export type PeriodFigures = {
  readonly period: TimeWindow
  /** In the order of the ids; null until they have come. */
  readonly figures: readonly Compared[] | null
  /** Whether a shift of the period goes on. */
  readonly isProvisional: boolean
  readonly isFailed: boolean
  readonly refetch: () => void
}

/** Returns the figures of up to three work centers in whole days of the viewer's zone; null for the running shift, whose figures are live. */
export function usePeriodFigures(ids: readonly number[], range: ComparedRange): PeriodFigures | null {
  const { timeZone } = useFormat()
  const now = useCoarseNow(NOW_STEP_MS)
  const isLive = range === 'currentShift'
  const { from, to } = boundsOf({ kind: 'relative', range, shiftId: null }, { now, timeZone, currentShift: null })
  const [first, second, third] = ids
  const variables = useMemo(() => {
    const period = { start: new Date(from).toISOString(), end: new Date(to).toISOString() }
    const filterOf = (id: number | undefined) => (id === undefined ? null : { workCenterIds: [id], period })
    const hasB = second !== undefined
    const hasC = third !== undefined
    return { a: { workCenterIds: [first ?? 0], period }, b: filterOf(second), c: filterOf(third), hasB, hasC }
  }, [first, second, third, from, to])
  const interest = { workCenterIds: ids, kinds: ['shift', 'workCenter'] } as const
  const isPaused = isLive || first === undefined
  const [{ data, error }, refetch] = useFreshQuery(ComparedPeriodDocument, variables, interest, { pause: isPaused })
  if (isLive) return null
  const answers = data === undefined ? null : [data.a, data.b, data.c].slice(0, ids.length)
  return {
    period: { from, to },
    figures: answers === null ? null : answers.map((answer) => comparedPeriod(answer?.stats)),
    isProvisional: answers?.some((answer) => answer?.stats.isProvisional) ?? false,
    isFailed: error !== undefined && data === undefined,
    refetch,
  }
}
