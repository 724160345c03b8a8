import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import type { CompanyId, DeviceId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { createDeviceCode, partitionOf, registerDevice } from '#server/device/device.service.ts'
import { createDeviceSecret, hashDeviceSecret } from '#server/device/deviceSecret.ts'

/** A machine of a test: its device, the secret, and where it belongs. */
export type TestMachine = {
  readonly companyId: CompanyId
  readonly workCenterId: WorkCenterId
  readonly deviceId: DeviceId
  readonly secret: string
}

/** Adds a company in UTC with three shifts of eight hours since 1 January 2026. */
export async function addCompany(database: Pick<Database, 'pool'>, id: string): Promise<CompanyId> {
  await database.pool.query(`insert into company (id, name, country) values ($1, 'Test works', 'pl') on conflict do nothing`, [id])
  await database.pool.query(
    `insert into shift_schedule (company_id, work_center_id, valid_from, time_zone, shift_id, code, name, time_start, time_end)
     values ($1, 0, $2, 'UTC', 1, '1', 'Morning', '06:00', '14:00'), ($1, 0, $2, 'UTC', 2, '2', 'Late', '14:00', '22:00'), ($1, 0, $2, 'UTC', 3, '3', 'Night', '22:00', '06:00')
     on conflict do nothing`,
    [id, Date.UTC(2026, 0, 1)],
  )
  return asId<CompanyId>(id)
}

/** Adds a press of 60 pieces a minute that runs above 5 kW and idles from 1 kW, with its device. */
export async function addMachine(database: Database, companyId: CompanyId, acceptDaysBack = 36_500): Promise<TestMachine> {
  const { device, secret } = await registerDevice(database)
  const inserted = await database.pool.query<{ id: number }>(
    `insert into work_center (company_id, device_id, name, status_source, target_speed) values ($1, $2, 'Press', 'POWER', 60) returning id`,
    [companyId, device.id],
  )
  const workCenterId = asId<WorkCenterId>(inserted.rows[0]?.id ?? 0)
  await database.pool.query('update device set company_id = $1, work_center_id = $2, accept_days_back = $4 where id = $3', [
    companyId,
    workCenterId,
    device.id,
    acceptDaysBack,
  ])
  await addRule(database, companyId, workCenterId, { name: 'Running', min: 5, max: null, isEffective: true })
  await addRule(database, companyId, workCenterId, { name: 'Idle', min: 1, max: 5, isEffective: false })
  return { companyId, workCenterId, deviceId: device.id, secret }
}

/** Adds a rule by power that is in force since 1 January 2026. */
export async function addRule(
  database: Pick<Database, 'pool'>,
  companyId: CompanyId,
  workCenterId: WorkCenterId,
  rule: { readonly name: string; readonly min: number; readonly max: number | null; readonly isEffective: boolean },
): Promise<void> {
  await database.pool.query(
    `with rule as (
       insert into status_rule (company_id, work_center_id, name, color, range_type) values ($1, $2, $3, '#22aa55', 'POWER') returning company_id, id)
     insert into status_rule_version (company_id, status_rule_id, valid_from, min_value, max_value, is_effective)
     select company_id, id, $4, $5, $6, $7 from rule`,
    [companyId, workCenterId, rule.name, Date.UTC(2026, 0, 1), rule.min, rule.max, rule.isEffective],
  )
}

/** Adds many presses at once, without rules of their own beyond one that runs above 5 kW. */
export async function addFleet(database: Pick<Database, 'pool'>, companyId: CompanyId, count: number): Promise<TestMachine[]> {
  const devices = Array.from({ length: count }, () => ({ id: randomUUID(), secret: createDeviceSecret() }))
  const ids = devices.map((device) => device.id)
  const { rows } = await database.pool.query<{ id: number; device_id: string }>(
    `insert into work_center (company_id, device_id, name, status_source, target_speed)
     select $1, id, 'Press', 'POWER', 60 from unnest($2::uuid[]) as given (id) returning id, device_id`,
    [companyId, ids],
  )
  const workCenters = new Map(rows.map((row) => [row.device_id, row.id]))
  await database.pool.query(
    `insert into device (id, code, secret_hash, partition, company_id, work_center_id, accept_days_back)
     select id, code, hash, partition, $1, work_center_id, 365
     from unnest($2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::integer[]) as given (id, code, hash, partition, work_center_id)`,
    [
      companyId,
      ids,
      distinctCodes(count),
      devices.map((device) => hashDeviceSecret(device.secret)),
      ids.map((id) => partitionOf(asId<DeviceId>(id))),
      ids.map((id) => workCenters.get(id)),
    ],
  )
  await database.pool.query(
    `with rule as (
       insert into status_rule (company_id, work_center_id, name, color, range_type)
       select $1, id, 'Running', '#22aa55', 'POWER' from unnest($2::integer[]) as given (id) returning company_id, id)
     insert into status_rule_version (company_id, status_rule_id, valid_from, min_value, is_effective) select company_id, id, $3, 5, true from rule`,
    [companyId, [...workCenters.values()], Date.UTC(2026, 0, 1)],
  )
  return devices.map((device) => ({
    companyId,
    workCenterId: asId<WorkCenterId>(workCenters.get(device.id) ?? 0),
    deviceId: asId<DeviceId>(device.id),
    secret: device.secret,
  }))
}

/** Returns an MQTT connection of the machine's device. */
export async function connectMachine(
  machine: TestMachine,
  port: number,
  options: { readonly reconnectPeriod?: number } = {},
): Promise<MqttClient> {
  return connectAsync({
    host: '127.0.0.1',
    port,
    username: machine.deviceId,
    password: machine.secret,
    clientId: `test-${machine.deviceId.slice(0, 8)}`,
    reconnectPeriod: options.reconnectPeriod ?? 0,
    connectTimeout: 5_000,
  })
}

/** Returns the result of `look` once it is not undefined; throws after the limit. */
export async function eventually<T>(look: () => Promise<T | undefined>, limitMs = 60_000): Promise<T> {
  const giveUpAt = performance.now() + limitMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > giveUpAt) throw new Error(`not within ${limitMs} ms`)
    await sleep(25)
  }
}

/** Of many random codes two may be alike. */
function distinctCodes(count: number): readonly string[] {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(createDeviceCode())
  return [...codes]
}

/** Resolves when consumers may take all events: they take what no open transaction may come before. */
export async function untilEventsArePast({ database }: { readonly database: Pick<Database, 'pool'> }): Promise<void> {
  await eventually(async () => {
    const { rows } = await database.pool.query<{ isPast: boolean }>(
      'select coalesce(bool_and(txid < pg_snapshot_xmin(pg_current_snapshot())), true) as "isPast" from domain_event',
    )
    return rows[0]?.isPast === true ? true : undefined
  })
}
