import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { CompanyId, DeviceId } from '#engine/ids.ts'
import { problemOfRule } from '#engine/notification/ruleForm.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { findSecretHash } from '#server/device/device.store.ts'
import { isDeviceSecret } from '#server/device/deviceSecret.ts'
import { formOf, knownChoices } from '#server/notification/rule.service.ts'
import { listRules } from '#server/notification/rule.store.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { seedDemoCompany } from './demo.ts'
import { demoDevicesFile, readDemoDevices } from './demoDevices.ts'
import { readDemoFactory } from './demoFactory.ts'
import { demoRules } from './demoRules.ts'

const NOW = Date.UTC(2026, 4, 20, 9)

let created: TestDatabase
let database: Database
let dataDir: string

before(async () => {
  created = await createTestDatabase()
  database = created.database
  dataDir = await mkdtemp(join(tmpdir(), 'sim-demo-'))
})

after(async () => {
  await created.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function seed(now: number): Promise<number[]> {
  const changed: number[] = []
  const config = { dataDir, demoHistoryDays: 14 }
  await seedDemoCompany({ config, database, onSetupChanged: (_company, workCenterId) => changed.push(workCenterId) }, now)
  return changed
}

/** Everything of the company that the seeding writes, as text. */
async function contents(): Promise<string> {
  const tables = [
    'company',
    'work_center',
    'status_rule',
    'status_rule_version',
    'shift_schedule',
    'loss_reason',
    'loss_reason_translation',
    'loss_tracking_rule',
    'loss_tracking_row',
    'work_center_group',
    'operator_work_center',
    'notification_config',
    'device',
  ]
  const dumps = await database.inSystem((tx) =>
    Promise.all(
      tables.map((table) =>
        sql<{
          dump: string
        }>`select coalesce(json_agg(row order by row::text), '[]')::text as dump from ${sql.table(table)} as row`.execute(tx),
      ),
    ),
  )
  return dumps.map((dump) => dump.rows[0]?.dump).join('\n')
}

const DEMO = asId<CompanyId>('DEFLT')

test('seeds twelve work centers with a device, rules, an operator and three of the crew each, and done twice changes nothing', async () => {
  const changed = await seed(NOW)
  assert.equal(changed.length, 12)
  const counts = await database.inSystem(async (tx) => ({
    devices: await tx.selectFrom('device').selectAll().where('company_id', '=', DEMO).execute(),
    sources: await tx.selectFrom('work_center').select('status_source').distinct().where('company_id', '=', DEMO).execute(),
    rules: await tx.selectFrom('status_rule').select('work_center_id').distinct().where('company_id', '=', DEMO).execute(),
    assigned: await tx.selectFrom('operator_work_center').selectAll().where('company_id', '=', DEMO).execute(),
    shifts: await tx.selectFrom('shift_schedule').selectAll().where('company_id', '=', DEMO).execute(),
    types: await tx.selectFrom('work_center').select('type').distinct().where('company_id', '=', DEMO).execute(),
  }))
  assert.equal(counts.devices.length, 12)
  assert.equal(counts.rules.length, 12)
  assert.equal(counts.assigned.length, 4 * 12)
  assert.deepEqual(counts.sources.map((row) => row.status_source).toSorted(), ['CURRENT', 'LOAD', 'POWER', 'SPEED'])
  assert.deepEqual(counts.types.map((row) => row.type).toSorted(), ['CONTINUOUS', 'DISCRETE'])
  assert.deepEqual(
    counts.shifts.map((row) => row.valid_from),
    [NOW - 15 * DAY_MS, NOW - 15 * DAY_MS, NOW - 15 * DAY_MS],
  )

  const before = await contents()
  const file = await readFile(demoDevicesFile(dataDir), 'utf8')
  assert.deepEqual(await seed(NOW + 3 * DAY_MS), [])
  assert.equal(await contents(), before)
  assert.equal(await readFile(demoDevicesFile(dataDir), 'utf8'), file)
})

test('tells of more than stops, by rules that a person could have made', async () => {
  const rules = await database.inTenant(DEMO, async (tenant) => {
    const all = await listRules(tenant, null)
    for (const rule of all) assert.equal(problemOfRule(formOf(rule), await knownChoices(tenant, rule.workCenterId)), null, rule.type)
    return all
  })
  assert.deepEqual([...new Set(rules.map(({ type }) => type))].toSorted(), [
    'BATTERY_LOW',
    'DE_PHASING',
    'STATUS_DURATION',
    'TARGET_VALUE',
    'WORK_CENTER_OFF',
    'WORK_IN_NON_WORK_TIME',
  ])
  assert.ok(rules.some(({ type, steps }) => type === 'STATUS_DURATION' && steps.length > 0))
  assert.ok(rules.some(({ statusRuleId }) => statusRuleId !== null))
  const escalating = rules.find(({ steps }) => steps.length === 2)
  assert.deepEqual(escalating?.identifiers, ['OPERATOR'])
  assert.deepEqual(
    escalating?.steps.map(({ afterMinutes, identifiers }) => [afterMinutes, identifiers]),
    [
      [5, ['USER']],
      [20, ['ADMIN']],
    ],
  )
})

test('keeps the secrets for itself and renews those that were lost', async () => {
  const file = demoDevicesFile(dataDir)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const secretsBefore = new Map((await readDemoDevices(dataDir))?.devices.map((device) => [device.deviceId, device.secret]))
  await rm(file)
  await seed(NOW)
  const devices = await readDemoDevices(dataDir)
  assert.equal(devices?.installedAt, NOW - 14 * DAY_MS)
  assert.equal(devices.devices.length, 12)
  for (const { deviceId, secret } of devices.devices) {
    const hash = (await database.inSystem((tx) => findSecretHash(tx, asId<DeviceId>(deviceId)))) ?? ''
    assert.ok(isDeviceSecret(secret, hash))
    assert.notEqual(secret, secretsBefore.get(deviceId))
  }
})

test('the bands of a machine touch and stand in the unit of its source', () => {
  const factory = readDemoFactory()
  for (const machine of factory.machines) {
    const rules = demoRules(factory, machine).toSorted((left, right) => left.min - right.min)
    assert.ok(rules.length >= 2 && rules.every((rule) => rule.rangeType === machine.statusSource && rule.min > 0), machine.key)
    for (const [index, rule] of rules.entries()) assert.equal(rule.max, rules[index + 1]?.min ?? null, `${machine.key} ${rule.name}`)
  }
  const press = factory.machines.find((machine) => machine.key === 'press-3')
  assert.ok(press)
  assert.equal(demoRules(factory, press)[0]?.min, 18)
})
