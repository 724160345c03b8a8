import { useMemo, useState } from 'react'
import { useClient } from 'urql'
import { useFreshQuery } from '#web/api/fresh.ts'
import {
  MoveOrderBorderDocument,
  OrderOfPanelDocument,
  OrdersOfPanelDocument,
  type PanelOrderFragment,
  UndoOrderHereDocument,
} from '#web/api/generated/graphql.ts'
import { useLiveStore, useLiveWorkCenter } from '#web/api/live.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { KEYED } from '#web/api/keyed.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { keptUnits } from '#web/parts/confirm/confirmAct.ts'
import type { EntryRefusal } from '#web/parts/outbox/outboxEntry.ts'
import { outbox, useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { type AskedBorder, borderVariables } from '#web/parts/orderBorder/useToldBorder.ts'
import { serverNow } from '#web/ui/clock.ts'
import { oneByOne } from './oneByOne.ts'
import { ORDER_ACT, orderActOf, withActs } from './orderAct.ts'
import type { OrderActBody } from './orderAct.ts'
import { sendOrderAct } from './orderActKind.ts'
import { type Counting, madeNow, panelOrders, unconfirmedOrders } from './orderPanel.view.ts'

/** What is being made is in no closed record yet. */
const RUNNING_MS = 15_000
const NO_ORDERS: readonly PanelOrderFragment[] = []

/** That an order in progress began at another instant (UTC ms). */
type MovedBegin = { readonly action: 'BEGAN'; readonly orderCode: string; readonly newAt: number; readonly running?: undefined }

/** What was done last; it can be taken back by its event, or while it is still kept here by its key. */
export type DoneOrderAct = {
  readonly body: OrderActBody | MovedBegin
  readonly eventId: string | null
  readonly keptKey: string | null
  readonly isUndone: boolean
  readonly problem: ApiProblem | null
}

export type OrderPanelState = ReturnType<typeof useOrderPanel>

/** Returns the orders of a machine as they are once everything tapped here is done, and how to act on them. */
export function useOrderPanel(workCenterId: number, place: string) {
  const client = useClient()
  const unsent = useUnsent()
  const store = useLiveStore()
  const live = useLiveWorkCenter(workCenterId)
  const { entries } = useOutbox()
  const variables = useMemo(() => ({ workCenterId }), [workCenterId])
  const [result, refetch] = useFreshQuery(
    OrdersOfPanelDocument,
    variables,
    { workCenterIds: [workCenterId], kinds: ['order', 'output'] },
    { everyMs: RUNNING_MS },
  )
  const [sent, setSent] = useState<readonly OrderActBody[]>([])
  const [done, setDone] = useState<DoneOrderAct | null>(null)
  const [refused, setRefused] = useState<{ readonly code: string; readonly problem: EntryRefusal | ApiProblem } | null>(null)
  const back = useChange(UndoOrderHereDocument, KEYED)
  const mover = useChange(MoveOrderBorderDocument, KEYED)
  const [inTurn] = useState(oneByOne)
  const answered = result.data?.jobOrdersPages.items ?? NO_ORDERS
  const kept = useMemo(
    () =>
      entries.flatMap((entry) => {
        const body = entry.refusal === null ? orderActOf(entry) : null
        return body !== null && body.workCenterId === workCenterId ? [body] : []
      }),
    [entries, workCenterId],
  )
  const shown = useMemo(() => withActs(answered, [...kept, ...sent], serverNow()), [answered, kept, sent])
  const orders = useMemo(() => panelOrders(shown), [shown])
  const finished = result.data?.finished.items ?? NO_ORDERS
  const counting = (): Counting => countingOf(store.get(workCenterId))
  // As it was when the answer came.
  // oxlint-disable-next-line react/exhaustive-deps
  const asked = useMemo(counting, [answered])
  const now = countingOf(live)
  const isAlone = orders.running.length === 1

  const askAgain = () => client.query(OrdersOfPanelDocument, variables, { requestPolicy: 'network-only' }).toPromise()
  const keep = async (body: OrderActBody, key: string): Promise<void> => {
    if (await unsent.addKeyed(ORDER_ACT, key, body)) setDone({ body, eventId: null, keptKey: key, isUndone: false, problem: null })
  }
  const send = async (body: OrderActBody, key: string): Promise<void> => {
    // One that was tapped before it may have been kept meanwhile.
    if (unsent.isWaiting()) return await keep(body, key)
    const outcome = await sendOrderAct(client, body, key, null)
    if (outcome === 'AWAY' || outcome === 'SIGN_IN') await keep(body, key)
    else if ('eventId' in outcome) setDone({ body, eventId: outcome.eventId, keptKey: null, isUndone: false, problem: null })
    else setRefused({ code: body.orderCode, problem: outcome })
    // What was tapped stays on the screen until the answer has it.
    if (typeof outcome !== 'string') await askAgain()
  }
  const act = async (said: Omit<OrderActBody, 'actingUserId' | 'place' | 'tappedAt' | 'workCenterId'>): Promise<void> => {
    const at = unsent.now()
    const body: OrderActBody = {
      ...said,
      workCenterId,
      place,
      tappedAt: at === null ? null : new Date(at).toISOString(),
      actingUserId: actingUserId(),
    }
    const key = newRequestKey()
    setRefused(null)
    setDone(null)
    if (unsent.isWaiting()) return await keep(body, key)
    setSent((before) => [...before, body])
    // One after the other, as they were tapped.
    await inTurn(async () => {
      try {
        await send(body, key)
      } finally {
        setSent((before) => before.filter((one) => one !== body))
      }
    })
  }
  const moveBegin = async ({ orderCode }: PanelOrderFragment, border: AskedBorder): Promise<void> => {
    setRefused(null)
    setDone(null)
    const { data, problems } = await mover.run(borderVariables(workCenterId, border))
    const [problem] = problems
    if (data === null) {
      if (problem !== undefined) setRefused({ code: orderCode, problem })
      return
    }
    const eventId = data.moveJobOrderBorder.runs[0]?.jobOrder?.events[0]?.id ?? null
    setDone({ body: { action: 'BEGAN', orderCode, newAt: border.newAt }, eventId, keptKey: null, isUndone: false, problem: null })
    await askAgain()
  }
  const undo = async (): Promise<void> => {
    if (done === null || back.isBusy) return
    const entry = outbox.state().entries.find(({ key }) => key === done.keptKey)
    if (entry !== undefined) await outbox.drop(entry.id)
    const { eventId } = done
    const problems =
      eventId === null ? [] : (await back.run({ eventId, actingUserId: actingUserId(), requestKey: newRequestKey() })).problems
    setDone({ ...done, eventId: null, keptKey: null, isUndone: problems.length === 0, problem: problems[0] ?? null })
    if (eventId !== null) await askAgain()
  }
  return {
    ...orders,
    /** Paused and finished orders of which something waits for its confirmation. */
    unconfirmed: unconfirmedOrders(shown, finished),
    /** Whether orders are worked off here at all: nobody is asked for one where there are none. */
    hasOrders: shown.length + finished.length > 0,
    /** Orders that wait beyond those that are listed. */
    hiddenCount: Math.max(0, (result.data?.jobOrdersPages.totalItems ?? 0) - answered.length),
    /** Reads an order that is not listed; null where it is not to be seen, or there is no connection. */
    find: async (id: number): Promise<PanelOrderFragment | null> =>
      (await client.query(OrderOfPanelDocument, { id }, { requestPolicy: 'network-only' }).toPromise()).data?.jobOrder ?? null,
    isLoaded: result.data !== undefined,
    isFailed: result.error !== undefined && result.data === undefined,
    /** Whether the device tells what it counts. */
    hasCounts: now !== null,
    /** What was confirmed of it here and is not sent yet. */
    keptOf: ({ id }: PanelOrderFragment) => keptUnits(entries, workCenterId, id),
    madeOf: (order: PanelOrderFragment) => madeNow(order, { isAlone, asked, now }),
    shiftStart: live?.shift?.start ?? null,
    /** Whether the last act waits for a connection. */
    isKept: done?.keptKey != null && entries.some(({ key }) => key === done.keptKey),
    refetch,
    act,
    /** Moves the beginning of the run in progress, and with it the end of the one before. */
    moveBegin,
    done,
    refused,
    isUndoing: back.isBusy,
    undo,
    forget: () => {
      setDone(null)
      setRefused(null)
    },
  }
}

function countingOf(live: ReturnType<typeof useLiveWorkCenter>): Counting {
  if (live?.output == null || live.shift == null) return null
  return { shiftStart: live.shift.start, output: live.output }
}
