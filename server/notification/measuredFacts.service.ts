import type { CompanyId, SensorId } from '#engine/ids.ts'
import type { ConditionFacts, Episode } from '#engine/notification/condition.ts'
import { foldedPhases, foldPhases, NO_PHASES, nominalCurrentA } from '#engine/notification/dePhasing.ts'
import { batteryReadings, heldSince, phaseReadings } from '#engine/notification/heldReadings.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import { maxSampleGap } from '#engine/sensor/sampleGap.ts'
import { HOUR_MS, SECOND_MS } from '#engine/time/durations.ts'
import { inTurns } from '#server/jobs/inTurns.ts'
import type { SampleReader, SampleSeries } from '#server/sensor/sampleSeries.ts'
import { lastReading } from '#server/sensor/sensorValues.service.ts'
import type { MeasuredDevice } from './measuredFacts.store.ts'

/** Types that are judged by samples. */
export const MEASURED_TYPES: readonly NotificationType[] = ['BATTERY_LOW', 'DE_PHASING']

const BATTERY_SENSORS = ['BATTERY_LEVEL', 'CHARGING_STATUS'] as const
const PHASE_SENSORS = ['ELECTRIC_CURRENT_A', 'ELECTRIC_CURRENT_B', 'ELECTRIC_CURRENT_C'] as const

/** Nothing of it is measured. */
const NO_DEVICE: MeasuredDevice = { sensors: new Map(), periodMs: 10 * SECOND_MS, electrical: null }

type Asked = { readonly start: number; readonly end: number; readonly types: ReadonlySet<NotificationType> }

/** Long times of phases, which devices tell each second or more often, are read in parts of so long. */
const PART_MS = 6 * HOUR_MS

/**
 * Returns when the rule's phases were lost in the time, as `dePhasingEpisodes` of all readings, of which no more than those of some hours are held at once; none without a
 * device.
 */
export async function readLostPhases(
  companyId: CompanyId,
  device: MeasuredDevice | undefined,
  { start, end, targetValue }: Omit<Asked, 'types'> & { readonly targetValue: number | null },
  readSamples: SampleReader,
): Promise<readonly Episode[]> {
  const { periodMs, electrical } = device ?? NO_DEVICE
  const rule = { targetValue, nominalCurrentA: electrical && nominalCurrentA(electrical), periodMs, now: end }
  let fold = NO_PHASES
  for (let from = start; from < end; from += PART_MS) {
    const to = Math.min(end, from + PART_MS)
    // What was told before holds for a while, and nothing that holds from before is told again.
    const lead = from === start ? 0 : maxSampleGap(periodMs) + 1
    const asked = { start: from - lead, end: to === end ? end + 1 : to, types: new Set(['DE_PHASING'] as const) }
    const { phases } = await readMeasured(companyId, device, asked, readSamples)
    const readings = (phases?.readings ?? []).filter(({ at }) => at >= from && (at < to || to === end))
    fold = await inTurns(foldPhases(fold, readings, rule))
  }
  return foldedPhases(fold, rule)
}

/** Returns the readings of battery and phases of a device in the time, as far as the types are judged by them; without one, none. */
export async function readMeasured(
  companyId: CompanyId,
  device: MeasuredDevice | undefined,
  { start, end, types }: Asked,
  readSamples: SampleReader,
): Promise<Pick<ConditionFacts, 'battery' | 'phases'>> {
  const wanted = [...(types.has('BATTERY_LOW') ? BATTERY_SENSORS : []), ...(types.has('DE_PHASING') ? PHASE_SENSORS : [])]
  if (wanted.length === 0) return {}
  const { sensors, periodMs, electrical } = device ?? NO_DEVICE
  const ids = wanted.flatMap((type) => sensors.get(type) ?? [])
  const samples = ids.length === 0 ? new Map<SensorId, SampleSeries>() : await readSamples(companyId, ids, start, end)
  const of = (type: string) => {
    const id = sensors.get(type)
    return id === undefined ? undefined : samples.get(id)
  }
  // A battery tells rarely, many only what changed: what it told last before the time holds in it.
  const heldBattery = async (): Promise<readonly (SampleSeries | undefined)[]> => {
    const isSilentAt = (type: string) => (of(type)?.instants[0] ?? Infinity) > start + maxSampleGap(periodMs)
    const before = BATTERY_SENSORS.map(async (type) => {
      const id = sensors.get(type)
      if (id === undefined) return null
      return isSilentAt(type) ? await lastReading(readSamples, companyId, { id }, start) : undefined
    })
    return heldSince(BATTERY_SENSORS.map(of), await Promise.all(before))
  }
  const held = await inTurns(phaseReadings(PHASE_SENSORS.map(of), maxSampleGap(periodMs)))
  const readings = held.filter(({ at }) => at <= end)
  return {
    ...(types.has('BATTERY_LOW') && { battery: await inTurns(batteryReadings(await heldBattery())) }),
    ...(types.has('DE_PHASING') && { phases: { nominalCurrentA: electrical && nominalCurrentA(electrical), periodMs, readings } }),
  }
}
