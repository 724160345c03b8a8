import type { StatisticsOfPeriodQuery } from '#web/api/generated/graphql.ts'
import { type StatusStyle, statusColor, statusStyle } from '#web/parts/statusStyle.ts'

type StatusTime = StatisticsOfPeriodQuery['statusesStat'][number]

/** One status of a period; `key` tells the same status in another period. */
export type StatusShare = {
  readonly key: string
  readonly kind: StatusTime['kind'] | 'UNRECORDED'
  readonly name: string | null
  readonly style: StatusStyle
  readonly color: string
  readonly seconds: number
  /** Of the whole period. */
  readonly share: number
}

/**
 * Returns the time in each status, longest first, and the time before the first recorded status; shares sum to `wholeMs`. Whole seconds; the
 * rounding remainder goes to the longest (domain.md D-51).
 */
export function statusShares(
  times: readonly StatusTime[],
  wholeMs: number | null,
  plannedRuleIds: ReadonlySet<number>,
): readonly StatusShare[] {
  const measured = times.reduce((sum, { duration }) => sum + duration, 0)
  const whole = wholeMs === null ? measured : Math.round(wholeMs / 1000)
  const left = whole - measured
  const isRounding = Math.abs(left) <= times.length
  const rows = times.map((time) => ({ ...shareOf(time, plannedRuleIds), seconds: time.duration })).toSorted((a, b) => b.seconds - a.seconds)
  const [longest] = rows
  if (longest && isRounding) longest.seconds += left
  const all =
    left > 0 && (!isRounding || !longest)
      ? [
          ...rows,
          {
            key: 'unrecorded',
            kind: 'UNRECORDED' as const,
            name: null,
            style: 'noData' as const,
            color: 'var(--status-noData)',
            seconds: left,
          },
        ]
      : rows
  return all.map((row) => ({ ...row, share: whole === 0 ? 0 : row.seconds / whole }))
}

function shareOf({ kind, statusRuleId, isEffective, statusName, statusColor: color }: StatusTime, plannedRuleIds: ReadonlySet<number>) {
  const isScheduledLoss = statusRuleId != null && plannedRuleIds.has(statusRuleId)
  const style = statusStyle({ kind, isEffective, isScheduledLoss, color: color ?? null }, true)
  return {
    key: `${kind} ${statusRuleId ?? ''} ${isEffective}`,
    kind,
    name: statusName ?? null,
    style,
    color: statusColor(style, color ?? null),
  }
}
