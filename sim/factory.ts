import { parseArgs } from 'node:util'
import { createTimeline } from './activity.ts'
import { DeviceConnection, parseBroker } from './deviceConnection.ts'
import { Published, readDevices } from './devicesFile.ts'
import { readFactory } from './factoryFile.ts'
import { feedMachine } from './machineFeed.ts'
import { createPlant } from './plant.ts'

const SAVE_EVERY_MS = 5_000
const TROUBLE_EVERY_MS = 30_000

/** What the simulated factory tells the process that started it. */
export type FactoryMessage =
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'live' }
  | { readonly kind: 'trouble'; readonly text: string }

const { values } = parseArgs({
  options: { factory: { type: 'string' }, devices: { type: 'string' }, state: { type: 'string' }, mqtt: { type: 'string' } },
})
if (!values.factory || !values.devices || !values.state || !values.mqtt) {
  console.error('Usage: node sim/factory.ts --factory <json> --devices <json> --state <json> --mqtt <host:port>')
  process.exit(1)
}
await runFactory({ factory: values.factory, devices: values.devices, state: values.state, mqtt: values.mqtt })

/** Runs all machines of the factory until the process is told to end, by a signal or by the end of the process that started it. */
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
  const shares = new Map<string, number>()
  const connections: DeviceConnection[] = []
  const feeds = devices.flatMap((device) => {
    const spec = factory.machines.find((machine) => machine.key === device.key)
    if (spec === undefined) return []
    const connection = new DeviceConnection(broker, device, reportTrouble)
    connections.push(connection)
    shares.set(device.deviceId, 0)
    const onProgress = (share: number) => {
      shares.set(device.deviceId, share)
      reportProgress(shares)
    }
    const machine = { spec, factory, timeline: createTimeline(spec, factory.seed, plant) }
    return [feedMachine({ machine, plant, deviceId: device.deviceId, connection, published, signal: ending.signal, onProgress })]
  })
  await Promise.race([Promise.all(feeds), aborted(ending.signal)])
  clearInterval(saving)
  published.save()
  await Promise.all(connections.map((connection) => connection.close()))
  process.exit(0)
}

let lastPercent = -1

function reportProgress(shares: ReadonlyMap<string, number>): void {
  const percent = Math.floor(([...shares.values()].reduce((sum, share) => sum + share, 0) / shares.size) * 100)
  if (percent === lastPercent) return
  lastPercent = percent
  tell(percent === 100 ? { kind: 'live' } : { kind: 'progress', percent })
}

/** The same trouble of twelve devices is told once in a while. */
function createTroubleReport(): (text: string) => void {
  let quietUntil = 0
  return (text) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + TROUBLE_EVERY_MS
    tell({ kind: 'trouble', text })
  }
}

function tell(message: FactoryMessage): void {
  if (process.send) process.send(message)
  else console.log(JSON.stringify(message))
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
