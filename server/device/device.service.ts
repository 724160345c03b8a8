import { randomInt, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { DeviceId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { ReportMode } from '#engine/workCenter/workCenterSetup.ts'
import type { Database } from '#server/db/database.ts'
import { createDeviceSecret, hashDeviceSecret } from './deviceSecret.ts'
import type { Device } from './device.store.ts'
import { insertDevice, replaceSecretHash } from './device.store.ts'

export const PARTITION_COUNT = 64
export const DEVICE_CODE_PATTERN = /^[a-z]{2}-[a-z0-9]{4}$/
export const DEFAULT_NOMINAL_PERIOD_MS = 10_000

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`
const CODE_ATTEMPTS = 8

export type RegisteredDevice = { readonly device: Device; readonly secret: string }

/** Returns a new unclaimed device and its secret, which is shown this once; the partition is fixed here for good. */
export async function registerDevice(
  database: Pick<Database, 'inSystem'>,
  options: { readonly reportMode?: ReportMode; readonly nominalPeriodMs?: number; readonly isTrial?: boolean } = {},
): Promise<RegisteredDevice> {
  const id = asId<DeviceId>(randomUUID())
  const secret = createDeviceSecret()
  const fixed = {
    id,
    partition: partitionOf(id),
    secretHash: hashDeviceSecret(secret),
    reportMode: options.reportMode ?? 'PERIODIC',
    nominalPeriodMs: options.nominalPeriodMs ?? DEFAULT_NOMINAL_PERIOD_MS,
    isTrial: options.isTrial ?? false,
  }
  const device = await database.inSystem(async (tx) => {
    for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt++) {
      const stored = await insertDevice(tx, { ...fixed, code: createDeviceCode() })
      if (stored) return stored
    }
    throw new Error(`No free device code found in ${CODE_ATTEMPTS} attempts`)
  })
  return { device, secret }
}

/** Returns the new secret of a device. The old one stops working at once. */
export async function renewDeviceSecret(database: Pick<Database, 'inSystem'>, id: DeviceId): Promise<string> {
  const secret = createDeviceSecret()
  await database.inSystem((tx) => replaceSecretHash(tx, id, hashDeviceSecret(secret)))
  return secret
}

/** Returns the partition, 0 to 63, that a device registered now gets. */
export function partitionOf(id: DeviceId): number {
  return crc32(id) % PARTITION_COUNT
}

/** Returns a random code like `qe-322z`, as printed on the device. */
export function createDeviceCode(): string {
  return `${pick(LETTERS, 2)}-${pick(LETTERS_AND_DIGITS, 4)}`
}

function pick(alphabet: string, count: number): string {
  let text = ''
  for (let index = 0; index < count; index++) text += alphabet.charAt(randomInt(alphabet.length))
  return text
}
