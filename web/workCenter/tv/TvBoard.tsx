import { useMemo, useState } from 'react'
import { useLiveStore } from '#web/api/live.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { liveShiftName, liveStyle } from '#web/parts/liveLook.ts'
import { StylePatterns } from '#web/parts/timeline/StylePattern.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useElementSize } from '#web/parts/tv/useElementSize.ts'
import type { ListedCard } from '../list/listedCard.ts'
import type { ListSearch } from '../list/listSearch.view.ts'
import { matcherOf } from '../list/workCenters.view.ts'
import { capacityOf, gridOf, pagesOf } from '#web/parts/tv/boardGrid.ts'
import { TurnDots } from '#web/parts/tv/TurnDots.tsx'
import { TvFrame } from '#web/parts/tv/TvFrame.tsx'
import { type Rotation, useRotation } from '#web/parts/tv/useRotation.ts'
import { commonShift, worstFirst } from './tv.view.ts'
import classes from './TvBoard.module.css'
import { TvTile } from './TvTile.tsx'
import { TvWaiting } from './TvWaiting.tsx'

export type TvBoardProps = {
  readonly workCenters: readonly ListedCard[]
  /** Its filters say which of them are shown. */
  readonly search: ListSearch
  readonly onExit: () => void
}

const HEAD_MS = 5_000

/** Returns the board of work centers for a hall (U-29): as many tiles as can be read, page after page, what needs somebody first. */
export function TvBoard({ workCenters, search, onExit }: TvBoardProps) {
  const { t } = useTexts('tv')
  const [place, size] = useElementSize()
  const [pageCount, setPageCount] = useState(1)
  const rotation = useRotation(pageCount)
  const ids = useOrder(workCenters, search, rotation.turn)
  const capacity = capacityOf(size)
  const pages = pagesOf(ids, capacity)
  if (pages.length !== pageCount && pages.length > 0) setPageCount(pages.length)
  const shown = pages[rotation.page] ?? []
  const grid = gridOf(pages[0]?.length ?? 0, capacity, size)
  const byId = useMemo(() => new Map(workCenters.map((workCenter) => [workCenter.id, workCenter])), [workCenters])
  return (
    <TvFrame
      title={t('title')}
      head={<BoardHead ids={ids} rotation={rotation} pageCount={pages.length} />}
      pause={{ isPaused: rotation.isPaused, toggle: rotation.togglePause }}
      onTurn={rotation.go}
      onExit={onExit}
    >
      <StylePatterns />
      <div
        ref={place}
        className={classes['grid']}
        style={{ gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`, gridTemplateRows: `repeat(${grid.rows}, minmax(0, 1fr))` }}
      >
        {shown.flatMap((id) => {
          const workCenter = byId.get(id)
          return workCenter ? [<TvTile key={id} workCenter={workCenter} />] : []
        })}
      </div>
      {ids.length === 0 && <p className={classes['none']}>{t('boxes.notFound')}</p>}
    </TvFrame>
  )
}

/** The order is that of the last turn of a page: tiles do not move while somebody looks at them. */
function useOrder(workCenters: readonly ListedCard[], search: ListSearch, turn: number): readonly number[] {
  const store = useLiveStore()
  return useMemo(() => {
    const isWanted = matcherOf(search)
    const live = store.all()
    return worstFirst(
      workCenters.filter((workCenter) => isWanted(workCenter, live.get(workCenter.id))),
      live,
    )
    // A turn is what lets it be worked out again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [workCenters, search, store, turn])
}

type BoardHeadProps = { readonly ids: readonly number[]; readonly rotation: Rotation; readonly pageCount: number }

function BoardHead({ ids, rotation, pageCount }: BoardHeadProps) {
  const { t, i18n } = useTexts('tv')
  const format = useFormat()
  const store = useLiveStore()
  useCoarseNow(HEAD_MS)
  const views = ids.map((id) => store.get(id))
  const shift = commonShift(views)
  const running = views.filter((view) => liveStyle(view) === 'run').length
  return (
    <>
      <p className={classes['shift']}>
        {shift === null
          ? t('shift.none')
          : t('shift.current', {
              name:
                liveShiftName(
                  views.find((view) => view?.shift === shift),
                  i18n.language,
                ) ?? '',
              from: format.time(shift.start),
              to: format.time(shift.end),
            })}
      </p>
      <p className={classes['running']}>{t('running', { count: running, running, all: ids.length })}</p>
      <TvWaiting ids={ids} />
      <TurnDots rotation={rotation} pageCount={pageCount} />
    </>
  )
}
