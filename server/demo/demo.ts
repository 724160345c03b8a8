import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CompanyId, DeviceId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { registerDevice, renewDeviceSecret } from '#server/device/device.service.ts'
import { claimDevice, findSecretHash } from '#server/device/device.store.ts'
import { isDeviceSecret } from '#server/device/deviceSecret.ts'
import { DEMO_CREW, SECOND_DEMO_COMPANY_ID, seedDemoPeople } from '#server/identity/seedDemoPeople.ts'
import { reachableHost } from '#server/http/portCheck.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import type { TrialDeps } from '#server/trial/trialMachine.service.ts'
import * as store from './demo.store.ts'
import { insertCrew } from './demoCrew.store.ts'
import { keepCrewAtWork } from './demoCrew.ts'
import { demoDevicesFile, readDemoDevices, writeDemoDevices } from './demoDevices.ts'
import type { DemoFactory } from './demoFactory.ts'
import { DEMO_FACTORY_FILE, readDemoFactory } from './demoFactory.ts'
import { resetNightly } from './demoReset.ts'
import { demoRules } from './demoRules.ts'
import { insertDemoNotifications } from './demoNotifications.store.ts'
import { insertDemoTracking } from './demoTracking.store.ts'
import { Simulator } from './simulator.ts'

const TELL_EVERY_MS = 2_000
/** A history of fewer days has no orders in its past. */
const SHORTEST_PAST_DAYS = 7

export type Demo = {
  /** Ready once the history is in and the factory is live. */
  state(): PartState
  close(): Promise<void>
}

export type DemoOptions = Pick<TrialDeps, 'live' | 'ingest'> & {
  readonly config: Pick<Config, 'dataDir' | 'host' | 'mqttPort' | 'demoHistoryDays' | 'demoSimulator'>
  readonly database: Database
  readonly jobs: Pick<Jobs, 'every'>
  readonly log: Logger
  /** What visitors did is forgotten. */
  readonly onReset?: () => void
  readonly onSetupChanged: (companyId: CompanyId, workCenterId: WorkCenterId) => void
  readonly reload: (companyId: CompanyId, workCenterId: WorkCenterId) => Promise<void>
}

/** Returns the running demo: the company DEFLT, completed where something is missing, and its simulated factory, which publishes over MQTT. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { config, log } = options
  await seedDemoCompany(options)
  const { company } = readDemoFactory()
  resetNightly(options.jobs, options, asId<CompanyId>(company.id), company.timeZone)
  const simulator = config.demoSimulator ? startSimulator(config, log) : null
  const crew = { ...options, now: Date.now, laysPast: config.demoHistoryDays >= SHORTEST_PAST_DAYS }
  keepCrewAtWork(options.jobs, crew, asId<CompanyId>(company.id), () => simulator?.isLive() ?? false)
  return {
    state: () => simulator?.state() ?? { status: 'ready' },
    close: async () => await simulator?.close(),
  }
}

function startSimulator(config: DemoOptions['config'], log: Logger): Demo & { readonly isLive: () => boolean } {
  let percent = 0
  let toldAt = performance.now()
  const simulator = new Simulator({
    args: [
      ...['--factory', fileURLToPath(DEMO_FACTORY_FILE)],
      ...['--devices', demoDevicesFile(config.dataDir)],
      ...['--state', join(config.dataDir, 'demo-published.json')],
      ...['--mqtt', `${inUrl(reachableHost(config.host))}:${config.mqttPort}`],
    ],
    log,
    onProgress: (now) => {
      percent = now
      if (now === 100 || performance.now() - toldAt < TELL_EVERY_MS) return
      toldAt = performance.now()
      log.info({ percent }, 'the history of the demo factory is being made')
    },
  })
  simulator.start()
  return {
    isLive: () => percent === 100,
    state: () => ({ status: 'ready', ...(percent < 100 && { detail: `history ${Math.floor(percent)} %` }) }),
    close: () => simulator.close(),
  }
}

/** Completes the demo company and the file with its devices' secrets; done twice it changes nothing. */
export async function seedDemoCompany(
  options: Pick<DemoOptions, 'database' | 'onSetupChanged'> & { readonly config: Pick<Config, 'dataDir' | 'demoHistoryDays'> },
  now: number = Date.now(),
): Promise<void> {
  const { database, config } = options
  const factory = readDemoFactory()
  const companyId = asId<CompanyId>(factory.company.id)
  await seedDemoPeople(database)
  const installedAt = await database.inSystem(async (tx) => {
    const validFrom = (await store.findScheduleStart(tx, companyId)) ?? now - (config.demoHistoryDays + 1) * DAY_MS
    await store.insertDemoSettings(tx, factory, validFrom)
    await store.insertShifts(tx, asId<CompanyId>(SECOND_DEMO_COMPANY_ID), factory, validFrom)
    return validFrom + DAY_MS
  })
  const created = await seedWorkCenters(database, factory, installedAt - DAY_MS)
  await database.inSystem((tx) => insertCrew(tx, companyId, DEMO_CREW))
  await database.inSystem((tx) => store.assignAllToOperators(tx, companyId))
  await saveSecrets(database, config.dataDir, { companyId, installedAt, created })
  for (const { workCenterId } of created.values()) options.onSetupChanged(companyId, workCenterId)
}

