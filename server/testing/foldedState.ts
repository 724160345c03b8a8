import { advance, initialState } from '#engine/advance.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import type { Database } from '#server/db/database.ts'
import { workCenterKey } from '#server/ingest/setup/setupQuery.ts'
import type { WorkCenterRef } from '#server/ingest/setup/setupQuery.ts'
import { loadSetups } from '#server/ingest/setupStore.ts'

/** Stores the engine state of a work center after the samples, as ingest would have left it. */
export async function storeFoldedState(
  { pool }: Pick<Database, 'pool'>,
  ref: WorkCenterRef,
  samples: readonly Omit<Sample, 'cause'>[],
): Promise<void> {
  const loaded = (await loadSetups(pool, [{ ...ref, since: 0 }])).get(workCenterKey(ref))
  if (loaded === undefined) throw new Error(`work center ${ref.workCenterId} has no device`)
  const sorted = [...samples].sort((a, b) => a.at - b.at || (a.sensor < b.sensor ? -1 : 1))
  const { state } = advance(initialState(), sorted, loaded.setup)
  await pool.query(
    `insert into engine_state (company_id, work_center_id, device_partition, log_position, setup_version, state) values ($1, $2, $3, 0, $4, $5)`,
    [ref.companyId, ref.workCenterId, loaded.partition, loaded.setupVersion, JSON.stringify(state)],
  )
}
