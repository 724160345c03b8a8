import type { ClientBase } from 'pg'
import type { EngineState } from '#engine/advance.ts'
import { writeFacts } from '../facts/factWriter.ts'
import type { FrozenRange } from '../facts/frozenShifts.ts'
import { workCenterKey } from '../setup/setupQuery.ts'
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
delete from engine_checkpoint c using json_to_recordset($1::json) as given (${OWNER}, after bigint)
where c.company_id = given.company_id and c.work_center_id = given.work_center_id and c.start_at > given.after`
const UPSERT_CHECKPOINTS = `
insert into engine_checkpoint (company_id, work_center_id, start_at, state)
select company_id, work_center_id, start_at, state
from json_to_recordset($1::json) as given (${OWNER}, start_at bigint, state jsonb)
on conflict (company_id, work_center_id, start_at) do update set state = excluded.state`
const COUNT_LATE = `update shift set late_samples = late_samples + $4 where company_id = $1 and work_center_id = $2 and start_at = $3`
const FIND_CHECKPOINT = `
select start_at, state from engine_checkpoint
where company_id = $1 and work_center_id = $2 and start_at <= $3 order by start_at desc limit 1`
const STATES = `
select d.company_id, d.work_center_id, d.partition, s.state, s.setup_version,
  case when s.device_partition = d.partition then s.log_position else 0 end as log_position
from device d left join engine_state s on s.company_id = d.company_id and s.work_center_id = d.work_center_id
where d.company_id is not null and d.work_center_id is not null`

/** Writes facts, states and checkpoints of the work centers within the open transaction; the caller moves the positions in the same one. */
export async function writeSnapshots(client: ClientBase, snapshots: readonly Snapshot[], now: number): Promise<void> {
  const confirmed = await writeFacts(client, snapshots, now)
  if (confirmed.size > 0) await countLate(client, snapshots, confirmed)
  const owner = ({ setup }: Snapshot): object => ({ company_id: setup.companyId, work_center_id: setup.workCenterId })
  const states = snapshots.map((one) => ({
    ...owner(one),
    device_partition: one.partition,
    log_position: one.logPosition,
    setup_version: one.setupVersion,
    state: one.state,
  }))
  await client.query({ name: 'ingest-states', text: UPSERT_STATES, values: [JSON.stringify(states)] })
  const replaced = snapshots.filter((one) => one.checkpointsFrom !== null).map((one) => ({ ...owner(one), after: one.checkpointsFrom }))
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

async function countLate(
  client: ClientBase,
  snapshots: readonly Snapshot[],
  confirmed: ReadonlyMap<string, readonly FrozenRange[]>,
): Promise<void> {
  for (const { setup, aged } of snapshots) {
    for (const range of confirmed.get(workCenterKey(setup)) ?? []) {
      const count = aged.filter((at) => at >= range.start && at < range.end).length
      if (count > 0) await client.query(COUNT_LATE, [setup.companyId, setup.workCenterId, range.start, count])
    }
  }
}

/** Returns the newest stored checkpoint at or before the instant, or null. */
export async function findCheckpoint(
  client: Queries,
  ref: WorkCenterRef,
  at: number,
): Promise<{ start: number; state: EngineState } | null> {
  const { rows } = await client.query<{ start_at: number; state: EngineState }>(FIND_CHECKPOINT, [ref.companyId, ref.workCenterId, at])
  const [row] = rows
  return row === undefined ? null : { start: row.start_at, state: row.state }
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

/** Returns the states of all work centers whose devices are in the partitions; a state of another partition (the device was replaced) has position 0. */
export async function loadStates(client: ClientBase, partitions: readonly number[]): Promise<readonly StoredState[]> {
  return (await client.query<StoredState>(`${STATES} and d.partition = any($1::smallint[])`, [partitions])).rows
}

/** Returns the states of the work centers that have a device. */
export async function loadStatesOf(client: ClientBase, refs: readonly WorkCenterRef[]): Promise<readonly StoredState[]> {
  const asked = 'select * from unnest($1::text[], $2::integer[])'
  const { rows } = await client.query<StoredState>(`${STATES} and (d.company_id, d.work_center_id) in (${asked})`, [
    refs.map((ref) => ref.companyId),
    refs.map((ref) => ref.workCenterId),
  ])
  return rows
}

/** Returns the instant of the work center's first sample, or null when it has no state yet. */
export async function findFirstInstant(client: Queries, ref: WorkCenterRef): Promise<number | null> {
  const { rows } = await client.query<{ first_at: number | null }>(
    `select (state ->> 'firstAt')::bigint as first_at from engine_state where company_id = $1 and work_center_id = $2`,
    [ref.companyId, ref.workCenterId],
  )
  return rows[0]?.first_at ?? null
}
