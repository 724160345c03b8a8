import { idealCycleOf } from '#engine/fold/compiledSetup.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { BucketRules, CounterSeriesSet } from '#engine/output/outputBuckets.ts'
import type { SensorType } from '#engine/sensor/sensorType.ts'
import type { Tenant } from '#server/db/database.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { listSensors } from '#server/sensor/sensorList.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'

const COUNTERS = {
  total: 'TOTAL_OUTPUT',
  accepted: 'ACCEPTED_OUTPUT',
  rejected: 'REJECTED_OUTPUT',
  pulses: 'DISCRETE_OUTPUT',
} as const satisfies Record<string, SensorType>

type Reading = { inTenant<T>(work: (tenant: Tenant) => Promise<T>): Promise<T>; readonly readSamples: SampleReader }

/** Returns the readings of the work center's output sensors in the stretch; null where it has no such sensor. */
export async function outputSeries(reading: Reading, place: WorkCenter, { start, end }: Interval): Promise<CounterSeriesSet> {
  const sensors = await reading.inTenant((tenant) =>
    listSensors(tenant, { workCenterIds: [place.id], deviceIds: null, types: Object.values(COUNTERS) }),
  )
  const ids = sensors.map((sensor) => sensor.id)
  const series = await reading.readSamples(place.companyId, ids, start, end)
  const of = (type: SensorType) => {
    const sensor = sensors.find((one) => one.type === type && one.number === 1)
    return (sensor && series.get(sensor.id)) ?? null
  }
  return { total: of(COUNTERS.total), accepted: of(COUNTERS.accepted), rejected: of(COUNTERS.rejected), pulses: of(COUNTERS.pulses) }
}

/** Returns the rules by which the readings of the work center are counted. */
export function countingRules({ calculationType, counterRange, targetSpeed }: WorkCenter): BucketRules {
  return { calculationType, counterRange, idealCycleMs: idealCycleOf(targetSpeed), minSpanMs: 10_000 }
}
