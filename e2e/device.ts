import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { connectAsync } from 'mqtt'
import { ROOT } from '../tools/sourceTree.ts'
import type { Api } from './api.ts'
import { cleanEnvironment, type Product } from './harness.ts'

export type NewDevice = { readonly deviceId: string; readonly code: string; readonly secret: string }

/** A sample as the documented payload has it; without `at` the time of receipt counts. */
export type DeviceSample = { readonly at?: string | number; readonly values: Readonly<Record<string, number | boolean | null>> }

/** A device that is connected by MQTT as any device is. */
export type ConnectedDevice = {
  /** Resolves when the server has acknowledged the samples. */
  publish(...samples: readonly DeviceSample[]): Promise<void>
  end(): Promise<void>
}

const run = promisify(execFile)

/** The command takes longer to start than to register: what it makes beside the one asked for waits here for the next. */
const AT_ONCE = 6
const spare = new WeakMap<Product['settings'], NewDevice[]>()

/** Returns a new unclaimed device, registered by the same command as in the documentation. */
export async function registerDevice({ settings }: Pick<Product, 'settings'>): Promise<NewDevice> {
  const kept = spare.get(settings) ?? []
  spare.set(settings, kept)
  if (kept.length === 0) kept.push(...(await registerDevices({ settings }, AT_ONCE)))
  const device = kept.shift()
  if (device === undefined) throw new Error('no device was registered')
  return device
}

/** Returns so many new unclaimed devices, by one run of the command. */
export async function registerDevices(product: Pick<Product, 'settings'>, count: number): Promise<readonly NewDevice[]> {
  const { stdout } = await run(process.execPath, ['tools/device.ts', 'new', '--on-change', '--count', String(count)], {
    cwd: ROOT,
    env: cleanEnvironment(product.settings),
  })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as NewDevice)
}

/** Returns the device, connected by the stock MQTT client with its own name and secret. */
export async function connectDevice(product: Pick<Product, 'mqttUrl'>, device: NewDevice): Promise<ConnectedDevice> {
  const client = await connectAsync(product.mqttUrl, {
    username: device.deviceId,
    password: device.secret,
    clientId: device.deviceId,
    protocolVersion: 4,
  })
  return {
    publish: async (...samples) => {
      const body = samples.length === 1 ? samples[0] : { samples }
      await client.publishAsync(`v1/devices/${device.deviceId}/telemetry`, JSON.stringify(body), { qos: 1 })
    },
    end: () => client.endAsync(),
  }
}

/** A machine of the tests: 5 kW and more is Running, 1 to 5 kW is Idle, below it is off. */
export type Machine = NewDevice & { readonly workCenterId: number; readonly name: string }

/** Returns a claimed device with its work center, two status rules and a shift around the clock. */
export async function addMachine(product: Pick<Product, 'settings'>, api: Api, name: string): Promise<Machine> {
  const device = await registerDevice(product)
  const { addBox } = await api<{ addBox: { id: number } }>(
    'mutation ($guid: Guid!, $name: String) { addBox(guid: $guid, name: $name) { id } }',
    {
      guid: device.deviceId,
      name,
    },
  )
  const workCenterId = addBox.id
  const validFrom = new Date(Date.now() - 86_400_000).toISOString()
  for (const rule of RULES) {
    await api('mutation ($input: StatusRuleInput!) { createOrUpdateState(input: $input) { id } }', {
      input: { ...rule, workCenterId, validFrom },
    })
  }
  return { ...device, workCenterId, name }
}

const RULES = [
  { name: 'Running', color: '#08855F', isEffective: true, rangeType: 'POWER', byPower: { minPower: 5 } },
  { name: 'Idle', color: '#C28500', isEffective: false, rangeType: 'POWER', byPower: { minPower: 1, maxPower: 5 } },
]
