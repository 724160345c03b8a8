import { useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import {
  type ListedOrderFragment,
  type MoveEffectFragment,
  OrderAtPlaceDocument,
  PlaceJobOrderDocument,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { effectDone } from './board/effectDone.ts'
import { placeOfNeighbour } from './jobOrders.view.ts'
import { KEYED } from './keyed.ts'

type RowMovesOptions = {
  readonly rows: readonly ListedOrderFragment[] | undefined
  readonly onMoved: () => void
  readonly onRefused: (order: ListedOrderFragment, problems: readonly ApiProblem[]) => void
}

/** An order that was moved in its queue, by one place or several one after the other. */
export type MovedRow = {
  readonly order: ListedOrderFragment
  readonly sentence: string
  /** Its place before the first of them. */
  readonly from: number
  readonly isBack: boolean
  /** Behind which order it stood then, null = it was the first; undefined = it is not known. */
  readonly behind: number | null | undefined
  /** What they did together; null = it is not known. */
  readonly effect: MoveEffectFragment | null
}

export type RowMoves = {
  readonly move: (order: ListedOrderFragment, by: -1 | 1) => void
  readonly moved: MovedRow | null
  /** Puts it back behind the order behind which it stood, or where that left the queue to its place. */
  readonly undo: () => Promise<void>
  readonly forget: () => void
}

/** Returns how an order that waits moves by one place in its queue: where it stands then is told with what that does to due dates, it can be taken back, and its row keeps the focus. */
export function useRowMoves({ rows, onMoved, onRefused }: RowMovesOptions): RowMoves {
  const { t } = useTexts('jobOrder')
  const format = useFormat()
  const client = useClient()
  const place = useChange(PlaceJobOrderDocument, KEYED)
  const [moved, setMoved] = useState<MovedRow | null>(null)
  // Two keys may come before anything is drawn.
  const isUnderway = useRef(false)
  /** Where orders stand that the list does not show there yet. */
  const places = useRef(new Map<number, number>())
  const movedId = useRef<number | null>(null)
  useEffect(() => {
    places.current.clear()
    // A row that changes its place loses the focus.
    if (movedId.current !== null && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-row="${movedId.current}"] [data-open]`)?.focus()
    movedId.current = null
  }, [rows])
  const sentenceOf = (order: ListedOrderFragment, priority: number | null) =>
    t('place.moved', { code: order.orderCode, place: format.number(priority), workCenter: order.workCenter?.name ?? '' })
  const stands = (order: ListedOrderFragment, priority: number | null) => {
    movedId.current = order.id
    if (priority !== null) places.current.set(order.id, priority)
    onMoved()
  }
  /** Behind which order it stood before: the one of the place where its neighbour stands now. */
  const neighbourOf = async (workCenterId: number, at: number): Promise<number | null | undefined> => {
    if (at === 0) return null
    const { data } = await client.query(OrderAtPlaceDocument, { workCenterId, place: at }, { requestPolicy: 'network-only' }).toPromise()
    const [there] = data?.jobOrdersPages.items ?? []
    return there?.priority === at ? there.id : undefined
  }
  const tellEffect = async (told: MovedRow, to: number) => {
    const { id, workCenterId } = told.order
    if (workCenterId === null || told.isBack) return
    const behind = told.behind === undefined ? await neighbourOf(workCenterId, placeOfNeighbour(told.from, to)) : told.behind
    if (behind === undefined || behind === id) return
    const known = { ...told, behind, effect: await effectDone(client, { id, workCenterId, after: behind }) }
    setMoved((now) => (now === told ? known : now))
  }
  return {
    moved,
    forget: () => setMoved(null),
    move: (order, by) => {
      const from = places.current.get(order.id) ?? order.priority
      if (from === null || !order.allowedActions.includes('PRIORITIZE') || isUnderway.current || from + by < 1) return
      isUnderway.current = true
      void place.run({ id: order.id, priority: from + by }).then(({ data, problems }) => {
        isUnderway.current = false
        if (data === null) return onRefused(order, problems)
        const { priority } = data.updateJobOrderPriority
        const first = moved?.order.id === order.id ? moved : null
        const origin = first?.from ?? from
        const told = {
          order,
          sentence: sentenceOf(order, priority),
          from: origin,
          isBack: priority === origin,
          behind: first?.behind,
          effect: null,
        }
        setMoved(told)
        stands(order, priority)
        if (priority !== null) void tellEffect(told, priority)
      })
    },
    undo: async () => {
      if (moved === null || isUnderway.current) return
      const { order, from, behind } = moved
      isUnderway.current = true
      setMoved(null)
      let answer = behind === undefined ? null : await place.run({ id: order.id, after: behind })
      if (answer === null || answer.problems.some(({ code }) => code === 'NOT_IN_QUEUE'))
        answer = await place.run({ id: order.id, priority: from })
      isUnderway.current = false
      if (answer.data === null) return onRefused(order, answer.problems)
      const { priority } = answer.data.updateJobOrderPriority
      setMoved({ order, sentence: sentenceOf(order, priority), from, isBack: true, behind, effect: null })
      stands(order, priority)
    },
  }
}
