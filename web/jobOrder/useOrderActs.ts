import { useRef, useState } from 'react'
import type { JobOrderAction } from '#engine/jobOrder/orderActions.ts'
import {
  CancelJobOrderDocument,
  CloseJobOrderDocument,
  CopyJobOrderDocument,
  DeleteJobOrderDocument,
  type ListedOrderFragment,
  PlanJobOrderDocument,
  RestoreJobOrderDocument,
  StartJobOrderDocument,
  StopJobOrderDocument,
  UndoJobOrderDocument,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { KEYED } from './keyed.ts'

/** What a person does with an order without entering anything. */
export type OrderAct = Exclude<JobOrderAction, 'EDIT' | 'PRIORITIZE'>

type Order = Pick<ListedOrderFragment, 'id' | 'orderCode'>

/** What an act may say besides. */
type How = {
  /** When a pause or a finish was; ISO 8601, left out = now. */
  readonly at?: string
  readonly running?: 'CLOSE' | 'KEEP' | 'STOP'
  readonly runningIds?: readonly number[]
  readonly comment?: string
  /** Of the plan only what is missing is copied. */
  readonly remainderOnly?: boolean
}

/** What was done last; `eventId` takes it back, null = it cannot be. Where that was refused the problem says why. */
export type DoneAct = {
  readonly act: OrderAct | 'UNDO'
  readonly orderCode: string
  readonly eventId: string | null
  readonly problem: ApiProblem | null
}

export type OrderActs = {
  /** Does it; resolves to the id of a copy, null where there is none. While something is done with the order nothing else is. */
  readonly run: (act: OrderAct, order: Order, how?: How) => Promise<number | null>
  /** What is being done with the order, null = nothing. */
  readonly busyOf: (orderId: number) => OrderAct | null
  readonly done: DoneAct | null
  readonly isUndoing: boolean
  readonly undo: () => Promise<void>
  readonly forget: () => void
  /** Says that something cannot be done with the order. */
  readonly refuse: (order: Order, problems: readonly ApiProblem[]) => void
  /** What was refused last, and of which order. */
  readonly refused: { readonly orderId: number; readonly problems: readonly ApiProblem[] } | null
}

/** Returns how the page acts on orders: one act at a time with each, with the way back where there is one. */
export function useOrderActs(onChanged: () => void): OrderActs {
  const [start, stop, close, cancel, restore, plan, copy, remove, back] = [
    useChange(StartJobOrderDocument, KEYED),
    useChange(StopJobOrderDocument, KEYED),
    useChange(CloseJobOrderDocument, KEYED),
    useChange(CancelJobOrderDocument, KEYED),
    useChange(RestoreJobOrderDocument, KEYED),
    useChange(PlanJobOrderDocument, KEYED),
    useChange(CopyJobOrderDocument, KEYED),
    useChange(DeleteJobOrderDocument, KEYED),
    useChange(UndoJobOrderDocument, KEYED),
  ]
  // Two taps may come before anything is drawn.
  const underway = useRef(new Map<number, OrderAct>())
  const [busy, setBusy] = useState<ReadonlyMap<number, OrderAct>>(new Map())
  const [done, setDone] = useState<DoneAct | null>(null)
  const [refused, setRefused] = useState<OrderActs['refused']>(null)

  type Answer = { readonly eventId: string | null; readonly copyId: number | null; readonly problems: readonly ApiProblem[] }
  const send = async (
    act: OrderAct,
    id: number,
    { at, running = 'KEEP', runningIds, comment, remainderOnly = false }: How,
  ): Promise<Answer> => {
    const of = (problems: readonly ApiProblem[], events?: readonly { readonly id: string }[]): Answer => ({
      problems,
      eventId: events?.[0]?.id ?? null,
      copyId: null,
    })
    switch (act) {
      case 'START': {
        const { data, problems } = await start.run({ id, running, runningIds: runningIds === undefined ? null : [...runningIds] })
        return of(problems, data?.startJobOrder.events)
      }
      case 'STOP': {
        const { data, problems } = await stop.run({ id, at: at ?? null })
        return of(problems, data?.stopJobOrder.events)
      }
      case 'CLOSE': {
        const { data, problems } = await close.run({ id, at: at ?? null, comment: comment ?? null })
        return of(problems, data?.closeJobOrder.events)
      }
      case 'CANCEL':
        return of((await cancel.run({ id, comment: comment ?? null })).problems)
      case 'RESTORE':
        return of((await restore.run({ id })).problems)
      case 'PLAN':
        return of((await plan.run({ id })).problems)
      case 'DELETE':
        return of((await remove.run({ id })).problems)
      case 'COPY': {
        const { data, problems } = await copy.run({ id, remainderOnly })
        return { ...of(problems), copyId: data?.copyJobOrder.id ?? null }
      }
    }
  }
  const refuse: OrderActs['refuse'] = ({ id }, problems) => setRefused({ orderId: id, problems })
  return {
    busyOf: (orderId) => busy.get(orderId) ?? null,
    done,
    isUndoing: back.isBusy,
    refused,
    refuse,
    run: async (act, order, how = {}) => {
      if (underway.current.has(order.id)) return null
      underway.current.set(order.id, act)
      setBusy(new Map(underway.current))
      setRefused(null)
      const { problems, eventId, copyId } = await send(act, order.id, how)
      underway.current.delete(order.id)
      setBusy(new Map(underway.current))
      if (problems.length > 0) refuse(order, problems)
      else setDone({ act, orderCode: order.orderCode, eventId, problem: null })
      onChanged()
      return copyId
    },
    undo: async () => {
      const eventId = done?.eventId
      if (done === null || eventId == null || back.isBusy) return
      const { problems } = await back.run({ eventId })
      setDone({ act: 'UNDO', orderCode: done.orderCode, eventId: null, problem: problems[0] ?? null })
      onChanged()
    },
    forget: () => {
      setDone(null)
      setRefused(null)
    },
  }
}
