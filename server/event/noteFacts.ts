import type { ClientBase } from 'pg'
import { changedEvents, changedStretch, TABLE_KINDS } from '#engine/event/factEvents.ts'
import type { FactEvent, PieceRow, TimeRow } from '#engine/event/factEvents.ts'
import { unitedChange } from '#engine/event/recordsChange.ts'
import type { CompanyRecordsChange, RecordKind } from '#engine/event/recordsChange.ts'
import { rowKey } from './changedRows.ts'
import type { Replaced, WorkCenterChanges } from './changedRows.ts'
import { notifyRecordsOfCompanies } from './notifyRecords.ts'

const OWNER = 'company_id text, work_center_id integer'

/** The columns of a piece of a stop that events follow from, as JSON; `row` names the row. */
export const PIECE_JSON = (
  row: string,
): string => `json_build_object('source', ${row}.source, 'start', ${row}.start_at, 'part', ${row}.part, 'end', ${row}.end_at,
  'chainStart', ${row}.chain_start_at, 'kind', ${row}.kind, 'statusRuleId', ${row}.status_rule_id, 'reasonId', ${row}.reason_id,
  'reasonSource', ${row}.reason_source, 'isProvisional', ${row}.is_provisional, 'updatedBy', ${row}.updated_by)`
/** All pieces of the stops that `$1` (JSON) names by their starts. Stops follow each other, so each is read along the key up to the next one. */
const STOPS = `
select l.company_id, l.work_center_id, ${PIECE_JSON('l')} as piece
from json_to_recordset($1::json) as asked (${OWNER}, chain_start_at bigint)
cross join lateral (
  select min(first.start_at) as end_at from (
    select n.start_at from loss n
    where n.company_id = asked.company_id and n.work_center_id = asked.work_center_id and n.source = 'STATUS'
      and n.start_at > asked.chain_start_at and n.chain_start_at > asked.chain_start_at
    order by n.start_at limit 1) as first
) as next
cross join lateral (
  select one.* from loss one
  where one.company_id = asked.company_id and one.work_center_id = asked.work_center_id and one.source = 'STATUS'
    and one.start_at >= asked.chain_start_at and one.start_at < coalesce(next.end_at, 9007199254740991)
  -- Not flattened, so that the walk along the key ends at the next stop.
  offset 0
) as l
where l.chain_start_at = asked.chain_start_at`
const INSERT = `
insert into domain_event (company_id, at, kind, work_center_id, fact_key, change, payload, actor)
select company_id, at, kind, work_center_id, fact_key, change, payload, actor
from json_to_recordset($1::json) as given (${OWNER}, at bigint, kind text, fact_key text, change text, payload jsonb, actor uuid)`

/**
 * Writes, in the transaction that replaced the rows, the events that follow from them, and tells pages of the changed records after the commit.
 * What is the same before and after is neither written nor told, so a replay adds nothing.
 */
export async function noteFacts(client: ClientBase, changed: readonly WorkCenterChanges[]): Promise<void> {
  if (changed.length === 0) return
  const stops = await readStops(client, changed)
  const rows = changed.flatMap((one) => eventsOf(one, stops.get(keyOf(one)) ?? []).map((event) => rowOf(one, event)))
  if (rows.length > 0) await client.query({ name: 'insert-events', text: INSERT, values: [JSON.stringify(rows)] })
  await notifyRecordsOfCompanies(client, changed.flatMap(recordsOf))
}

function eventsOf({ status, piece, shift }: WorkCenterChanges, stored: readonly PieceRow[]): readonly FactEvent[] {
  // Pieces that were not touched are the same before and after.
  const untouched = stored.filter((one) => !piece.has(rowKey(one)))
  return changedEvents(
    { statuses: before(status), pieces: [...untouched, ...before(piece)], shifts: before(shift) },
    { statuses: after(status), pieces: [...untouched, ...after(piece)], shifts: after(shift) },
  )
}

async function readStops(client: ClientBase, changed: readonly WorkCenterChanges[]): Promise<ReadonlyMap<string, readonly PieceRow[]>> {
  const asked = changed.flatMap((one) =>
    [...new Set([...before(one.piece), ...after(one.piece)].map((piece) => piece.chainStart))].map((start) => ({
      company_id: one.companyId,
      work_center_id: one.workCenterId,
      chain_start_at: start,
    })),
  )
  if (asked.length === 0) return new Map()
  type Row = { company_id: string; work_center_id: number; piece: PieceRow }
  const { rows } = await client.query<Row>({ name: 'read-stops', text: STOPS, values: [JSON.stringify(asked)] })
  const stops = new Map<string, PieceRow[]>()
  for (const { company_id, work_center_id, piece } of rows) {
    const key = `${company_id}/${work_center_id}`
    stops.set(key, [...(stops.get(key) ?? []), piece])
  }
  return stops
}

function recordsOf(one: WorkCenterChanges): CompanyRecordsChange[] {
  const { companyId, workCenterId } = one
  const kinds: readonly (readonly [readonly RecordKind[], readonly TimeRow[]])[] = [
    [TABLE_KINDS.status, both(one.status)],
    [TABLE_KINDS.loss, [...both(one.piece), ...both(one.saidLoss)]],
    [TABLE_KINDS.output, both(one.output)],
    [TABLE_KINDS.shift, both(one.shift)],
  ]
  const changes = kinds.flatMap(([of, rows]) => {
    const stretch = changedStretch(rows)
    return stretch === null ? [] : [{ workCenterId, kinds: of, ...stretch }]
  })
  const [first, ...rest] = changes
  return first === undefined ? [] : [{ companyId, ...rest.reduce(unitedChange, first) }]
}

function rowOf({ companyId, workCenterId }: WorkCenterChanges, { kind, key, change, at, payload, actor }: FactEvent): object {
  return { company_id: companyId, work_center_id: workCenterId, at, kind, fact_key: key, change, payload, actor }
}

function keyOf({ companyId, workCenterId }: WorkCenterChanges): string {
  return `${companyId}/${workCenterId}`
}

function before<Row>(replaced: Replaced<Row>): Row[] {
  return [...replaced.values()].flatMap((one) => one.before ?? [])
}

function after<Row>(replaced: Replaced<Row>): Row[] {
  return [...replaced.values()].flatMap((one) => one.after ?? [])
}

function both<Row>(replaced: Replaced<Row>): Row[] {
  return [...before(replaced), ...after(replaced)]
}
