import { nextSteps } from '#engine/notification/nextSteps.ts'
import type { NextStep } from '#engine/notification/nextSteps.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { findLosses } from '#server/loss/loss.store.ts'
import { Refusal } from '#server/refusal.ts'
import type { InboxItem } from './inbox.store.ts'
import { listToldOfStop, listToldRows } from './toldShort.store.ts'

/** So many messages of one stop are shown. */
export const MAX_TOLD = 20

/** Returns what was told of the stop, the earliest first; of lost speed and rejects nothing. Refuses one that the person may not see like one that is not there. */
export async function noticesOfLoss(tenant: Tenant, id: number, visible: ReadonlySet<number> | null): Promise<readonly InboxItem[]> {
  const [loss] = await findLosses(tenant, [id])
  if (loss === undefined || visible?.has(loss.workCenterId) === false) throw new Refusal({ code: 'LOSS_NOT_FOUND', params: { id } })
  return loss.source === 'STATUS' ? await listToldOfStop(tenant, loss, MAX_TOLD) : []
}

/** How many people were told of a notification, and who is told next while it goes on. */
export type ToldShort = { readonly people: number; readonly next: readonly NextStep[] }

/** Returns for each notification how many were told, and who is next. */
export async function toldShortOf(tenant: Tenant, ids: readonly string[]): Promise<readonly ToldShort[]> {
  const byId = new Map((await listToldRows(tenant, ids)).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    if (row === undefined) return { people: 0, next: [] }
    const { people, state, steps, toldSteps, firedAt, acknowledgedAt, ackTimeoutMinutes } = row
    if (state !== 'OPEN' || firedAt === null) return { people, next: [] }
    return { people, next: nextSteps({ steps, toldSteps, firedAt, acknowledgedAt, ackTimeoutMs: ackTimeoutMinutes * MINUTE_MS }) }
  })
}
