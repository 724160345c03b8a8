import type { ClientBase } from 'pg'
import type { Facts } from '#engine/facts.ts'
import type { WorkCenterRef } from '../setup/setupQuery.ts'

/** Last known instant of an archived work center that was not ended: its last sample or its last record. */
const KNOWN_TO = `
select w.company_id, w.id as work_center_id, greatest(
  coalesce((select (s.state ->> 'at')::numeric::bigint from engine_state s where s.company_id = w.company_id and s.work_center_id = w.id), 0),
  coalesce((select h.as_of from shift h where h.company_id = w.company_id and h.work_center_id = w.id order by h.start_at desc limit 1), 0)
) as known_to
from work_center w where w.device_status = 'ARCHIVE'`
/** Only the newest row of a table is open, so each is found by its key however long the history. */
const END_LAST = (table: string, set: string, isOfLast: string): string => `
with archived as materialized (${KNOWN_TO})
update ${table} o set end_at = greatest(o.start_at + 1, a.known_to)${set} from archived a
where o.company_id = a.company_id and o.work_center_id = a.work_center_id and o.end_at is null and o.start_at >= (
  select max(n.start_at) from ${table} n where n.company_id = a.company_id and n.work_center_id = a.work_center_id${isOfLast})`
const END_STATUSES = END_LAST('status_interval', '', '')
const END_LOSSES = END_LAST('loss', '', ' and n.source = o.source')
const END_OUTPUTS = END_LAST('output_segment', ', is_closed = true', '')
const END_SHIFTS = `
update shift h set status = 'UNCONFIRMED' from work_center w
where w.device_status = 'ARCHIVE' and h.company_id = w.company_id and h.work_center_id = w.id and h.status = 'PROGRESS' and h.start_at >= (
  select max(n.start_at) from shift n where n.company_id = w.company_id and n.work_center_id = w.id) - 86400000`
const IS_ARCHIVED = `select from work_center where company_id = $1 and id = $2 and device_status = 'ARCHIVE'`

/** Returns the facts of a work center that is archived at the instant: nothing of it is open any more, and nothing begins there or later. */
export function endFacts(facts: Facts, at: number): Facts {
  const ended = <T extends { readonly start: number; readonly end: number | null }>(rows: readonly T[]): T[] =>
    rows.filter(({ start }) => start < at).map((row) => ({ ...row, end: row.end === null ? at : Math.min(row.end, at) }))
  return { ...facts, statuses: ended(facts.statuses), losses: ended(facts.losses), outputs: ended(facts.outputs) }
}

/** Returns whether the work center was deleted, and did not only lose its device. */
export async function isArchived(client: ClientBase, { companyId, workCenterId }: WorkCenterRef): Promise<boolean> {
  return ((await client.query(IS_ARCHIVED, [companyId, workCenterId])).rowCount ?? 0) > 0
}

/**
 * Ends everything still open on archived work centers: status, loss, output, shift in progress (G-25: the history stays and does not grow). Repairs
 * after a process that ended between a deletion and its last write.
 */
export async function endArchived(client: ClientBase): Promise<void> {
  await client.query(END_STATUSES)
  await client.query(END_LOSSES)
  await client.query(END_OUTPUTS)
  await client.query(END_SHIFTS)
}
