import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { LossAroundDocument } from '#web/api/generated/graphql.ts'
import { explainSpans } from '#web/parts/timeline/explainSpans.ts'
import { statusSpans } from '#web/parts/timeline/statusSpans.ts'
import { Timeline } from '#web/parts/timeline/Timeline.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { createCursor } from '#web/ui/cursor.ts'
import { FormatContext, useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import type { LossRow } from './lossRow.ts'
import classes from './LossesPage.module.css'

export type LossAroundProps = { readonly row: LossRow; readonly onOpen: (lossId: number) => void }

/** As much time is shown on either side as the loss has, within these. */
const [LEAST_MS, MOST_MS] = [10 * MINUTE_MS, 2 * HOUR_MS]

/** Returns what lies around a loss: its shift and whether that is confirmed, the machine before and after it, and the other pieces of the same stop. */
export function LossAround({ row: { loss, stop }, onOpen }: LossAroundProps) {
  const { t } = useTexts('loss')
  const own = useFormat()
  const format = useZoneFormat(loss.workCenter.timeZone)
  const [openedAt] = useState(serverNow)
  const end = stop.end ?? openedAt
  const bounds = useMemo(() => {
    const around = Math.min(Math.max(end - stop.start, LEAST_MS), MOST_MS)
    return { from: stop.start - around, to: Math.min(end + around, openedAt) }
  }, [stop.start, end, openedAt])
  const [result, ask] = useQuery({
    query: LossAroundDocument,
    variables: useMemo(() => {
      const [start, until] = [new Date(bounds.from).toISOString(), new Date(bounds.to).toISOString()]
      return { id: stop.id, workCenterId: loss.workCenterId, period: { start, end: until }, from: start, to: until }
    }, [bounds, stop.id, loss.workCenterId]),
  })
  const [window, setWindow] = useState(bounds)
  const [cursor] = useState(createCursor)
  const { data } = result
  const spans = useMemo(
    () => (data === undefined ? [] : explainSpans(statusSpans(data.statusTimeline, []), data.lossesPages.items)),
    [data],
  )
  if (data === undefined && result.error !== undefined)
    return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
  if (data?.loss == null) return null
  const { shift, chain } = data.loss
  return (
    <FormatContext value={format}>
      {shift?.id != null && (
        <p className={classes['shift']}>
          {shift.status === 'CONFIRMED' && <Icon name="lock" size={16} />}
          <Link to="/shifts/$shiftId" params={{ shiftId: String(shift.id) }} className={classes['link']}>
            {`${shift.name}, ${format.date(Date.parse(shift.timeStart))}`}
          </Link>
          {shift.status === 'CONFIRMED' && <span>{t('around.confirmed', { number: shift.revision })}</span>}
        </p>
      )}
      <Timeline
        spans={spans}
        bounds={bounds}
        window={window}
        onWindow={setWindow}
        cursor={cursor}
        // Its tip would lie over what can be done; the loss is in the middle.
        selectedAt={null}
        onStop={(lossId) => lossId !== stop.id && onOpen(lossId)}
      />
      {chain.length > 1 && (
        <section aria-label={t('around.pieces')}>
          <h3>{t('around.pieces')}</h3>
          <ul className={classes['pieces']}>
            {chain.map((piece) => (
              <li key={piece.id}>
                <button
                  type="button"
                  aria-current={piece.id === stop.id || undefined}
                  onClick={() => piece.id !== stop.id && onOpen(piece.id)}
                >
                  <span className={classes['time']}>
                    {format.time(Date.parse(piece.timeStart))}–{piece.timeEnd == null ? '' : format.time(Date.parse(piece.timeEnd))}
                  </span>
                  <span>{piece.reason?.name ?? t('stops.unclassified')}</span>
                  <span className={classes['by']}>{own.duration(piece.duration * 1000)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </FormatContext>
  )
}
