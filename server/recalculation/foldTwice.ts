import { setImmediate as nextTurn } from 'node:timers/promises'
import { advanceColumns, initialState, project } from '#engine/advance.ts'
import type { Checkpoint, EngineState } from '#engine/advance.ts'
import type { Facts } from '#engine/facts.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import type { Database } from '#server/db/database.ts'
import { findFirstInstant } from '#server/ingest/derive/stateWriter.ts'
import { NO_FACTS, replaceTail } from '#server/ingest/derive/tail.ts'
import { mergedColumns } from '#server/ingest/samples/mergedColumns.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { listSensorKeys } from './previewInputs.store.ts'

/** What a fold of the period gave, open rows as of its end. */
export type PreviewFold = { readonly setup: WorkCenterSetup; readonly facts: Facts }

type Deps = { readonly database: Pick<Database, 'pool' | 'inTenant'>; readonly readSamples: SampleReader }
type Run = { readonly setup: WorkCenterSetup; state: EngineState; facts: Facts }

const DAY_MS = 86_400_000

/**
 * Returns the facts of both setups, folded over the same samples from the checkpoint, or the first sample, up to the end. Samples are read a day at a
 * time, and between the days others have their turn.
 */
export async function foldTwice(
  { database, readSamples }: Deps,
  setups: readonly [WorkCenterSetup, WorkCenterSetup],
  checkpoint: Checkpoint | null,
  until: number,
): Promise<readonly [PreviewFold, PreviewFold]> {
  const [{ companyId, workCenterId }] = setups
  const ref = { companyId, workCenterId }
  const sensors = await database.inTenant(companyId, (tenant) => listSensorKeys(tenant, workCenterId))
  const runs = setups.map((setup): Run => ({ setup, state: checkpoint?.state ?? initialState(), facts: NO_FACTS }))
  const after = checkpoint?.state.at ?? -Infinity
  for (let from = checkpoint?.start ?? (await findFirstInstant(database.pool, ref)) ?? until; from < until; from += DAY_MS) {
    const found = await readSamples(companyId, [...sensors.keys()], from, Math.min(from + DAY_MS, until))
    const series = [...found].flatMap(([id, one]) => {
      const sensor = sensors.get(id)
      return sensor === undefined ? [] : [{ sensor, ...one }]
    })
    const columns = mergedColumns(series, after)
    if (columns.length === 0) continue
    for (const run of runs) {
      const { state, facts } = advanceColumns(run.state, columns, run.setup)
      run.state = state
      run.facts = replaceTail(run.facts, facts)
    }
    await nextTurn()
  }
  const [first, second] = runs.map(({ setup, state, facts }) => ({ setup, facts: replaceTail(facts, project(state, until, setup)) }))
  if (first === undefined || second === undefined) throw new Error('both setups were folded')
  return [first, second]
}
