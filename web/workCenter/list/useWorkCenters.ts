import { useLayoutEffect, useState, useEffect } from 'react'
import { useClient } from 'urql'
import { useAskedAhead } from '#web/api/ahead.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { WorkCentersDocument, type WorkCentersQuery, ActiveOrdersDocument, ShiftStripsDocument } from '#web/api/generated/graphql.ts'
import { useLiveStore } from '#web/api/live.ts'
import { liveFromQuery } from '#web/api/liveFromQuery.ts'
import { type ActiveOrders, createActiveOrders } from './activeOrders.ts'
import { createShiftStrips, type ShiftStrips } from './shiftStrips.ts'
import { createStripQuestions } from './stripQuestions.ts'

const NOTHING = {}
const ALL = { workCenterIds: null }

/** Returns the work centers that the viewer may see, asked again when one of them or its group changes; their live states go to the store. */
export function useWorkCenters() {
  const store = useLiveStore()
  const interest = { workCenterIds: null, kinds: ['workCenter'] } as const
  const [{ data, error, fetching: isFetching }, refetch] = useFreshQuery(WorkCentersDocument, NOTHING, interest, {
    requestPolicy: useAskedAhead(WorkCentersDocument),
  })
  const [workCenters, setWorkCenters] = useState<WorkCentersQuery['workCenters']>()
  // Drawn once their states are in the store: a list that is drawn first without and then with its figures takes twice as long.
  useLayoutEffect(() => {
    if (!data) return
    store.apply(data.workCenters.flatMap(({ live }) => (live ? [liveFromQuery(live)] : [])))
    setWorkCenters(data.workCenters)
  }, [data, store])
  return { workCenters, error, isFetching, refetch }
}

/** What is being made for an order is in no closed record yet; this often is often enough for a progress in percent. */
const RUNNING_MS = 60_000

/** Returns the store of the active orders, asked for once the list is on the screen and every minute after. */
export function useActiveOrdersOf(hasList: boolean): ActiveOrders {
  const [orders] = useState(createActiveOrders)
  const interest = { workCenterIds: null, kinds: ['order', 'workCenter'] } as const
  const [{ data }] = useFreshQuery(ActiveOrdersDocument, NOTHING, interest, { pause: !hasList, everyMs: RUNNING_MS })
  useEffect(() => {
    if (data) orders.put(data.workCenters)
  }, [data, orders])
  return orders
}

/**
 * Returns the store of the strips, asked for once the list is there. Asked again are those of work centers whose statuses changed, because of what
 * came late or was recalculated, and all when live messages may have been missed.
 */
export function useShiftStripsOf(hasList: boolean): ShiftStrips {
  const [strips] = useState(createShiftStrips)
  const client = useClient()
  const store = useLiveStore()
  useEffect(() => {
    if (!hasList) return undefined
    const known = client.readQuery(ShiftStripsDocument, ALL)?.data
    if (known) strips.putAll(known.workCenters)
    const ask = async (ids: readonly number[] | null): Promise<void> => {
      const variables = ids === null ? ALL : { workCenterIds: [...ids] }
      const { data } = await client.query(ShiftStripsDocument, variables, { requestPolicy: 'network-only' }).toPromise()
      if (data) (ids === null ? strips.putAll : strips.putSome)(data.workCenters)
    }
    const questions = createStripQuestions(ask, () => document.visibilityState === 'hidden')
    const leave = [store.subscribeRecords(questions.hear), store.subscribeRefetch(questions.askAll)]
    document.addEventListener('visibilitychange', questions.seen)
    questions.askAll()
    return () => {
      for (const end of leave) end()
      document.removeEventListener('visibilitychange', questions.seen)
      questions.end()
    }
  }, [hasList, client, store, strips])
  return strips
}
