import { useState } from 'react'
import type { JobOrderAction } from '#engine/jobOrder/orderActions.ts'
import {
  CancelJobOrderDocument,
  CloseJobOrderDocument,
  CopyJobOrderDocument,
  DeleteJobOrderDocument,
  type ListedOrderFragment,
  MoveJobOrderDocument,
  PlanJobOrderDocument,
  RestoreJobOrderDocument,
  StartJobOrderDocument,
  StopJobOrderDocument,
  UndoJobOrderDocument,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'

/** What a person does with an order without entering anything. */
export type OrderAct = Exclude<JobOrderAction, 'EDIT' | 'PRIORITIZE'>

type Order = Pick<ListedOrderFragment, 'id' | 'orderCode'>

/** What was done last; `eventId` takes it back, null = it cannot be. */
export type DoneAct = { readonly act: OrderAct | 'UNDO'; readonly orderCode: string; readonly eventId: string | null }

export type OrderActs = {
  /** Does it; resolves to the id of a copy, null where there is none. */
  readonly run: (
    act: OrderAct,
    order: Order,
    how?: { readonly running?: 'KEEP' | 'STOP'; readonly comment?: string },
  ) => Promise<number | null>
  /** Moves an order that waits to a place of its queue, from 1. */
  readonly moveTo: (order: Order, place: number) => Promise<void>
  readonly busyId: number | null
  readonly done: DoneAct | null
  readonly undo: () => Promise<void>
  readonly forget: () => void
  /** What was refused last, and of which order. */
  readonly refused: { readonly orderId: number; readonly act: OrderAct | 'MOVE'; readonly problems: readonly ApiProblem[] } | null
}

/** Returns how the page acts on orders: one act at a time, with the way back where there is one. */
export function useOrderActs(onChanged: () => void): OrderActs {
  const [start, stop, close, cancel, restore, plan, copy, remove, move, back] = [
    useChange(StartJobOrderDocument),
    useChange(StopJobOrderDocument),
    useChange(CloseJobOrderDocument),
    useChange(CancelJobOrderDocument),
    useChange(RestoreJobOrderDocument),
    useChange(PlanJobOrderDocument),
    useChange(CopyJobOrderDocument),
    useChange(DeleteJobOrderDocument),
    useChange(MoveJobOrderDocument),
    useChange(UndoJobOrderDocument),
  ]
  const [busyId, setBusy] = useState<number | null>(null)
  const [done, setDone] = useState<DoneAct | null>(null)
  const [refused, setRefused] = useState<OrderActs['refused']>(null)

  type Answer = { readonly eventId: string | null; readonly copyId: number | null; readonly problems: readonly ApiProblem[] }
  const send = async (
    act: OrderAct,
    id: number,
    how: { readonly running?: 'KEEP' | 'STOP'; readonly comment?: string },
  ): Promise<Answer> => {
    const requestKey = newRequestKey()
    const of = (problems: readonly ApiProblem[], events?: readonly { readonly id: string }[]): Answer => ({
      problems,
      eventId: events?.[0]?.id ?? null,
      copyId: null,
    })
    switch (act) {
      case 'START': {
        const { data, problems } = await start.run({ id, running: how.running ?? 'KEEP', requestKey })
        return of(problems, data?.startJobOrder.events)
      }
      case 'STOP': {
        const { data, problems } = await stop.run({ id, requestKey })
        return of(problems, data?.stopJobOrder.events)
      }
      case 'CLOSE': {
        const { data, problems } = await close.run({ id, comment: how.comment ?? null, requestKey })
        return of(problems, data?.closeJobOrder.events)
      }
      case 'CANCEL':
        return of((await cancel.run({ id, comment: how.comment ?? null, requestKey })).problems)
      case 'RESTORE':
        return of((await restore.run({ id, requestKey })).problems)
      case 'PLAN':
        return of((await plan.run({ id, requestKey })).problems)
      case 'DELETE':
        return of((await remove.run({ id })).problems)
      case 'COPY': {
        const { data, problems } = await copy.run({ id, remainderOnly: false, requestKey })
        return { ...of(problems), copyId: data?.copyJobOrder.id ?? null }
      }
    }
  }
  return {
    busyId,
    done,
    refused,
    run: async (act, order, how = {}) => {
      setBusy(order.id)
      setRefused(null)
      const { problems, eventId, copyId } = await send(act, order.id, how)
      setBusy(null)
      if (problems.length > 0) setRefused({ orderId: order.id, act, problems })
      else setDone({ act, orderCode: order.orderCode, eventId })
      onChanged()
      return copyId
    },
    moveTo: async (order, place) => {
      setRefused(null)
      const { problems } = await move.run({ id: order.id, priority: place, requestKey: newRequestKey() })
      if (problems.length > 0) setRefused({ orderId: order.id, act: 'MOVE', problems })
      onChanged()
    },
    undo: async () => {
      const eventId = done?.eventId
      if (done === null || eventId == null) return
      const { problems } = await back.run({ eventId, requestKey: newRequestKey() })
      if (problems.length > 0) setRefused({ orderId: 0, act: 'STOP', problems })
      setDone(problems.length > 0 ? null : { act: 'UNDO', orderCode: done.orderCode, eventId: null })
      onChanged()
    },
    forget: () => {
      setDone(null)
      setRefused(null)
    },
  }
}
