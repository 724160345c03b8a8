import { parseArgs } from 'node:util'
import { createTimeline } from './activity.ts'
import { replyOf } from './commandReply.ts'
import { DeviceConnection, parseBroker } from './deviceConnection.ts'
import { Published, readDevices } from './devicesFile.ts'
import { readFactory } from './factoryFile.ts'
import { feedMachine } from './machineFeed.ts'
import { createPlant } from './plant.ts'

const SAVE_EVERY_MS = 5_000
const BUFFER_DELAY_MS = 5_000
const TROUBLE_EVERY_MS = 30_000

/** Messages of the simulated factory to the process that started it. */
export type FactoryMessage =
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'live' }
  | { readonly kind: 'trouble'; readonly text: string }

/** Runs all machines of the factory until a signal, or until the parent process ends. */
async function runFactory(paths: {
  readonly factory: string
  readonly devices: string
  readonly state: string
  readonly mqtt: string
}): Promise<void> {
  const factory = readFactory(paths.factory)
  const { devices, installedAt } = readDevices(paths.devices)
  const plant = createPlant(factory.company.timeZone, factory.shifts, installedAt)
  const published = new Published(paths.state)
  const broker = parseBroker(paths.mqtt)
  const ending = new AbortController()
  const stop = () => ending.abort()
  process.once('SIGTERM', stop).once('SIGINT', stop).once('disconnect', stop)
  const saving = setInterval(() => published.save(), SAVE_EVERY_MS)
  const reportTrouble = createTroubleReport()
  const progress = new Progress()
  const connections: DeviceConnection[] = []
  const feeds = devices.flatMap((device) => {
    const spec = factory.machines.find((machine) => machine.key === device.key)
    if (spec === undefined) return []
    const connection = new DeviceConnection(broker, device, reportTrouble, (command) => replyOf(spec, command))
    connections.push(connection)
    const onProgress = progress.add()
    const machine = { spec, factory, timeline: createTimeline(spec, factory.seed, plant) }
    return [
      feedMachine({
        machine,
        plant,
        deviceId: device.deviceId,
        connection,
        published,
        signal: ending.signal,
        onProgress,
        bufferDelayMs: BUFFER_DELAY_MS,
      }),
    ]
  })
  await Promise.race([Promise.all(feeds), aborted(ending.signal)])
  clearInterval(saving)
  published.save()
  await Promise.all(connections.map((connection) => connection.close()))
  process.exit(0)
}

/** How far all machines are together; each whole percent is told once. */
class Progress {
  readonly #shares: number[] = []
  #told = -1

  /** Returns what one more machine calls with its share of the way. */
  add(): (share: number) => void {
    const index = this.#shares.push(0) - 1
    return (share) => {
      this.#shares[index] = share
      const percent = Math.floor((this.#shares.reduce((sum, one) => sum + one, 0) / this.#shares.length) * 100)
      if (percent === this.#told) return
      this.#told = percent
      report(percent === 100 ? { kind: 'live' } : { kind: 'progress', percent })
    }
  }
}

/** The same trouble of twelve devices is told once in a while. */
function createTroubleReport(): (text: string) => void {
  let quietUntil = 0
  return (text) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + TROUBLE_EVERY_MS
    report({ kind: 'trouble', text })
  }
}

function report(message: FactoryMessage): void {
  if (process.send) process.send(message)
  else console.log(JSON.stringify(message))
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

const { values } = parseArgs({
  options: { factory: { type: 'string' }, devices: { type: 'string' }, state: { type: 'string' }, mqtt: { type: 'string' } },
})
if (!values.factory || !values.devices || !values.state || !values.mqtt) {
  console.error('Usage: node sim/factory.ts --factory <json> --devices <json> --state <json> --mqtt <host:port>')
  process.exit(1)
}
await runFactory({ factory: values.factory, devices: values.devices, state: values.state, mqtt: values.mqtt })
