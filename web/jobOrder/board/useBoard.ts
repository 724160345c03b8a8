import { useMemo, useRef, useState } from 'react'
import { useClient } from 'urql'
import { useFreshQuery } from '#web/api/fresh.ts'
import { useLiveOrders } from '#web/api/liveOrders.ts'
import {
  type BoardOrderFragment,
  type JobOrderPlacesQuery,
  MoveOrderOnBoardDocument,
  OrderBoardDocument,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { KEYED } from '../keyed.ts'
import { withLiveFigures } from '../liveFigures.ts'
import { afterAt, type BoardColumn, boardColumns, type BoardSpot, movedTo, NO_PLACE, spotOf } from './board.view.ts'

const NO_ORDERS: readonly BoardOrderFragment[] = []
type Saved = { readonly spot: BoardSpot; readonly after: number | null; readonly origin: number; readonly checkToken: string | null }
type Moved = { readonly id: number; readonly spot: BoardSpot }

/** Returns the queues of the work centers (null = they are not known yet) as they are once every move made here is saved, and how to move an order. */
export function useBoard(places: JobOrderPlacesQuery['workCenters'] | null, shownIds: readonly number[]) {
  const client = useClient()
  const move = useChange(MoveOrderOnBoardDocument, KEYED)
  const variables = useMemo(() => ({ workCenterIds: shownIds.length === 0 ? null : [...shownIds] }), [shownIds])
  const [result, refetch] = useFreshQuery(OrderBoardDocument, variables, { workCenterIds: null, kinds: ['order'] })
  const [moved, setMoved] = useState<readonly Moved[]>([])
  const [problem, setProblem] = useState<{ readonly order: BoardOrderFragment; readonly problem: ApiProblem } | null>(null)
  const underway = useRef<Promise<unknown>>(Promise.resolve())
  const heard = useLiveOrders(refetch)
  const items = result.data?.jobOrdersPages.items ?? NO_ORDERS
  const answered = useMemo(() => items.map((order) => withLiveFigures(order, heard.get(order.id))), [items, heard])
  const stored = useMemo(() => boardColumns(answered, places, shownIds), [answered, places, shownIds])
  const columns = useMemo(
    () => moved.reduce<readonly BoardColumn[]>((shown, { id, spot }) => movedTo(shown, id, spot), stored),
    [stored, moved],
  )

  const askAgain = async (): Promise<readonly BoardColumn[]> => {
    const { data } = await client.query(OrderBoardDocument, variables, { requestPolicy: 'network-only' }).toPromise()
    return data == null ? stored : boardColumns(data.jobOrdersPages.items, places, shownIds)
  }
  const save = async (order: BoardOrderFragment, { spot, after, origin, checkToken }: Saved): Promise<ApiProblem | null> => {
    const target = { id: order.id, ...(spot.placeId !== origin && { workCenterId: spot.placeId === NO_PLACE ? null : spot.placeId }) }
    let { problems } = await move.run({ ...target, after, ...(checkToken !== null && { checkToken }) })
    // The neighbour left the queue meanwhile, or somebody else moved an order: once more with who stands there now, so that both moves hold.
    if (problems.some(({ code }) => code === 'NOT_IN_QUEUE' || code === 'QUEUE_CHANGED')) {
      const again = await askAgain()
      problems = (await move.run({ ...target, after: afterAt(again, order.id, spot) })).problems
    }
    const [first] = problems
    if (first !== undefined) setProblem({ order, problem: first })
    await askAgain()
    setMoved((before) => before.slice(1))
    return first ?? null
  }
  return {
    columns,
    isLoaded: result.data !== undefined && places !== null,
    isFailed: result.error !== undefined && result.data === undefined,
    hasMore: result.data?.jobOrdersPages.hasNext ?? false,
    refetch,
    problem,
    forget: () => setProblem(null),
    /** Whether a move is being saved. */
    isSaving: moved.length > 0,
    /**
     * Moves the order and returns what the server refused once it has answered; what was moved before is saved first. `checkToken`: of what was shown of
     * the move.
     */
    moveTo: async (order: BoardOrderFragment, spot: BoardSpot, checkToken: string | null = null): Promise<ApiProblem | null> => {
      const from = spotOf(columns, order.id)
      if (from === null || (from.placeId === spot.placeId && from.index === spot.index)) return null
      setProblem(null)
      const after = afterAt(columns, order.id, spot)
      setMoved((before) => [...before, { id: order.id, spot }])
      const saved = underway.current.then(() => save(order, { spot, after, origin: from.placeId, checkToken }))
      underway.current = saved
      return await saved
    },
  }
}
