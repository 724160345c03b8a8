import { useMemo } from 'react'
import { useQuery } from 'urql'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { StopsByReasonDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { useRefetchEvery } from '../useRefetchEvery.ts'
import classes from './StopReasons.module.css'

const EVERY_MS = 60_000
const SHOWN = 4

type StopReasonsProps = { readonly workCenterId: number; readonly shift: LiveWorkCenter['shift'] }

/** Returns why a work center stood in its running shift, the longest reasons first, with their sum. */
export function StopReasons({ workCenterId, shift }: StopReasonsProps) {
  const { t } = useTexts('compare')
  const format = useFormat()
  const variables = useMemo(
    () => ({ workCenterId, from: new Date(shift?.start ?? 0).toISOString(), to: new Date(shift?.end ?? 0).toISOString() }),
    [workCenterId, shift?.start, shift?.end],
  )
  const [{ data, error }, ask] = useQuery({ query: StopsByReasonDocument, variables, pause: shift === null })
  useRefetchEvery(EVERY_MS, (options) => {
    if (shift !== null) ask(options)
  })
  const rows = shift === null ? [] : (data?.lossesPareto ?? [])
  const total = rows.reduce((sum, { duration }) => sum + duration, 0)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  return (
    <div className={classes['stops']}>
      <h3>
        {t('stopsTitle')} {rows.length > 0 && <span>{t('stopsSum', { count, duration: format.duration(total * 1000) })}</span>}
      </h3>
      {error !== undefined && data == null ? (
        <p role="alert">
          {t('state.wrong')} <ActionButton onClick={() => ask({ requestPolicy: 'network-only' })}>{t('state.retry')}</ActionButton>
        </p>
      ) : (
        <ol>
          {rows.slice(0, SHOWN).map((row) => (
            <li key={row.reasonId ?? 0} data-open={row.reasonId == null || undefined}>
              <span className={classes['reason']}>{row.reason?.name ?? t('stops.unclassified')}</span>
              <span className={classes['count']}>{t('times', { number: format.number(row.count) })}</span>
              <span className={classes['duration']}>{format.duration(row.duration * 1000)}</span>
            </li>
          ))}
        </ol>
      )}
      {data !== undefined && data !== null && rows.length === 0 && <p>{t('noStops')}</p>}
    </div>
  )
}
