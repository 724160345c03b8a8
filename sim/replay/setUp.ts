import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { DeviceLogin } from '../deviceConnection.ts'
import type { Api } from './api.ts'
import type { KnownDevices } from './knownDevices.ts'
import type { Mapping } from './mapping.ts'

const DEVICE_TOOL = fileURLToPath(new URL('../../tools/device.ts', import.meta.url))

const run = promisify(execFile)

/** A work center that stands for a device of the recording. */
export type ReplayedMachine = DeviceLogin & { readonly device: string; readonly workCenterId: number }

const registeredSchema = z.object({ deviceId: z.string(), secret: z.string() })
const workCenterSchema = z.object({ id: z.number() })
const rulesSchema = z.object({ statusRules: z.array(z.object({ name: z.string(), archived: z.boolean() })) })
const schedulesSchema = z.object({ shiftSchedules: z.array(z.object({ workCenterId: z.number() })) })

/**
 * Returns the work center of each device, created and set up where missing. Registering a device needs the provider's command; all other steps use
 * the public API.
 */
export async function setUpMachines(
  api: Api,
  mapping: Mapping,
  devices: readonly string[],
  known: KnownDevices,
): Promise<ReplayedMachine[]> {
  const machines: ReplayedMachine[] = []
  for (const device of devices) {
    const login = known.find(device) ?? (await register(device, known))
    const workCenterId =
      (await findWorkCenter(api, login.deviceId)) ?? (await addWorkCenter(api, login.deviceId, `${mapping.prefix}${device}`))
    await setUpDevice(api, mapping, login.deviceId, workCenterId)
    await setUpShifts(api, mapping, workCenterId)
    await setUpStatuses(api, mapping, workCenterId)
    machines.push({ ...login, device, workCenterId })
  }
  return machines
}

async function register(device: string, known: KnownDevices): Promise<DeviceLogin> {
  const { stdout } = await run(process.execPath, [DEVICE_TOOL, 'new']).catch((error: unknown) => {
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new Error(`No device can be registered: ${text}`, { cause: error })
  })
  const login = registeredSchema.parse(JSON.parse(stdout))
  known.keep(device, login)
  return login
}

async function findWorkCenter(api: Api, deviceId: string): Promise<number | null> {
  const schema = z.object({ workCenters: z.array(workCenterSchema) })
  const found = await api.call(schema, 'query ($devices: [Guid!]) { workCenters(filter: { devices: $devices }) { id } }', {
    devices: [deviceId],
  })
  return found.workCenters[0]?.id ?? null
}

async function addWorkCenter(api: Api, guid: string, name: string): Promise<number> {
  const made = await api.call(
    z.object({ addBox: workCenterSchema }),
    'mutation ($guid: Guid!, $name: String) { addBox(guid: $guid, name: $name) { id } }',
    { guid, name },
  )
  return made.addBox.id
}

async function setUpDevice(api: Api, mapping: Mapping, deviceId: string, id: number): Promise<void> {
  await api.call(
    z.unknown(),
    `mutation ($deviceId: Guid!, $reportMode: ReportMode, $nominalPeriodMs: Int, $acceptDaysBack: Int) {
      updateDevice(deviceId: $deviceId, reportMode: $reportMode, nominalPeriodMs: $nominalPeriodMs, acceptDaysBack: $acceptDaysBack) { id }
    }`,
    { deviceId, ...mapping.device },
  )
  await api.call(z.unknown(), 'mutation ($input: EditBoxInput!) { editBox(input: $input) { id } }', {
    input: { id, statusSource: mapping.statusSource },
  })
}

async function setUpShifts(api: Api, mapping: Mapping, workCenterId: number): Promise<void> {
  if (mapping.shifts.length === 0) return
  const { shiftSchedules } = await api.call(schedulesSchema, 'query ($id: Int!) { shiftSchedules(workCenterId: $id) { workCenterId } }', {
    id: workCenterId,
  })
  if (shiftSchedules.some((schedule) => schedule.workCenterId === workCenterId)) return
  await api.call(
    z.unknown(),
    `mutation ($input: [ShiftInput!]!, $workCenterId: Int!, $timeZone: String, $validFrom: DateTime) {
      createOrUpdateShifts(input: $input, workCenterId: $workCenterId, timeZone: $timeZone, validFrom: $validFrom) { shiftId }
    }`,
    { input: mapping.shifts, workCenterId, timeZone: mapping.zone, validFrom: new Date(mapping.validFrom).toISOString() },
  )
}

/** Rules that are there stay as they are: people may have changed them. */
async function setUpStatuses(api: Api, mapping: Mapping, workCenterId: number): Promise<void> {
  const { statusRules } = await api.call(rulesSchema, 'query ($id: Int!) { statusRules(workCenterId: $id) { name archived } }', {
    id: workCenterId,
  })
  const present = new Set(statusRules.filter((rule) => !rule.archived).map((rule) => rule.name))
  for (const status of mapping.statuses.filter((one) => !present.has(one.name))) {
    await api.call(z.unknown(), 'mutation ($input: StatusRuleInput!) { createOrUpdateState(input: $input) { id } }', {
      input: {
        workCenterId,
        name: status.name,
        color: status.color,
        rangeType: mapping.statusSource,
        isEffective: status.isEffective,
        needGenerateEventByState: !status.isEffective,
        minEventDuration: status.minEventDurationSeconds,
        validFrom: new Date(mapping.validFrom).toISOString(),
        ...bounds(mapping.statusSource, status),
      },
    })
  }
}

function bounds(source: Mapping['statusSource'], { min, max }: Mapping['statuses'][number]): Record<string, unknown> {
  switch (source) {
    case 'LOAD':
      return { byLoad: { minLoad: min, maxLoad: max } }
    case 'POWER':
      return { byPower: { minPower: min, maxPower: max } }
    case 'SPEED':
      return { bySpeed: { minQuantity: min, maxQuantity: max } }
    case 'CURRENT':
      return { byCurrent: { minCurrentA: min, maxCurrentA: max } }
  }
}
