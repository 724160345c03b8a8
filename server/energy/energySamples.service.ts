import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ConstantsVersion } from '#engine/energy/constantsHistory.ts'
import type { EnergyReading } from '#engine/energy/energyHours.ts'
import { energyPatience } from '#engine/energy/energyHours.ts'
import type { CompanyId } from '#engine/ids.ts'
import { maxSampleGap } from '#engine/sensor/sampleGap.ts'
import { sliceOf } from '#engine/sensor/sampleColumns.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import { mergedColumns } from '#server/ingest/samples/mergedColumns.ts'
import type { Tenant } from '#server/db/database.ts'
import { toRatio } from '#server/ingest/setup/electricalRow.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { chunkStart } from '#server/sensor/series.ts'
import { constantsOf } from '#server/workCenter/figureAffectingChange.service.ts'
import { listElectricalVersions } from '#server/workCenter/electricalVersion.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { readChunksBefore, readChunksFrom } from './energyInput.store.ts'
import type { EnergyDevice } from './energyInput.store.ts'

/** Worked out in one turn of the main loop: others have theirs in between. */
const SAMPLES_A_TURN = 5_000

/** Gives the samples to the work in parts, with a turn of the main loop between two. */
export async function inTurns(samples: SampleColumns, work: (some: SampleColumns) => void): Promise<void> {
  for (let from = 0; from < samples.length; from += SAMPLES_A_TURN) {
    work(sliceOf(samples, from, Math.min(samples.length, from + SAMPLES_A_TURN)))
    await nextTurn()
  }
}

/** Reads samples, each read in a transaction of its own, so that none is held while waiting for another. */
export type SampleSource = {
  inTenant<T>(work: (tenant: Tenant) => Promise<T>): Promise<T>
  readonly readSamples: SampleReader
  readonly companyId: CompanyId
}

/** Returns what energy is worked out by: the constants by time and how long a sample holds (domain.md S-6, E-59). */
export async function energyReadingOf(tenant: Tenant, workCenter: WorkCenter, device: EnergyDevice): Promise<EnergyReading> {
  return readingOf(workCenter, device, await listElectricalVersions(tenant, workCenter.id))
}

/** Returns the same from the versions of the constants. */
export function readingOf(workCenter: WorkCenter, device: EnergyDevice, versions: readonly ConstantsVersion[]): EnergyReading {
  return {
    electrical: toElectrical(constantsOf(workCenter)),
    electricalVersions: versions.map((version) => ({ ...toElectrical(version), validFrom: version.validFrom })),
    maxGapMs: device.reportMode === 'PERIODIC' ? maxSampleGap(device.nominalPeriodMs) : Infinity,
    nominalPeriodMs: device.nominalPeriodMs,
  }
}

/**
 * Returns the samples that decide the energy of `[start, end)`, ascending: those inside, the last before, and those so soon after that a meter
 * difference reaches back.
 */
export async function energySamples(
  source: SampleSource,
  device: EnergyDevice,
  reading: EnergyReading,
  window: { readonly start: number; readonly end: number },
): Promise<SampleColumns> {
  const ids = device.sensors.map((sensor) => sensor.id)
  const from = chunkStart(window.start)
  const until = window.end + energyPatience(reading.maxGapMs).marginMs
  const isHeld = reading.maxGapMs === Infinity
  const [before, inside, after] = await Promise.all([
    source.inTenant((tenant) => readChunksBefore(tenant, ids, from)),
    source.readSamples(source.companyId, ids, from, until),
    isHeld ? source.inTenant((tenant) => readChunksFrom(tenant, ids, chunkStart(until))) : null,
  ])
  return mergedColumns(
    device.sensors.flatMap(({ id, key }) => {
      const parts = [before.get(id), inside.get(id), after?.get(id)].filter((part) => part !== undefined)
      const instants = parts.flatMap((part) => Array.from(part.instants))
      const values = parts.flatMap((part) => Array.from(part.values))
      return instants.length === 0 ? [] : [{ sensor: key, ...ascending(instants, values) }]
    }),
    -Infinity,
  )
}

/** Parts follow each other, but the chunk after the window may hold the instants just before it again. */
function ascending(instants: readonly number[], values: readonly number[]): { readonly instants: number[]; readonly values: number[] } {
  const kept: { instants: number[]; values: number[] } = { instants: [], values: [] }
  instants.forEach((at, index) => {
    if (at <= (kept.instants.at(-1) ?? -Infinity)) return
    kept.instants.push(at)
    kept.values.push(values[index] ?? Number.NaN)
  })
  return kept
}

function toElectrical(constants: ReturnType<typeof constantsOf>): EnergyReading['electrical'] {
  const { cosPhi, voltage, transformationRatioCode, nominalPower, idleLoadThreshold } = constants
  return { cosPhi, voltage, transformationRatio: toRatio(transformationRatioCode), nominalPowerKw: nominalPower, idleLoadThreshold }
}
