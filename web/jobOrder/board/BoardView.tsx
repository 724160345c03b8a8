import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { mayPlanOrders } from '#engine/jobOrder/mayPlanOrders.ts'
import { type BoardOrderFragment, JobOrderPlacesDocument, type JobOrderPlacesQuery } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { useMedia } from '#web/parts/list/table/useMedia.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { ORDERS_SEARCH } from '../jobOrdersSearch.ts'
import { ViewLinks } from '../ViewLinks.tsx'
import classes from './Board.module.css'
import { type BoardSpot, spotOf, stepped, isBoardKey } from './board.view.ts'
import { QueueColumn } from './QueueColumn.tsx'
import { useBoard } from './useBoard.ts'
import { useCardDrag } from './useCardDrag.ts'

const NO_PLACES: JobOrderPlacesQuery['workCenters'] = []
const ONE_COLUMN = '(max-width: 600px)'

/** An order that the keyboard has lifted, and where it would go. */
type Lifted = { readonly order: BoardOrderFragment; readonly spot: BoardSpot }

/** Returns the queues of the work centers side by side, in which a planner moves orders with a pointer, by keys or by a menu. */
export function BoardView() {
  const { t } = useTexts('board')
  const { search, change } = useListSearch(ORDERS_SEARCH)
  const [known] = useQuery({ query: JobOrderPlacesDocument })
  const places = known.data?.workCenters ?? NO_PLACES
  const isPhone = useMedia(ONE_COLUMN)
  const working = useMemo(() => places.filter(({ deviceStatus }) => deviceStatus !== 'ARCHIVE'), [places])
  const shownIds = useMemo(() => {
    const [first] = working
    return isPhone && search.wc.length !== 1 && first !== undefined ? [first.id] : search.wc
  }, [isPhone, search.wc, working])
  const board = useBoard(working, shownIds)
  const mayMove = mayPlanOrders(useViewer())
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [told, setTold] = useState('')
  const host = useRef<HTMLDivElement>(null)
  // A card that moves takes the focus with it.
  const followed = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (followed.current === null) return
    host.current?.querySelector<HTMLElement>(`[data-card="${followed.current}"] [aria-pressed]`)?.focus()
    followed.current = null
  }, [board.columns])
  const orderOf = (id: number) => board.columns.flatMap(({ queue }) => queue).find((order) => order.id === id)
  const drag = useCardDrag((id, spot) => {
    const order = orderOf(id)
    if (order !== undefined) board.moveTo(order, spot)
  })
  usePageTitle(t('title'))

  const say = ({ order, spot }: Lifted, what: 'at' | 'lifted' | 'moved' | 'putBack') => {
    const column = board.columns.find(({ place }) => place.id === spot.placeId)
    const others = column?.queue.filter(({ id }) => id !== order.id).length ?? 0
    setTold(t(`say.${what}`, { code: order.orderCode, position: spot.index + 1, count: others + 1, place: column?.place.name ?? '' }))
  }
  const onKey = (order: BoardOrderFragment, key: string): boolean => {
    const from = spotOf(board.columns, order.id)
    if (!mayMove || from === null) return false
    if (lifted === null) {
      if (key !== ' ') return false
      setLifted({ order, spot: from })
      say({ order, spot: from }, 'lifted')
      return true
    }
    if (key === 'Escape') {
      say({ order, spot: from }, 'putBack')
      setLifted(null)
    } else if (key === ' ' || key === 'Enter') {
      followed.current = order.id
      board.moveTo(order, lifted.spot)
      say(lifted, 'moved')
      setLifted(null)
    } else if (isBoardKey(key)) {
      const next = { order, spot: stepped(board.columns, order.id, lifted.spot, key) }
      setLifted(next)
      say(next, 'at')
    } else return false
    return true
  }
  const target = lifted?.spot ?? drag.target
  return (
    <>
      <PageHeading>{t('title')}</PageHeading>
      <ViewLinks view="board" />
      <div className={classes['tools']}>
        <SelectField
          name="wc"
          label={t('place')}
          value={shownIds.length === 1 ? String(shownIds[0]) : ''}
          options={[
            ...(isPhone ? [] : [{ value: '', label: t('all') }]),
            ...working.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(value) => change({ wc: value === '' ? [] : [Number(value)] })}
        />
        {mayMove && <p className={classes['help']}>{t('help')}</p>}
      </div>
      {board.problem !== null && (
        <Notice
          text={t('refused', { code: board.problem.orderCode, problem: problemText(t, board.problem.problem) })}
          action={null}
          closeLabel={t('state.close')}
          onClose={board.forget}
        />
      )}
      {board.isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={board.refetch} />}
      {board.hasMore && <p className={classes['help']}>{t('more')}</p>}
      <p className="hidden-text" aria-live="assertive">
        {told}
      </p>
      {board.isLoaded && (
        <div ref={host} className={classes['board']}>
          {board.columns.map((column) => (
            <QueueColumn
              key={column.place.id}
              column={column}
              places={working}
              mayMove={mayMove}
              movingId={lifted?.order.id ?? drag.draggedId}
              targetIndex={target?.placeId === column.place.id ? target.index : null}
              onGrip={drag.onPointerDown}
              onKey={onKey}
              onLeave={() => setLifted(null)}
              onMove={board.moveTo}
              onOpen={(id) => change({ view: 'table', id: [id] }, { isStep: true })}
            />
          ))}
        </div>
      )}
    </>
  )
}
