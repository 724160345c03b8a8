import type { Database } from '#server/db/database.ts'
import type { EnergyDeps } from '#server/energy/energy.service.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import { NOTHING_UNSEALED } from '#server/sensor/unsealedSamples.ts'
import type { Mailing } from './delivery.service.ts'

/** E-mails with reports whose links lead nowhere. */
export const NO_MAILING: Mailing = {
  publicUrl: 'https://factory.example',
  unsubscribing: { linkOf: () => 'https://factory.example/api/unsubscribe/none' },
}

/** Returns where reports read samples in a process without ingest. */
export function storedSamples(database: Database): Pick<EnergyDeps, 'readSamples' | 'unsealed'> {
  return { readSamples: createSampleReader(database), unsealed: NOTHING_UNSEALED }
}
