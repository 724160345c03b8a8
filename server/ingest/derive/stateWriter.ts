import type { ClientBase } from 'pg'
import type { Checkpoint, EngineState } from '#engine/advance.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { writeFacts } from '../facts/factWriter.ts'
import { ASKED, askedValues } from '../setup/setupQuery.ts'
import type { Queries, WorkCenterRef } from '../setup/setupQuery.ts'
import type { Snapshot } from './snapshot.ts'

const OWNER = 'company_id text, work_center_id integer'
const UPSERT_STATES = `
insert into engine_state (company_id, work_center_id, device_partition, log_position, setup_version, state)
select company_id, work_center_id, device_partition, log_position, setup_version, state
from json_to_recordset($1::json) as given (${OWNER}, device_partition smallint, log_position bigint, setup_version bigint, state jsonb)
on conflict (company_id, work_center_id) do update set device_partition = excluded.device_partition, log_position = excluded.log_position,
  setup_version = excluded.setup_version, state = excluded.state`
const DELETE_CHECKPOINTS = `
delete from engine_checkpoint c using json_to_recordset($1::json) as given (${OWNER}, after bigint, up_to bigint)
where c.company_id = given.company_id and c.work_center_id = given.work_center_id and c.start_at > given.after
  and c.start_at <= coalesce(given.up_to, c.start_at)`
const UPSERT_CHECKPOINTS = `
insert into engine_checkpoint (company_id, work_center_id, start_at, state)
select company_id, work_center_id, start_at, state
from json_to_recordset($1::json) as given (${OWNER}, start_at bigint, state jsonb)
on conflict (company_id, work_center_id, start_at) do update set state = excluded.state`
const COUNT_LATE = `
update shift set late_samples = late_samples + (select count(*) from unnest($3::bigint[]) as late (at) where late.at >= start_at and late.at < end_at)
where company_id = $1 and work_center_id = $2 and status = 'CONFIRMED'
  and exists (select from unnest($3::bigint[]) as late (at) where late.at >= start_at and late.at < end_at)`
/** A shift that was opened again has taken its late samples up with the recalculation. */
const FORGET_LATE = `
update shift set late_samples = 0
from json_to_recordset($1::json) as given (${OWNER}, changed_from bigint)
where shift.company_id = given.company_id and shift.work_center_id = given.work_center_id and shift.end_at > given.changed_from
  and shift.status <> 'CONFIRMED' and shift.late_samples > 0`
const DELETE_MARKS = `
delete from recalculation r using json_to_recordset($1::json) as given (company_id text, id bigint)
where r.company_id = given.company_id and r.id = given.id`
const FIND_CHECKPOINT = `
select start_at, state from engine_checkpoint
where company_id = $1 and work_center_id = $2 and start_at <= $3 order by start_at desc limit 1`
const FIND_CHECKPOINT_AFTER = `
select start_at, state from engine_checkpoint
where company_id = $1 and work_center_id = $2 and start_at >= $3 order by start_at limit 1`
const STATES = `
select d.company_id, d.work_center_id, d.partition, s.state, s.setup_version,
  case when s.device_partition = d.partition then s.log_position else 0 end as log_position
from device d left join engine_state s on s.company_id = d.company_id and s.work_center_id = d.work_center_id
where d.company_id is not null and d.work_center_id is not null`

/** Writes facts, states and checkpoints of the work centers within the open transaction; the caller moves the positions in the same one. */
export async function writeSnapshots(client: ClientBase, snapshots: readonly Snapshot[], now: number): Promise<void> {
  await writeFacts(client, snapshots, now)
  for (const { setup, aged } of snapshots) {
    if (aged.length > 0) await client.query(COUNT_LATE, [setup.companyId, setup.workCenterId, aged])
  }
  const owner = ({ setup }: Snapshot): object => ({ company_id: setup.companyId, work_center_id: setup.workCenterId })
  await finishMarks(client, snapshots)
  const states = snapshots.flatMap((one) =>
    one.state === null
      ? []
      : {
          ...owner(one),
          device_partition: one.partition,
          log_position: one.logPosition,
          setup_version: one.setupVersion,
          state: one.state,
        },
  )
  if (states.length > 0) await client.query({ name: 'ingest-states', text: UPSERT_STATES, values: [JSON.stringify(states)] })
  const replaced = snapshots
    .filter((one) => one.checkpointsFrom !== null)
    .map((one) => ({ ...owner(one), after: one.checkpointsFrom, up_to: one.checkpointsTo }))
  if (replaced.length > 0)
    await client.query({ name: 'ingest-checkpoints-delete', text: DELETE_CHECKPOINTS, values: [JSON.stringify(replaced)] })
  const checkpoints = snapshots.flatMap((one) =>
    [...new Map(one.checkpoints.map((checkpoint) => [checkpoint.start, checkpoint])).values()].map(({ start, state }) => ({
      ...owner(one),
      start_at: start,
      state,
    })),
  )
  if (checkpoints.length > 0)
    await client.query({ name: 'ingest-checkpoints', text: UPSERT_CHECKPOINTS, values: [JSON.stringify(checkpoints)] })
}

