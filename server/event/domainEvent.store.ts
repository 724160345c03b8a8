import { sql } from 'kysely'
import type { EventChange, EventKind, EventPayload } from '#engine/event/domainEvent.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Something that a person did, for those who act on it. */
export type NewEvent = {
  readonly kind: EventKind
  readonly workCenterId: WorkCenterId | null
  /** What it is about, such as `shift/1760000000000`. */
  readonly key: string
  readonly change: EventChange
  /** ms UTC */
  readonly at: number
  readonly payload: EventPayload
  readonly actor: UserId | null
}

/** Writes the events within the transaction of what happened. */
export async function insertEvents(tenant: Tenant, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await tenant.tx
    .insertInto('domain_event')
    .values(
      events.map(({ kind, workCenterId, key, change, at, payload, actor }) => ({
        company_id: tenant.companyId,
        kind,
        work_center_id: workCenterId,
        fact_key: key,
        change,
        at,
        actor,
        payload: sql<string>`${JSON.stringify(payload)}::jsonb`,
      })),
    )
    .execute()
}
