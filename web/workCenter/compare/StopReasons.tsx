import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { StopsByReasonDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import classes from './StopReasons.module.css'

/** A stop that goes on grows without its record changing. */
const RUNNING_MS = 60_000
const SHOWN = 4
const NO_TIME: TimeWindow = { from: 0, to: 0 }
/** ALL is what a filter asks for; no row is of it. */
const WITHOUT_REASON = {
  ALL: 'stops.notNeeded',
  CLASSIFIED: 'stops.planned',
  NOT_NEEDED: 'stops.notNeeded',
  UNCLASSIFIED: 'stops.unclassified',
} as const

type StopReasonsProps = {
  readonly workCenterId: number
  /** Null outside every shift. */
  readonly period: TimeWindow | null
  /** Whether the period is the running shift. */
  readonly isShift: boolean
}

/** Returns why a work center stood in the period, the longest reasons first, with their sum. */
export function StopReasons({ workCenterId, period, isShift }: StopReasonsProps) {
  const { t } = useTexts('compare')
  const format = useFormat()
  const { from, to } = period ?? NO_TIME
  const variables = useMemo(
    () => ({ workCenterId, from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
    [workCenterId, from, to],
  )
  const [{ data, error }, refetch] = useFreshQuery(
    StopsByReasonDocument,
    variables,
    { workCenterIds: [workCenterId], kinds: ['loss', 'workCenter'], period },
    { pause: period === null, everyMs: RUNNING_MS },
  )
  const rows = period === null ? [] : (data?.lossesPareto ?? [])
  const total = rows.reduce((sum, { duration }) => sum + duration, 0)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  return (
    <div className={classes['stops']}>
      <h3>
        {t(isShift ? 'stopsTitle' : 'stopsOfPeriod')}{' '}
        {rows.length > 0 && <span>{t('stopsSum', { count, duration: format.duration(total * 1000) })}</span>}
      </h3>
      {error !== undefined && data == null ? (
        <p role="alert">
          {t('state.wrong')} <ActionButton onClick={refetch}>{t('state.retry')}</ActionButton>
        </p>
      ) : (
        <ol>
          {rows.slice(0, SHOWN).map((row) => (
            <li key={row.reasonId ?? row.classification} data-open={row.classification === 'UNCLASSIFIED' || undefined}>
              <span className={classes['reason']}>{row.reason?.name ?? t(WITHOUT_REASON[row.classification])}</span>
              <span className={classes['count']}>{t('times', { number: format.number(row.count) })}</span>
              <span className={classes['duration']}>{format.duration(row.duration * 1000)}</span>
            </li>
          ))}
        </ol>
      )}
      {data !== undefined && data !== null && rows.length === 0 && <p>{t(isShift ? 'noStops' : 'noStopsOfPeriod')}</p>}
    </div>
  )
}
