import assert from 'node:assert/strict'
import { standingEvents } from '#engine/event/factEvents.ts'
import type { FactRows, StandingEvent } from '#engine/event/factEvents.ts'
import type { EventChange, EventKind } from '#engine/event/domainEvent.ts'
import type { Database } from '#server/db/database.ts'
import { lossJson, statusJson } from '#server/ingest/facts/factTables.ts'

const DERIVED: readonly EventKind[] = [
  'SHIFT_ENDED',
  'SILENCE_BEGAN',
  'SILENCE_ENDED',
  'STATUS_CHANGED',
  'STOP_BEGAN',
  'STOP_CLASSIFIED',
  'STOP_ENDED',
]

export type WrittenEvent = StandingEvent & { readonly change: EventChange }

type Stored = { readonly events: readonly WrittenEvent[] } & FactRows

/** One statement, so that the events and the records are of one instant. */
const STORED = `
select
  (select coalesce(json_agg(json_build_object('kind', kind, 'key', fact_key, 'change', change, 'at', at, 'payload', payload, 'actor', actor)
    order by txid, id), '[]') from domain_event where work_center_id = $1 and kind = any($2)) as events,
  (select coalesce(json_agg(${statusJson('s')}), '[]') from status_interval s where s.work_center_id = $1) as statuses,
  (select coalesce(json_agg(${lossJson('l')}), '[]') from loss l where l.work_center_id = $1 and l.source = 'STATUS') as pieces,
  (select coalesce(json_agg(json_build_object('start', start_at, 'end', end_at, 'shiftId', shift_id, 'shiftDate', shift_date, 'status', status)), '[]')
    from shift where work_center_id = $1) as shifts`

/** Returns the events of the work center that follow from its records, in the order in which they were written, and these records. */
export async function storedEvents(database: Pick<Database, 'pool'>, workCenterId: number): Promise<Stored> {
  const { rows } = await database.pool.query<Stored>(STORED, [workCenterId, DERIVED])
  const [stored] = rows
  assert.ok(stored)
  return stored
}

/**
 * Fails unless the events that stand, each corrected and withdrawn in its turn, are those that follow from the stored records; returns how many were
 * written. An event that happens twice, or is withdrawn without having happened, fails as well.
 */
export async function assertEventsFollow(database: Pick<Database, 'pool'>, workCenterId: number): Promise<number> {
  const { events: written, ...records } = await storedEvents(database, workCenterId)
  const standing = new Map<string, Pick<StandingEvent, 'at' | 'payload'>>()
  for (const { kind, key, change, at, payload } of written) {
    const name = `${kind} ${key}`
    assert.equal(standing.has(name), change !== 'HAPPENED', `${change} of ${name} of work center ${workCenterId}`)
    if (change === 'WITHDRAWN') standing.delete(name)
    else standing.set(name, { at, payload })
  }
  const expected = standingEvents(records)
  const inOrder = (events: ReadonlyMap<string, Pick<StandingEvent, 'at' | 'payload'>>) =>
    [...events].map(([name, { at, payload }]) => ({ name, at, payload })).sort((a, b) => a.name.localeCompare(b.name))
  assert.deepEqual(inOrder(standing), inOrder(expected))
  return written.length
}
