import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { mayPlanOrders } from '#engine/jobOrder/mayPlanOrders.ts'
import {
  type BoardOrderFragment,
  JobOrderPlacesDocument,
  type JobOrderPlacesQuery,
  type MoveEffectFragment,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { ListSkeleton } from '#web/parts/list/table/ListSkeleton.tsx'
import { useMedia } from '#web/parts/list/table/useMedia.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { useLetter } from '#web/ui/useLetter.ts'
import { useOrderRefusal } from '../OrderRefusal.tsx'
import { ORDERS_SEARCH } from '../jobOrdersSearch.ts'
import { ViewLinks } from '../ViewLinks.tsx'
import classes from './Board.module.css'
import {
  afterAt,
  type BoardColumn,
  type BoardSpot,
  spotBehind,
  spotOf,
  stepped,
  steppedOnce,
  isBoardKey,
  NO_PLACE,
  seenColumns,
} from './board.view.ts'
import { effectDone } from './effectDone.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { MovedNotice } from './MovedNotice.tsx'
import { QueueColumn } from './QueueColumn.tsx'
import { EffectLines } from './EffectLines.tsx'
import { SuggestDialog } from './SuggestDialog.tsx'
import { type MovePreview, type TriedMove, useMovePreview } from './useMovePreview.ts'
import { useBoard } from './useBoard.ts'
import { useCardDrag } from './useCardDrag.ts'

const NO_PLACES: JobOrderPlacesQuery['workCenters'] = []
const EVERY_PLACE: readonly number[] = []
const ONE_COLUMN = '(max-width: 600px)'

/** An order that the keyboard has lifted, and where it would go. */
type Lifted = { readonly order: BoardOrderFragment; readonly spot: BoardSpot }

/** A move that was made at once: where the order stood before and behind which other, and what the move did as far as that is known. */
type Done = {
  readonly order: BoardOrderFragment
  readonly to: BoardSpot
  readonly back: BoardSpot
  readonly behind: number | null
  readonly effect: MoveEffectFragment | null
}

/** Returns the queues of the work centers side by side, in which a planner moves orders with a pointer, by keys or by a menu. */
export function BoardView() {
  const { t } = useTexts('board')
  const { search, change } = useListSearch(ORDERS_SEARCH)
  const [known, askPlaces] = useQuery({ query: JobOrderPlacesDocument })
  const isPhone = useMedia(ONE_COLUMN)
  const answered = known.data?.workCenters
  const working = useMemo(() => answered?.filter(({ deviceStatus }) => deviceStatus !== 'ARCHIVE') ?? null, [answered])
  const places = working ?? NO_PLACES
  // A phone shows one column of all of them: so it is known which there are.
  const board = useBoard(working, isPhone ? EVERY_PLACE : search.wc)
  const [isUnplaced, setUnplaced] = useState(false)
  const chosen = isUnplaced ? NO_PLACE : search.wc.length === 1 ? (search.wc[0] ?? null) : null
  const columns = seenColumns(board.columns, { chosen, isPhone })
  const isFailed = board.isFailed || (working === null && known.error !== undefined)
  const isSlow = useDelayed(!board.isLoaded && !isFailed)
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
  const client = useClient()
  const [done, setDone] = useState<Done | null>(null)
  /**
   * Moves the order and offers the way back. What the move did is what was shown before it; else it is told by what taking it back would do: nothing is
   * waited for before the card moves.
   */
  const move = async (order: BoardOrderFragment, to: BoardSpot, shown: MovePreview | null = null): Promise<void> => {
    const back = spotOf(board.columns, order.id)
    if (back === null || (back.placeId === to.placeId && back.index === to.index)) return
    setDone(null)
    const behind = afterAt(board.columns, order.id, back)
    const undo = back.placeId === NO_PLACE ? null : { id: order.id, workCenterId: back.placeId, after: behind }
    if ((await board.moveTo(order, to, shown?.checkToken ?? null)) !== null) return
    setDone({ order, to, back, behind, effect: shown?.effect ?? null })
    if (undo === null || shown !== null) return
    const effect = await effectDone(client, undo)
    if (effect !== null) setDone((now) => (now?.to === to ? { ...now, effect } : now))
  }
  const shown = useRef<MovePreview | null>(null)
  const drag = useCardDrag((id, spot) => {
    const order = orderOf(id)
    if (order !== undefined) void move(order, spot, shown.current)
  })
  const target = lifted?.spot ?? drag.target
  const movingId = lifted?.order.id ?? drag.draggedId
  // While another move is being saved the queues are not what they will be.
  const tried = movingId === null || target === null || board.isSaving ? null : triedMove(board.columns, movingId, target)
  const preview = useMovePreview(tried)
  useEffect(() => {
    shown.current = preview
  })
  const [asked, setAsked] = useState<BoardOrderFragment | null>(null)
  const [suggested, setSuggested] = useState<BoardColumn | null>(null)
  useLetter('b', () => change({ view: 'table' }, { isStep: true }))
  usePageTitle(t('title'))

  const placeName = ({ kind, place }: BoardColumn) => (kind === 'NONE' ? t('noPlace') : place.name)
  const say = (lift: Lifted, what: 'at' | 'lifted' | 'moved' | 'putBack') => setTold(sentenceOf(lift, what))
  const sentenceOf = ({ order, spot }: Lifted, what: 'at' | 'lifted' | 'moved' | 'putBack'): string => {
    const column = board.columns.find(({ place }) => place.id === spot.placeId)
    const others = column?.queue.filter(({ id }) => id !== order.id).length ?? 0
    return t(`say.${what}`, {
      code: order.orderCode,
      position: spot.index + 1,
      count: others + 1,
      place: column === undefined ? '' : placeName(column),
    })
  }
  const onKey = (order: BoardOrderFragment, key: string, isStep: boolean): boolean => {
    const from = spotOf(board.columns, order.id)
    if (!mayMove || from === null) return false
    if (isStep && lifted === null) {
      if (key !== 'ArrowUp' && key !== 'ArrowDown') return false
      const spot = steppedOnce(columns, order.id, key)
      if (spot === null) {
        // It stays where it is, and that is said.
        say({ order, spot: from }, 'at')
        return true
      }
      followed.current = order.id
      void move(order, spot)
      say({ order, spot }, 'moved')
      return true
    }
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
      void move(order, lifted.spot, shown.current)
      say(lifted, 'moved')
      setLifted(null)
    } else if (isBoardKey(key)) {
      const next = { order, spot: stepped(columns, order.id, lifted.spot, key) }
      setLifted(next)
      say(next, 'at')
    } else return false
    return true
  }
  return (
    <>
      <PageHeading>{t('title')}</PageHeading>
      <ViewLinks view="board" />
      <div className={classes['tools']}>
        <SelectField
          name="wc"
          label={t('place')}
          value={isPhone ? String(columns[0]?.place.id ?? '') : search.wc.length === 1 ? String(search.wc[0]) : ''}
          options={
            isPhone
              ? board.columns.map((column) => ({ value: String(column.place.id), label: placeName(column) }))
              : [{ value: '', label: t('all') }, ...places.map(({ id, name }) => ({ value: String(id), label: name }))]
          }
          onChange={(value) => {
            setUnplaced(value === String(NO_PLACE))
            change({ wc: value === '' || value === String(NO_PLACE) ? [] : [Number(value)] })
          }}
        />
        {/* On a phone cards are moved by their menu alone. */}
        {mayMove && !isPhone && <p className={classes['help']}>{t('help')}</p>}
      </div>
      {board.problem !== null && <RefusedMove {...board.problem} onClose={board.forget} />}
      {isFailed && (
        <PanelError
          title={t('state.wrong')}
          retryLabel={t('state.retry')}
          onRetry={() => {
            askPlaces({ requestPolicy: 'network-only' })
            board.refetch()
          }}
        />
      )}
      {isSlow && <ListSkeleton label={t('state.loading')} />}
      {board.hasMore && <p className={classes['help']}>{t('more')}</p>}
      <p className="hidden-text" aria-live="assertive">
        {told}
      </p>
      {board.isLoaded && (
        <div ref={host} className={classes['board']}>
          {columns.map((column) => (
            <QueueColumn
              key={column.place.id}
              column={column}
              mayMove={mayMove}
              movingId={movingId}
              targetIndex={target?.placeId === column.place.id ? target.index : null}
              onGrip={drag.onPointerDown}
              onKey={onKey}
              onLeave={() => setLifted(null)}
              onMove={(order, spot) => void move(order, spot)}
              onAsk={setAsked}
              onSuggest={setSuggested}
              onOpen={(id) => change({ view: 'table', id: [id] }, { isStep: true })}
            />
          ))}
        </div>
      )}
      {preview !== null && (
        <div className={classes['effect']} role="status">
          <EffectLines effect={preview.effect} zone={zoneOf(places, tried?.placeId)} />
          {preview.misfits.map((misfit) => (
            <p key={misfit} className={classes['help']}>
              {t(`misfit.${misfit}`)}
            </p>
          ))}
        </div>
      )}
      {preview === null && movingId === null && done !== null && (
        <MovedNotice
          sentence={sentenceOf({ order: done.order, spot: done.to }, 'moved')}
          effect={done.effect}
          zone={zoneOf(places, done.to.placeId)}
          onUndo={() => {
            setDone(null)
            // Others may have moved meanwhile: it goes back behind the same order, if that is there still.
            void board.moveTo(done.order, spotBehind(board.columns, done.order.id, { ...done.back, behind: done.behind }) ?? done.back)
          }}
          onClose={() => setDone(null)}
        />
      )}
      {asked !== null && <MoveDialog order={asked} places={places} onMoved={board.refetch} onClose={() => setAsked(null)} />}
      {suggested !== null && (
        <SuggestDialog
          place={suggested.place}
          onMove={async ({ id, after, checkToken }) => {
            const order = orderOf(id)
            const spot = spotBehind(board.columns, id, { placeId: suggested.place.id, behind: after })
            // Either has left the queue since the sequence was found.
            if (order === undefined || spot === null) return { code: 'NOT_IN_QUEUE', params: {} }
            return await board.moveTo(order, spot, checkToken)
          }}
          onClose={() => setSuggested(null)}
        />
      )}
    </>
  )
}

type RefusedMoveProps = {
  readonly order: BoardOrderFragment
  readonly problem: ApiProblem
  readonly onClose: () => void
}

function RefusedMove({ order, problem, onClose }: RefusedMoveProps) {
  const { t } = useTexts('board')
  const { timeZone: zone } = useFormat()
  const sentence = useOrderRefusal(problem, order.workCenter?.timeZone ?? zone)
  return (
    <Notice
      text={t('refused', { code: order.orderCode, problem: sentence })}
      action={null}
      closeLabel={t('state.close')}
      onClose={onClose}
    />
  )
}

function triedMove(columns: readonly BoardColumn[], id: number, spot: BoardSpot): TriedMove | null {
  const from = spotOf(columns, id)
  // What stands at no work center has no forecast.
  if (from === null || spot.placeId === NO_PLACE || (from.placeId === spot.placeId && from.index === spot.index)) return null
  return { id, placeId: spot.placeId, after: afterAt(columns, id, spot) }
}

function zoneOf(places: JobOrderPlacesQuery['workCenters'], placeId: number | undefined): string {
  return places.find(({ id }) => id === placeId)?.timeZone ?? 'UTC'
}
