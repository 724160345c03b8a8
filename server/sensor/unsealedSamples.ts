import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { SensorKey } from '#engine/sensor/sensorType.ts'
import type { Series } from './sampleCodec.ts'

type WorkCenterRef = { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId }

/** Readings that are committed and not yet in their hourly chunks; of a partition that another process owns there are none. */
export type UnsealedSamples = {
  /** Returns the readings of a sensor, in any order. */
  readingsOf(ref: WorkCenterRef, sensor: SensorKey): Series
  /** Returns all readings of a work center by sensor, also of sensors that never had a chunk. */
  seriesOf(ref: WorkCenterRef): ReadonlyMap<SensorKey, Series>
  /** Returns the instant of a work center's earliest reading (ms UTC), null for none. */
  earliestOf(ref: WorkCenterRef): number | null
}

/** For a process without ingest. */
export const NOTHING_UNSEALED: UnsealedSamples = {
  readingsOf: () => ({ instants: [], values: [] }),
  seriesOf: () => new Map(),
  earliestOf: () => null,
}
