import { parseArgs } from 'node:util'
import { deviceLabelText } from '#engine/workCenter/deviceLabel.ts'
import { loadConfig } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { DEFAULT_NOMINAL_PERIOD_MS, registerDevice } from '#server/device/device.service.ts'
import { listDevices } from '#server/device/device.store.ts'
import { StartRefusal } from '#server/refusal.ts'
import { onRunningDatabase } from './runningDatabase.ts'

const MOST_AT_ONCE = 1000

const USAGE = `Usage: npm run device -- <command>

  new [--on-change] [--period-ms <n>] [--count <n>]
                                        registers an unclaimed device and prints it with the text for the QR code of its label
                                        and its secret, which is shown this once
  list                                  prints the registered devices, one JSON line each

--on-change      the device reports when a value changes, not periodically
--period-ms <n>  milliseconds between two reports of a periodic device, 1 to 86400000 (default ${DEFAULT_NOMINAL_PERIOD_MS})
--count          so many devices, a line each, 1 to ${MOST_AT_ONCE} (default 1)

The commands use the database of DATABASE_URL, or the embedded one of the server that runs on DATA_DIR.`

const LONGEST_PERIOD_MS = 86_400_000

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof StartRefusal)) throw error
  console.error(error.message)
  return 1
})

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args)
  const command = positionals[0]
  if (values.help || positionals.length !== 1 || (command !== 'new' && command !== 'list')) {
    console.error(USAGE)
    return values.help ? 0 : 1
  }
  const nominalPeriodMs = readWhole('--period-ms', values['period-ms'] ?? String(DEFAULT_NOMINAL_PERIOD_MS), LONGEST_PERIOD_MS)
  const count = readWhole('--count', values.count ?? '1', MOST_AT_ONCE)
  const reportMode = values['on-change'] ? 'ON_CHANGE' : 'PERIODIC'
  const config = loadConfig()
  await onRunningDatabase(config, async (database) => {
    if (command === 'new')
      for (let index = 0; index < count; index++) await printNewDevice(database, config.publicUrl, reportMode, nominalPeriodMs)
    else for (const device of await database.inSystem(listDevices)) print({ deviceId: device.id, ...device, id: undefined })
  })
  return 0
}

async function printNewDevice(
  database: Database,
  publicUrl: string,
  reportMode: 'ON_CHANGE' | 'PERIODIC',
  nominalPeriodMs: number,
): Promise<void> {
  const { device, secret } = await registerDevice(database, { reportMode, nominalPeriodMs })
  print({
    deviceId: device.id,
    code: device.code,
    label: deviceLabelText(publicUrl, { guid: device.id, code: device.code }),
    secret,
    reportMode: device.reportMode,
    nominalPeriodMs: device.nominalPeriodMs,
    mqttTopic: `v1/devices/${device.id}/telemetry`,
    httpPath: `/api/devices/${device.id}/telemetry`,
  })
}

function print(value: unknown): void {
  console.log(JSON.stringify(value))
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'on-change': { type: 'boolean' },
        'period-ms': { type: 'string' },
        count: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (cause) {
    throw new StartRefusal(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`, { cause })
  }
}

function readWhole(name: string, text: string, max: number): number {
  const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
  if (value >= 1 && value <= max) return value
  throw new StartRefusal(`${name} must be a whole number from 1 to ${max}; ${JSON.stringify(text)} is not.`)
}