type Created = ReadonlyMap<DeviceId, { readonly workCenterId: WorkCenterId; readonly secret: string }>

/** Returns the devices of the work centers that were missing, with their secrets. */
async function seedWorkCenters(database: Database, factory: DemoFactory, validFrom: number): Promise<Created> {
  const companyId = asId<CompanyId>(factory.company.id)
  const present = new Set((await database.inSystem((tx) => store.listDemoWorkCenters(tx, companyId))).map((work) => work.key))
  const created = new Map<DeviceId, { workCenterId: WorkCenterId; secret: string }>()
  for (const [sortNumber, machine] of factory.machines.entries()) {
    if (present.has(machine.key)) continue
    const { device, secret } = await registerDevice(database, { nominalPeriodMs: factory.reportPeriodMs })
    const workCenterId = await database.inSystem(async (tx) => {
      const id = await store.insertDemoWorkCenter(tx, { companyId, deviceId: device.id, machine, sortNumber })
      for (const rule of demoRules(factory, machine)) await store.insertDemoRule(tx, companyId, id, rule, validFrom)
      await insertDemoTracking(tx, companyId, { key: machine.key, workCenterId: id }, validFrom)
      await insertDemoNotifications(tx, companyId, { key: machine.key, workCenterId: id }, validFrom)
      await claimDevice(tx, device.id, companyId, id)
      return id
    })
    created.set(device.id, { workCenterId, secret })
  }
  return created
}

/** A secret that the file has lost is renewed: the registry keeps only hashes. */
async function saveSecrets(
  database: Database,
  dataDir: string,
  seeded: { readonly companyId: CompanyId; readonly installedAt: number; readonly created: Created },
): Promise<void> {
  const known = new Map((await readDemoDevices(dataDir))?.devices.map((device) => [device.deviceId, device.secret]))
  const devices: { key: string; deviceId: string; secret: string }[] = []
  for (const { key, deviceId } of await database.inSystem((tx) => store.listDemoWorkCenters(tx, seeded.companyId))) {
    if (deviceId === null) continue
    const secret = seeded.created.get(deviceId)?.secret ?? (await stillValid(database, deviceId, known.get(deviceId)))
    devices.push({ key, deviceId, secret: secret ?? (await renewDeviceSecret(database, deviceId)) })
  }
  await writeDemoDevices(dataDir, { installedAt: seeded.installedAt, devices })
}

async function stillValid(database: Database, deviceId: DeviceId, secret: string | undefined): Promise<string | null> {
  const hash = await database.inSystem((tx) => findSecretHash(tx, deviceId))
  return secret !== undefined && hash !== null && isDeviceSecret(secret, hash) ? secret : null
}

function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}
