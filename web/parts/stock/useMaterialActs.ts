import { useState } from 'react'
import { useClient } from 'urql'
import { newRequestKey } from '#web/api/requestKey.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { oneByOne } from '#web/parts/order/oneByOne.ts'
import type { EntryRefusal } from '#web/parts/outbox/outboxEntry.ts'
import { outbox } from '#web/parts/outbox/theOutbox.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { MATERIAL_ACT, type MaterialActBody, sendMaterialAct } from './materialAct.ts'

/** What is done with a batch here. */
export type SaidOfBatch = Pick<MaterialActBody, 'act' | 'batchId' | 'code'> & Partial<Pick<MaterialActBody, 'comment' | 'quantity'>>

/** What was done last; while it waits for a connection it has the key of its entry. */
export type DoneToBatch = { readonly said: SaidOfBatch; readonly keptKey: string | null }

/** Returns how batches are installed, taken off and written off at a machine: at once, or once there is a connection, one after the other. */
export function useMaterialActs(workCenterId: number, place: string, onChanged: () => void) {
  const client = useClient()
  const unsent = useUnsent()
  const [line] = useState(oneByOne)
  const [done, setDone] = useState<DoneToBatch | null>(null)
  const [refused, setRefused] = useState<{ readonly code: string; readonly problem: EntryRefusal } | null>(null)
  const [busy, setBusy] = useState(0)
  const keep = async (body: MaterialActBody, key: string): Promise<void> => {
    if (await unsent.addKeyed(MATERIAL_ACT, key, body)) setDone({ said: body, keptKey: key })
  }
  const send = async (body: MaterialActBody): Promise<void> => {
    const key = newRequestKey()
    if (unsent.isWaiting()) return await keep(body, key)
    const outcome = await sendMaterialAct(client, body, key)
    if (typeof outcome === 'string') return await keep(body, key)
    if ('batchId' in outcome) setDone({ said: { ...body, ...outcome }, keptKey: null })
    else setRefused({ code: body.code, problem: outcome })
    onChanged()
  }
  const act = (said: SaidOfBatch): Promise<void> => {
    const at = unsent.now()
    setRefused(null)
    setDone(null)
    setBusy((count) => count + 1)
    const body: MaterialActBody = {
      quantity: null,
      comment: null,
      ...said,
      workCenterId,
      place,
      occurredAt: at === null ? null : new Date(at).toISOString(),
      actingUserId: actingUserId(),
    }
    return line(() => send(body)).finally(() => setBusy((count) => count - 1))
  }
  /** Takes back what was installed or taken off: what waits is dropped, what was done is done the other way round. */
  const undo = async ({ said, keptKey }: DoneToBatch): Promise<void> => {
    const kept = outbox.state().entries.find(({ key }) => key === keptKey)
    setDone(null)
    if (kept !== undefined) return await outbox.drop(kept.id)
    await act({ ...said, act: said.act === 'INSTALL' ? 'UNINSTALL' : 'INSTALL' })
    setDone(null)
  }
  return { act, undo, done, refused, isBusy: busy > 0, forget: () => setDone(null), forgetRefusal: () => setRefused(null) }
}