async function finishMarks(client: ClientBase, snapshots: readonly Snapshot[]): Promise<void> {
  const finished = snapshots.filter((one) => one.marks.length > 0)
  if (finished.length === 0) return
  const marks = finished.flatMap(({ setup, marks: ids }) => ids.map((id) => ({ company_id: setup.companyId, id })))
  const changed = finished.map(({ setup, facts }) => ({
    company_id: setup.companyId,
    work_center_id: setup.workCenterId,
    changed_from: facts.changedFrom,
  }))
  await client.query(FORGET_LATE, [JSON.stringify(changed)])
  await client.query(DELETE_MARKS, [JSON.stringify(marks)])
}

/** Returns the newest stored checkpoint at or before the instant, or null. */
export async function findCheckpoint(client: Queries, ref: WorkCenterRef, at: number): Promise<Checkpoint | null> {
  const { rows } = await client.query<{ start_at: number; state: EngineState }>(FIND_CHECKPOINT, [ref.companyId, ref.workCenterId, at])
  const [row] = rows
  return row === undefined ? null : { start: row.start_at, state: row.state }
}

/** Returns the oldest stored checkpoint at or after the instant, or null. */
export async function findCheckpointAfter(client: Queries, ref: WorkCenterRef, at: number): Promise<Checkpoint | null> {
  const { rows } = await client.query<{ start_at: number; state: EngineState }>(FIND_CHECKPOINT_AFTER, [
    ref.companyId,
    ref.workCenterId,
    at,
  ])
  const [row] = rows
  return row === undefined ? null : { start: row.start_at, state: row.state }
}

/** Returns the stored states of those checkpoints that are there, by their start. */
export async function findCheckpoints(
  client: Queries,
  ref: WorkCenterRef,
  starts: readonly number[],
): Promise<ReadonlyMap<number, EngineState>> {
  const { rows } = await client.query<{ start_at: number; state: EngineState }>(
    'select start_at, state from engine_checkpoint where company_id = $1 and work_center_id = $2 and start_at = any($3::bigint[])',
    [ref.companyId, ref.workCenterId, starts],
  )
  return new Map(rows.map((row) => [row.start_at, row.state]))
}

export type StoredState = {
  readonly company_id: string
  readonly work_center_id: number
  readonly partition: number
  /** null = the work center has no state yet. */
  readonly state: EngineState | null
  readonly setup_version: number | null
  readonly log_position: number | null
}

/** Returns which work center the stored state is of. */
export function refOf(row: Pick<StoredState, 'company_id' | 'work_center_id'>): WorkCenterRef {
  return { companyId: asId<CompanyId>(row.company_id), workCenterId: asId<WorkCenterId>(row.work_center_id) }
}

/** Returns the work centers with devices in the partitions. */
export async function loadRefs(client: Queries, partitions: readonly number[]): Promise<readonly WorkCenterRef[]> {
  const { rows } = await client.query<{ company_id: string; work_center_id: number }>(
    `select company_id, work_center_id from device where company_id is not null and work_center_id is not null and partition = any($1::smallint[])`,
    [partitions],
  )
  return rows.map(refOf)
}

/** Returns the states of the work centers that have a device. A state of another partition (the device was replaced) has position 0. */
export async function loadStatesOf(client: Queries, refs: readonly WorkCenterRef[]): Promise<readonly StoredState[]> {
  const asked = 'select * from unnest($1::text[], $2::integer[])'
  const { rows } = await client.query<StoredState>(`${STATES} and (d.company_id, d.work_center_id) in (${asked})`, [
    refs.map((ref) => ref.companyId),
    refs.map((ref) => ref.workCenterId),
  ])
  return rows
}

/** Returns the instant from which all samples of the work center are kept. Facts of earlier time are never recomputed. */
export async function findRecalculableFrom(client: Queries, ref: WorkCenterRef): Promise<number> {
  const { rows } = await client.query<{ recalculable_from: number }>(
    'select recalculable_from from work_center where company_id = $1 and id = $2',
    [ref.companyId, ref.workCenterId],
  )
  return rows[0]?.recalculable_from ?? 0
}

/** Returns which of the work centers have marks for recalculation, by their key. */
export async function loadMarked(client: Queries, refs: readonly WorkCenterRef[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ company_id: string; work_center_id: number }>(
    `select distinct r.company_id, r.work_center_id from ${ASKED}
     join recalculation r on r.company_id = asked.company_id and r.work_center_id = asked.id`,
    askedValues(refs),
  )
  return new Set(rows.map((row) => `${row.company_id}/${row.work_center_id}`))
}

/** Returns the instant of the work center's first sample, or null when it has no state yet. */
export async function findFirstInstant(client: Queries, ref: WorkCenterRef): Promise<number | null> {
  const { rows } = await client.query<{ first_at: number | null }>(
    `select (state ->> 'firstAt')::bigint as first_at from engine_state where company_id = $1 and work_center_id = $2`,
    [ref.companyId, ref.workCenterId],
  )
  return rows[0]?.first_at ?? null
}
