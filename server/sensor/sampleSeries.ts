import type { CompanyId, SensorId } from '#engine/ids.ts'

/** The readings of one sensor, ascending; `values[i]` NaN = unavailable from then on. */
export type SampleSeries = { readonly instants: ArrayLike<number>; readonly values: ArrayLike<number> }

/** Returns the readings of each sensor in `[start, end)`, sealed and newest alike; a sensor without any is absent. */
export type SampleReader = (
  companyId: CompanyId,
  sensorIds: readonly SensorId[],
  start: number,
  end: number,
) => Promise<ReadonlyMap<SensorId, SampleSeries>>
