import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type { JobOrderId, UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { PlaceEndCause } from '#server/workCenter/placeEnd.ts'
import type { OrderState } from './jobOrderEdit.store.ts'
import type { StoredRun } from './jobRun.store.ts'

/** What was done with an order. */
export const JOB_ORDER_EVENT_KINDS = [
  'ASSIGNED',
  'BORDER_MOVED',
  'CANCELLED',
  'CHANGED',
  'CLOSED',
  'CONFIRMATION_CANCELLED',
  'CONFIRMATION_CORRECTED',
  'CONFIRMED',
  'COPIED',
  'CREATED',
  'MOVED',
  'PLANNED',
  'RESTORED',
  'STARTED',
  'STOPPED',
  'UNDONE',
] as const
export type JobOrderEventKind = (typeof JOB_ORDER_EVENT_KINDS)[number]

export const JOB_ORDER_EVENT_SOURCES = ['API', 'IMPORT', 'INTEGRATION', 'OFFLINE', 'SCREEN', 'SYSTEM'] as const
export type JobOrderEventSource = (typeof JOB_ORDER_EVENT_SOURCES)[number]

/** What an act changed of a run: as it was before, null = it was not there; and where it begins. */
export type RunChange = Pick<StoredRun, 'jobOrderId' | 'start' | 'workCenterId'> & { readonly before: StoredRun | null }

/** What is needed to take an act back. */
export type UndoState = {
  readonly state: OrderState
  /** The version that the act left: with another one the order was changed since. */
  readonly version: number
  readonly runs: readonly RunChange[]
  /** Figures change until then (ms UTC); left out = to the present. */
  readonly until?: number
}

/** Who did it, at a station through whose account, and when; nobody = a program. */
export type OrderWriter = { readonly userId: UserId | null; readonly viaStation: UserId | null; readonly at: Date }

export type NewJobOrderEvent = {
  readonly jobOrderId: JobOrderId
  /** What was done in one gesture has one. */
  readonly act: string
  readonly kind: JobOrderEventKind
  readonly fromStatus: JobOrderStatus | null
  readonly toStatus: JobOrderStatus | null
  /** When it holds from (ms UTC). */
  readonly at: number
  readonly source: JobOrderEventSource
  readonly comment: string | null
  readonly details: Readonly<Record<string, unknown>>
  /** null = it cannot be taken back. */
  readonly undo: UndoState | null
}

/** An event as it was stored. */
export type JobOrderEvent = Omit<NewJobOrderEvent, 'details' | 'undo'> & {
  readonly id: number
  /** JSON text. */
  readonly details: string
  /** Why the product stopped the order by itself; null of what a person did. */
  readonly stopCause: PlaceEndCause | null
  readonly createdOn: Date
  readonly createdBy: UserId | null
  readonly viaStation: UserId | null
  readonly undoneOn: Date | null
  readonly undoneBy: UserId | null
}

const EVENT_COLUMNS = sql`e.id, e.job_order_id as "jobOrderId", e.act, e.kind, e.from_status as "fromStatus", e.to_status as "toStatus", e.at,
  e.source, e.comment, e.details::text as details, e.details ->> 'cause' as "stopCause", e.created_on as "createdOn", e.created_by as "createdBy", e.via_station as "viaStation",
  e.undone_on as "undoneOn", e.undone_by as "undoneBy"`

/** Writes what was done within the transaction of it. */
export async function insertOrderEvents(tenant: Tenant, events: readonly NewJobOrderEvent[], by: OrderWriter): Promise<void> {
  if (events.length === 0) return
  await tenant.tx
    .insertInto('job_order_event')
    .values(
      events.map((event) => ({
        company_id: tenant.companyId,
        job_order_id: event.jobOrderId,
        act: event.act,
        kind: event.kind,
        from_status: event.fromStatus,
        to_status: event.toStatus,
        at: event.at,
        created_on: by.at,
        created_by: by.userId,
        via_station: by.viaStation,
        source: event.source,
        comment: event.comment,
        details: sql<string>`${JSON.stringify(event.details)}::jsonb`,
        undo: event.undo === null ? null : sql<string>`${JSON.stringify(event.undo)}::jsonb`,
      })),
    )
    .execute()
}

/** Returns what was done with the orders, the newest first; at most 200 of each. */
export async function listOrderEvents(tenant: Tenant, ids: readonly JobOrderId[]): Promise<readonly JobOrderEvent[]> {
  const { rows } = await sql<JobOrderEvent>`select ${EVENT_COLUMNS} from unnest(${ids}::int[]) as asked (id)
    cross join lateral (select * from job_order_event where company_id = ${tenant.companyId} and job_order_id = asked.id
      order by id desc limit 200) e
    order by e.id desc`.execute(tenant.tx)
  return rows
}

/** An event with what is needed to take it back. */
export type UndoableEvent = JobOrderEvent & { readonly undo: UndoState | null }

/** Returns all that was done in the gesture of the event; none when the company has no such event. */
export async function listAct(tenant: Tenant, eventId: number): Promise<readonly UndoableEvent[]> {
  return await actOf(tenant, eventId, sql``)
}

/** Returns the same, locked until the transaction ends. */
export async function lockAct(tenant: Tenant, eventId: number): Promise<readonly UndoableEvent[]> {
  return await actOf(tenant, eventId, sql`for no key update`)
}

async function actOf(tenant: Tenant, eventId: number, lock: RawBuilder<unknown>): Promise<readonly UndoableEvent[]> {
  const { rows } = await sql<UndoableEvent>`select ${EVENT_COLUMNS}, e.undo from job_order_event e where e.company_id = ${tenant.companyId}
    and e.act = (select act from job_order_event where company_id = ${tenant.companyId} and id = ${eventId}::int8)
    order by e.id ${lock}`.execute(tenant.tx)
  return rows
}

/** Marks what was done in a gesture as taken back. */
export async function markUndone(
  tenant: Tenant,
  ids: readonly number[],
  by: { readonly userId: UserId; readonly at: Date },
): Promise<void> {
  await sql`update job_order_event set undone_on = ${by.at}, undone_by = ${by.userId}
    where company_id = ${tenant.companyId} and id = any(${ids}::int8[])`.execute(tenant.tx)
}
