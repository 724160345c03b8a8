import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { ChargeOffBatchDocument, InstallBatchDocument, UninstallBatchDocument } from '#web/api/generated/graphql.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import type { EntryRefusal, OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'

export const MATERIAL_ACT = 'MATERIAL_ACT'

/** What a person did with a batch at a machine, as it is sent and as it is kept while there is no connection. */
export type MaterialActBody = {
  readonly act: 'CHARGE_OFF' | 'INSTALL' | 'UNINSTALL'
  readonly workCenterId: number
  /** null = scanned without a connection: the server finds the batch by its code. */
  readonly batchId: number | null
  readonly code: string
  /** Of what is written off, and of a part that is installed; null = all of it. */
  readonly quantity: number | null
  readonly comment: string | null
  readonly place: string
  /** ISO 8601 by the clock of the server; null where this device never learned it. */
  readonly occurredAt: string | null
  readonly actingUserId: string | null
}

/** What an act came to: the batch that it was done to, how much of it was moved, and what there is now where it was moved to; null = not told. */
export type MaterialActDone = {
  readonly batchId: number | null
  readonly balance: number | null
  readonly moved: number | null
  /** The last day (yyyy-mm-dd) of a batch that was installed although it expired. */
  readonly expiredOn?: string | null
}

/** Returns the act of the entry; null for another kind, or one that an older version wrote otherwise. */
export function materialActOf({ kind, body }: Pick<OutboxEntry, 'body' | 'kind'>): MaterialActBody | null {
  return kind === MATERIAL_ACT && isAct(body) ? body : null
}

/** Sends the act under its key; returns what it came to, or why it was not done. */
export async function sendMaterialAct(
  client: Client,
  { act, workCenterId, batchId, code, quantity, comment, occurredAt, actingUserId }: MaterialActBody,
  requestKey: string,
): Promise<'AWAY' | 'SIGN_IN' | EntryRefusal | MaterialActDone> {
  const said = { workCenterId, occurredAt, actingUserId, requestKey }
  const named = batchId === null ? { code } : { batchId }
  if (act === 'INSTALL') {
    const { data, error } = await client.mutation(InstallBatchDocument, { ...said, ...named, quantity }).toPromise()
    if (data == null) return failedCall(error)
    const { batch, balance, movedQuantity: moved } = data.installBatch
    return { batchId: batch?.id ?? null, balance, moved, expiredOn: batch?.isExpired === true ? batch.expiresOn : null }
  }
  const of = { ...said, batchId: batchId ?? 0 }
  if (act === 'UNINSTALL') {
    const { data, error } = await client.mutation(UninstallBatchDocument, of).toPromise()
    return data == null ? failedCall(error) : { batchId, balance: data.uninstallBatch.balance, moved: data.uninstallBatch.movedQuantity }
  }
  const { data, error } = await client.mutation(ChargeOffBatchDocument, { ...of, balance: quantity ?? 0, comment }).toPromise()
  return data == null ? failedCall(error) : { batchId, balance: null, moved: null }
}

/** Returns how acts on batches are sent that could not be sent when they were done: those of one batch in their order (domain.md J-42). */
export function materialKind(client: Client): OutboxKind {
  return {
    name: MATERIAL_ACT,
    most: 1,
    mostAgeMs: 14 * DAY_MS,
    isAfter: (earlier, later) => {
      const [one, other] = [materialActOf(earlier), materialActOf(later)]
      return one !== null && other !== null && isSameBatch(one, other)
    },
    send: async ([entry]) => {
      const body = entry === undefined ? null : materialActOf(entry)
      if (entry === undefined || body === null) return [{ code: 'UNREADABLE', detail: null }]
      const occurredAt = body.occurredAt ?? new Date(entry.madeAt).toISOString()
      const outcome = await sendMaterialAct(client, { ...body, occurredAt }, entry.key)
      if (typeof outcome === 'string') return outcome
      return 'batchId' in outcome ? ['DONE'] : [outcome]
    },
  }
}

/** Returns whether both are about one batch: by its id, or by the code where one was scanned. */
export function isSameBatch(one: Pick<MaterialActBody, 'batchId' | 'code'>, other: Pick<MaterialActBody, 'batchId' | 'code'>): boolean {
  if (one.batchId !== null && other.batchId !== null) return one.batchId === other.batchId
  return one.code.trim().toLowerCase() === other.code.trim().toLowerCase()
}

function isAct(body: unknown): body is MaterialActBody {
  return typeof body === 'object' && body !== null && 'act' in body && 'workCenterId' in body && 'code' in body
}
