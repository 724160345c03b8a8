import { useMemo, useState } from 'react'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ShiftBoardDocument } from '#web/api/generated/graphql.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { capacityOf, gridOf, pagesOf } from '#web/parts/tv/boardGrid.ts'
import { TurnDots } from '#web/parts/tv/TurnDots.tsx'
import { TvFrame } from '#web/parts/tv/TvFrame.tsx'
import { useElementSize } from '#web/parts/tv/useElementSize.ts'
import { useRotation } from '#web/parts/tv/useRotation.ts'
import { Elapsed } from '#web/parts/Elapsed.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { type BoardRow, boardRows } from './board.view.ts'
import classes from './ShiftBoard.module.css'

export type ShiftBoardProps = {
  /** Empty = all that the viewer sees. */
  readonly workCenterIds: readonly number[]
  /** A running shift began on this date at the earliest. */
  readonly since: string
  readonly onExit: () => void
}

/** Returns the board of the running shifts for a hall (U-29): good units, plan and forecast, explained stops and the longest without a reason, page after page. */
export function ShiftBoard({ workCenterIds, since, onExit }: ShiftBoardProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const now = useCoarseNow(MINUTE_MS)
  const [place, size] = useElementSize()
  const [pageCount, setPageCount] = useState(1)
  const rotation = useRotation(pageCount)
  const [{ data, error }, refetch] = useFreshQuery(
    ShiftBoardDocument,
    useMemo(
      () => ({ shiftDateFrom: since, ...(workCenterIds.length > 0 && { workCenterIds: [...workCenterIds] }) }),
      [since, workCenterIds],
    ),
    { workCenterIds: workCenterIds.length > 0 ? workCenterIds : null, kinds: ['loss', 'output', 'shift'] },
    // The forecast of a shift moves on without any record being closed.
    { everyMs: MINUTE_MS },
  )
  const rows = data === undefined ? [] : boardRows(data, now, format.compare)
  const byId = new Map(rows.map((row) => [row.shift.workCenterId, row]))
  const capacity = capacityOf(size)
  const pages = pagesOf([...byId.keys()], capacity)
  if (pages.length !== pageCount && pages.length > 0) setPageCount(pages.length)
  const grid = gridOf(pages[0]?.length ?? 0, capacity, size)
  return (
    <TvFrame
      title={t('board.title')}
      head={
        <>
          <p>{t('board.count', { count: rows.length })}</p>
          <TurnDots rotation={rotation} pageCount={pages.length} />
        </>
      }
      pause={{ isPaused: rotation.isPaused, toggle: rotation.togglePause }}
      onTurn={rotation.go}
      onExit={onExit}
    >
      <div
        ref={place}
        className={classes['grid']}
        style={{ gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`, gridTemplateRows: `repeat(${grid.rows}, minmax(0, 1fr))` }}
      >
        {(pages[rotation.page] ?? []).flatMap((id) => {
          const row = byId.get(id)
          return row === undefined ? [] : [<Tile key={id} row={row} />]
        })}
      </div>
      {error && data === undefined && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {data !== undefined && rows.length === 0 && <p className={classes['none']}>{t('board.none')}</p>}
    </TvFrame>
  )
}

function Tile({ row: { shift, stop } }: { readonly row: BoardRow }) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const live = useLiveWorkCenter(shift.workCenterId)
  const unit = useUnitName()(shift.workCenter.outputMeasurementUnit)
  const output = live?.output ?? null
  const whole = (value: number | null | undefined) => (value == null ? '—' : format.number(Math.round(value)))
  return (
    <article className={classes['tile']} data-open={stop !== null || undefined}>
      <h2>{shift.workCenter.name}</h2>
      <p className={classes['good']}>
        <b>{whole(output?.accepted)}</b> <span>{t('board.ofPlan', { plan: whole(output?.targetFullShift) })}</span>
      </p>
      <p>{t('board.forecast', { forecast: whole(shift.forecast?.goodOutput), unit })}</p>
      <p>{shift.explainedShare == null ? t('board.noStops') : t('board.explained', { share: format.percent(shift.explainedShare, 0) })}</p>
      <p className={classes['stop']}>
        {stop === null ? (
          t('board.allExplained')
        ) : (
          <>
            {stop.end === null ? <Elapsed since={stop.start} /> : format.duration(stop.end - stop.start)} · {t('board.longest')}
          </>
        )}
      </p>
    </article>
  )
}
