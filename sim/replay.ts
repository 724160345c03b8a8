import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DeviceConnection, parseBroker } from './deviceConnection.ts'
import type { Broker } from './deviceConnection.ts'
import { Api } from './replay/api.ts'
import { parseCsv } from './replay/csv.ts'
import { KnownDevices } from './replay/knownDevices.ts'
import { readMapping } from './replay/mapping.ts'
import type { Mapping } from './replay/mapping.ts'
import { readShifts, readStatuses, untilDerived } from './replay/readBack.ts'
import { delay, toRecording } from './replay/recording.ts'
import type { RecordedSample, Recording } from './replay/recording.ts'
import type { ReportRow, ReportedShift, ReportedStatus } from './replay/report.ts'
import { secondsByShift, toCsv } from './replay/report.ts'
import { setUpMachines } from './replay/setUp.ts'
import type { ReplayedMachine } from './replay/setUp.ts'
import { compareWithTruth, truthWindows } from './replay/truth.ts'

const USAGE = `Usage: npm run replay -- <table.csv> [options]

Feeds a recorded table to the running server as devices would, and prints the seconds of each status in each shift.

  --mapping <file>          how the table becomes samples (default sim/mappings/nist.json; sim/mappings/README.md explains it)
  --truth <file>            compares with the seconds of this table, by shift or by UTC day; exit code 1 if one differs by more than 1 s
  --repeat <n>              feeds everything n times (default 1)
  --shuffle-minutes <n>     each sample arrives up to n minutes late (default 0)
  --seed <text>             which of all shuffles (default 1)
  --company <id>            the company that gets the work centers (default ACME1)
  --email, --password       who signs in (default: the demo administrator)
  --url <address>           default http://127.0.0.1:3000, or the PORT of the environment
  --mqtt <host:port>        default 127.0.0.1:1883, or the MQTT_PORT of the environment
  --format csv|json         default csv

Devices are registered by "npm run device", so DATA_DIR or DATABASE_URL must be those of the server.`

const TOLERANCE_SECONDS = 1
/** Samples of one message. */
const BATCH = 500
const DAY_MS = 86_400_000
const STABLE_EVERY_MS = 750
const STABLE_READS = 4
const STABLE_LIMIT_MS = 90_000

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(sentenceOf(error))
  return 1
})

/** `fetch` hides in the cause why it failed. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const isHidden = error.message === 'fetch failed' && cause instanceof Error
  return isHidden ? `The server does not answer: ${cause.message || ('code' in cause ? String(cause.code) : cause.name)}` : error.message
}

type Options = {
  readonly table: string
  readonly mapping: string
  readonly truth: string | undefined
  readonly repeat: number
  readonly shuffleMinutes: number
  readonly seed: string
  readonly company: string
  readonly email: string
  readonly password: string
  readonly url: string
  readonly broker: Broker
  readonly isJson: boolean
}

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (options === null) {
    console.error(USAGE)
    return 1
  }
  const mapping = readMapping(options.mapping)
  const truth = options.truth === undefined ? null : parseCsv(readFileSync(options.truth, 'utf8'))
  const recording = toRecording(parseCsv(readFileSync(options.table, 'utf8')), mapping)
  const api = await Api.open({ url: options.url, email: options.email, password: options.password, companyId: options.company })
  const known = new KnownDevices(
    join(process.env['DATA_DIR'] ?? '.data', 'replay-devices.json'),
    `${options.url} ${options.company} ${mapping.prefix}`,
  )
  const machines = await setUpMachines(api, mapping, [...recording.keys()], known)
  for (let round = 1; round <= options.repeat; round++) {
    await Promise.all(machines.map((machine) => feed(machine, recording.get(machine.device) ?? [], options, round)))
    console.error(`Fed ${sampleCount(recording)} samples of ${machines.length} devices (${round} of ${options.repeat}).`)
  }
  const answers = await Promise.all(machines.map((machine) => readBack(api, machine, recording.get(machine.device) ?? [])))
  const rows = answers.flatMap(({ device, shifts, statuses }) => secondsByShift(device, shifts, statuses))
  process.stdout.write(options.isJson ? `${JSON.stringify(rows)}\n` : toCsv(rows))
  if (truth === null) return 0
  const judged = answers.flatMap(({ device, shifts, statuses }) => secondsByShift(device, truthWindows(truth, device) ?? shifts, statuses))
  return judge(judged, truth, mapping)
}

async function feed(machine: ReplayedMachine, samples: readonly RecordedSample[], options: Options, round: number): Promise<void> {
  const troubles: string[] = []
  const connection = new DeviceConnection(options.broker, machine, (text) => troubles.push(text))
  const arriving = delay(samples, options.shuffleMinutes, `${options.seed}/${machine.device}/${round}`)
  try {
    await connection.ready().catch((cause: unknown) => {
      throw new Error(
        `${machine.device} cannot connect to ${options.broker.host}:${options.broker.port}: ${troubles.at(-1) ?? String(cause)}`,
        { cause },
      )
    })
    for (let start = 0; start < arriving.length; start += BATCH) await connection.publish(arriving.slice(start, start + BATCH))
  } finally {
    await connection.close()
  }
}

type Answer = { readonly device: string; readonly shifts: readonly ReportedShift[]; readonly statuses: readonly ReportedStatus[] }

/** Returns what the product has made of the machine's samples. */
async function readBack(api: Api, machine: ReplayedMachine, samples: readonly RecordedSample[]): Promise<Answer> {
  const instants = samples.map((sample) => sample.at)
  const first = instants.reduce((least, at) => Math.min(least, at), Infinity)
  const last = instants.reduce((most, at) => Math.max(most, at), -Infinity)
  await untilDerived(api, machine, last)
  // A day and a half more on both sides: the shifts in which the recording begins and ends count whole.
  const period = { start: first - 1.5 * DAY_MS, end: Math.min(last + 7 * DAY_MS, Date.now()) }
  const [shifts, statuses] = await untilStable(async () =>
    Promise.all([readShifts(api, machine, period), readStatuses(api, machine, period)]),
  )
  return { device: machine.device, shifts, statuses }
}

