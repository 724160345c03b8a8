import { setImmediate as nextTurn } from 'node:timers/promises'
import { advanceColumns, initialState, project } from '#engine/advance.ts'
import type { Checkpoint, EngineState } from '#engine/advance.ts'
import type { Facts } from '#engine/facts.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { findFirstInstant } from '#server/ingest/derive/stateWriter.ts'
import { NO_FACTS, replaceTail } from '#server/ingest/derive/tail.ts'
import { mergedColumns } from '#server/ingest/samples/mergedColumns.ts'
import type { Series } from '#server/sensor/sampleCodec.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { clipSeries, mergeSeries } from '#server/sensor/series.ts'
import { NOTHING_UNSEALED } from '#server/sensor/unsealedSamples.ts'
import type { IngestPort } from './ingestPort.ts'
import { listSensorKeys } from './previewInputs.store.ts'

/** What a fold of the period gave, open rows as of its end. */
export type PreviewFold = { readonly setup: WorkCenterSetup; readonly facts: Facts }

type Deps = {
  readonly database: Pick<Database, 'pool' | 'inTenant'>
  readonly readSamples: SampleReader
  readonly ingest?: Pick<IngestPort, 'unsealed'>
}
type Run = { readonly setup: WorkCenterSetup; state: EngineState; facts: Facts }

/**
 * Returns the facts of both setups, folded over the same samples from the checkpoint or first sample to the end. Samples are read a day at a time,
 * with pauses for other work.
 */
export async function foldTwice(
  { database, readSamples, ingest }: Deps,
  setups: readonly [WorkCenterSetup, WorkCenterSetup],
  checkpoint: Checkpoint | null,
  until: number,
): Promise<readonly [PreviewFold, PreviewFold]> {
  const [{ companyId, workCenterId }] = setups
  const ref = { companyId, workCenterId }
  // First what waits, then the sensors: one that gets its first chunk in between is in both, and not in neither.
  const waiting = (ingest?.unsealed ?? NOTHING_UNSEALED).seriesOf(ref)
  const sensors = await database.inTenant(companyId, (tenant) => listSensorKeys(tenant, workCenterId))
  const runs = setups.map((setup): Run => ({ setup, state: checkpoint?.state ?? initialState(), facts: NO_FACTS }))
  const after = checkpoint?.state.at ?? -Infinity
  const known = new Set(sensors.values())
  const unknown = [...waiting]
    .filter(([sensor]) => !known.has(sensor))
    .map(([sensor, readings]) => ({ sensor, readings: inOrder(readings) }))
  const first = Math.min((await findFirstInstant(database.pool, ref)) ?? until, ...[...waiting.values()].map(earliestOf))
  for (let from = checkpoint?.start ?? first; from < until; from += DAY_MS) {
    const found = await readSamples(companyId, [...sensors.keys()], from, Math.min(from + DAY_MS, until))
    const series = [...found].flatMap(([id, one]) => {
      const sensor = sensors.get(id)
      return sensor === undefined ? [] : [{ sensor, ...one }]
    })
    for (const { sensor, readings } of unknown) series.push({ sensor, ...clipSeries(readings, from, Math.min(from + DAY_MS, until)) })
    const columns = mergedColumns(series, after)
    if (columns.length === 0) continue
    for (const run of runs) {
      const { state, facts } = advanceColumns(run.state, columns, run.setup)
      run.state = state
      run.facts = replaceTail(run.facts, facts)
    }
    await nextTurn()
  }
  const [before, changed] = runs.map(({ setup, state, facts }) => ({ setup, facts: replaceTail(facts, project(state, until, setup)) }))
  if (before === undefined || changed === undefined) throw new Error('both setups were folded')
  return [before, changed]
}

function inOrder(readings: Series): Series {
  return mergeSeries({ instants: [], values: [] }, readings)
}

function earliestOf({ instants }: Series): number {
  let first = Infinity
  for (const at of Array.from(instants)) first = Math.min(first, at)
  return first
}
