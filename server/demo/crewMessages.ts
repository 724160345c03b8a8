import { sql } from 'kysely'
import type { CompanyId, JobOrderId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { addMessage } from '#server/conversation/conversation.service.ts'
import type { ConversationDeps } from '#server/conversation/conversation.service.ts'
import type { Tenant } from '#server/db/database.ts'
import { shareOf } from './crewStory.ts'

/** Of so many orders of ten somebody wrote. */
const SHARE_WRITTEN = 0.35
/** An answer comes so long after the question. */
const ANSWER_MS = 0.4 * HOUR_MS

/** What the lead of the demo plant and an operator write to each other beside an order. */
const TALKS: readonly (readonly [question: string, answer: string])[] = [
  ['Is the coil enough for all of it?', 'Coil is here, 2 m short of the order'],
  ['The customer fetches the first 200 today, please put them on the ramp', 'Ramp 3, first pallet is there'],
  ['New drawing: hole 8.2 instead of 8.0. Check the first piece', 'First piece measured: 8.2 and in its limits'],
  ['Use up the old cartons first', 'About 40 left, then the new ones'],
]

/** What the operator writes beside an order that waits. */
const WHY_HELD = 'Waiting for coil, the supplier says after the break'

/** Lets people write beside some orders of the demo plant that nobody wrote beside: the lead asks, somebody of the shift answers. */
export async function crewMessages(
  deps: ConversationDeps,
  companyId: CompanyId,
  lead: Membership | undefined,
  operator: Membership | undefined,
): Promise<void> {
  if (lead === undefined || operator === undefined) return
  const orders = await deps.database.inTenant(companyId, listQuietOrders)
  for (const { id, orderCode, isHeld } of orders) {
    const beside = { beside: { jobOrderId: id }, contentType: 'TEXT' } as const
    if (isHeld) {
      await addMessage(deps, operator, null, { ...beside, content: WHY_HELD, occurredAt: deps.now() - ANSWER_MS }, null)
      continue
    }
    if (shareOf(`${orderCode} talk`) >= SHARE_WRITTEN) continue
    const [question, answer] = talkOf(orderCode)
    const at = deps.now()
    await addMessage(deps, lead, null, { ...beside, content: question, occurredAt: at - 2 * ANSWER_MS }, null)
    await addMessage(deps, operator, null, { ...beside, content: answer, occurredAt: at - ANSWER_MS }, null)
  }
}

/** Returns what people write to each other beside an order: a question and its answer, for the same order always the same. */
export function talkOf(key: string): readonly [question: string, answer: string] {
  return TALKS[Math.floor(shareOf(`${key} which talk`) * TALKS.length)] ?? ['', '']
}

type QuietOrder = { readonly id: JobOrderId; readonly orderCode: string; readonly isHeld: boolean }

/** Orders that are worked on or wait and have no conversation, and those on hold of which nobody said why. */
async function listQuietOrders({ tx, companyId }: Tenant): Promise<readonly QuietOrder[]> {
  const { rows } = await sql<QuietOrder>`select j.id, j.order_code as "orderCode", j.status = 'ON_HOLD' as "isHeld" from job_order j
    where j.company_id = ${companyId} and j.status in ('PLANNED', 'PROGRESS', 'ON_HOLD')
      and not exists (select from conversation c join conversation_message m on m.company_id = c.company_id and m.conversation_id = c.id
        where c.company_id = j.company_id and c.job_order_id = j.id and (j.status <> 'ON_HOLD' or m.content = ${WHY_HELD})) order by j.id`.execute(
    tx,
  )
  return rows
}

/** Removes what visitors wrote beside orders, their files, and that they read; a conversation of theirs alone is gone, so that the crew writes there again. */
export async function removeForeignMessages({ tx, companyId }: Tenant, crew: readonly string[]): Promise<void> {
  await sql`delete from conversation_message where company_id = ${companyId} and sender_id <> all(${crew}::uuid[])`.execute(tx)
  await sql`delete from attachment where company_id = ${companyId} and uploaded_by <> all(${crew}::uuid[])`.execute(tx)
  await sql`delete from conversation c where c.company_id = ${companyId} and not exists (select from conversation_message m
    where m.company_id = c.company_id and m.conversation_id = c.id)`.execute(tx)
  await sql`delete from conversation_read where company_id = ${companyId} and user_id <> all(${crew}::uuid[])`.execute(tx)
}