/** Late samples are worked off after the newest, and the present follows when the device has paused: an answer counts when it stays the same. */
async function untilStable<Value>(read: () => Promise<Value>): Promise<Value> {
  const giveUpAt = performance.now() + STABLE_LIMIT_MS
  let last = JSON.stringify(await read())
  for (let sameReads = 0; performance.now() < giveUpAt;) {
    await sleep(STABLE_EVERY_MS)
    const value = await read()
    const text = JSON.stringify(value)
    sameReads = text === last ? sameReads + 1 : 0
    if (sameReads === STABLE_READS) return value
    last = text
  }
  throw new Error('The statuses go on changing; is another replay of the same devices under way?')
}

function judge(rows: readonly ReportRow[], truth: ReturnType<typeof parseCsv>, mapping: Mapping): number {
  const { compared, largest, differences } = compareWithTruth(rows, truth, mapping, TOLERANCE_SECONDS)
  for (const one of differences) {
    console.error(`${one.device} ${one.shiftDate} shift ${one.shiftId} ${one.status}: ${one.seconds} s instead of ${one.expectedSeconds} s`)
  }
  console.error(
    `Compared ${compared} figures: ${differences.length} differ by more than ${TOLERANCE_SECONDS} s, the largest difference is ${largest.toFixed(3)} s.`,
  )
  return differences.length === 0 && compared > 0 ? 0 : 1
}

function sampleCount(recording: Recording): number {
  return [...recording.values()].reduce((sum, samples) => sum + samples.length, 0)
}

function readOptions(args: readonly string[]): Options | null {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      mapping: text,
      truth: text,
      repeat: text,
      'shuffle-minutes': text,
      seed: text,
      company: text,
      email: text,
      password: text,
      url: text,
      mqtt: text,
      format: text,
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [table] = positionals
  if (values.help || table === undefined || positionals.length > 1) return null
  const format = values.format ?? 'csv'
  if (format !== 'csv' && format !== 'json') throw new Error(`--format must be csv or json; ${JSON.stringify(format)} is not.`)
  return {
    table,
    mapping: values.mapping ?? fileURLToPath(new URL('mappings/nist.json', import.meta.url)),
    truth: values.truth,
    repeat: readCount('--repeat', values.repeat, 1, 1),
    shuffleMinutes: readCount('--shuffle-minutes', values['shuffle-minutes'], 0, 0),
    seed: values.seed ?? '1',
    company: values.company ?? 'ACME1',
    email: values.email ?? 'olena@demo.trueline.example',
    password: values.password ?? 'Trueline-demo-1',
    url: (values.url ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`).replace(/\/+$/, ''),
    broker: parseBroker(values.mqtt ?? `127.0.0.1:${process.env['MQTT_PORT'] ?? '1883'}`),
    isJson: format === 'json',
  }
}

function readCount(name: string, text: string | undefined, standard: number, least: number): number {
  if (text === undefined) return standard
  const count = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (count >= least) return count
  throw new Error(`${name} must be a whole number from ${least}; ${JSON.stringify(text)} is not.`)
}
