import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId, DeviceId, WorkCenterId } from '#engine/ids.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import type { Database } from '#server/db/database.ts'
import { createDeviceCode, DEVICE_CODE_PATTERN, partitionOf, registerDevice, renewDeviceSecret } from './device.service.ts'
import { claimDevice, findDevice, findSecretHash, insertDevice, listDevices, releaseDevice, updateDevice } from './device.store.ts'
import { createDeviceSecret, hashDeviceSecret, isDeviceSecret } from './deviceSecret.ts'

const ACME = asId<CompanyId>('ACME1')
const OTHER = asId<CompanyId>('OTHER')

let created: TestDatabase
let database: Database
let acmeWorkCenter: WorkCenterId
let otherWorkCenter: WorkCenterId

before(async () => {
  created = await createTestDatabase()
  database = created.database
  const ids = await database.inSystem(async (tx) => {
    await tx
      .insertInto('company')
      .values([
        { id: ACME, name: 'Acme Works', country: 'pl' },
        { id: OTHER, name: 'Other', country: 'pl' },
      ])
      .execute()
    return tx
      .insertInto('work_center')
      .values([
        { company_id: ACME, name: 'Press 1' },
        { company_id: OTHER, name: 'Press 2' },
      ])
      .returning(['company_id', 'id'])
      .execute()
  })
  acmeWorkCenter = asId<WorkCenterId>(ids.find((row) => row.company_id === ACME)?.id ?? 0)
  otherWorkCenter = asId<WorkCenterId>(ids.find((row) => row.company_id === OTHER)?.id ?? 0)
})

after(() => created.drop())

test('a code looks like qe-322z', () => {
  for (let count = 0; count < 200; count++) assert.match(createDeviceCode(), DEVICE_CODE_PATTERN)
})

test('devices spread over all 64 partitions, and a device always has the same', () => {
  const partitions = new Set<number>()
  for (let count = 0; count < 2000; count++) {
    const id = asId<DeviceId>(crypto.randomUUID())
    const partition = partitionOf(id)
    assert.equal(partition, partitionOf(id))
    partitions.add(partition)
  }
  assert.equal(partitions.size, 64)
  assert.ok(Math.min(...partitions) === 0 && Math.max(...partitions) === 63)
})

test('only the secret itself has its hash', () => {
  const secret = createDeviceSecret()
  assert.equal(Buffer.from(secret, 'base64url').length, 32)
  assert.ok(isDeviceSecret(secret, hashDeviceSecret(secret)))
  assert.ok(!isDeviceSecret(`${secret}x`, hashDeviceSecret(secret)))
  assert.ok(!isDeviceSecret(secret, ''))
})

test('a registered device is unclaimed, and only the hash of its secret is stored', async () => {
  const { device, secret } = await registerDevice(database, { reportMode: 'ON_CHANGE', nominalPeriodMs: 2500 })
  const stored = await database.inSystem((tx) => findDevice(tx, device.id))
  assert.deepEqual(stored, device)
  assert.equal(device.companyId, null)
  assert.equal(device.reportMode, 'ON_CHANGE')
  assert.equal(device.nominalPeriodMs, 2500)
  assert.equal(device.partition, partitionOf(device.id))
  const hash = await database.inSystem((tx) => findSecretHash(tx, device.id))
  assert.equal(hash, hashDeviceSecret(secret))
  assert.ok((await database.inSystem(listDevices)).some((listed) => listed.id === device.id))
})

test('a taken code is not given a second time', async () => {
  const { device } = await registerDevice(database)
  const twin = { ...device, id: asId<DeviceId>(crypto.randomUUID()), secretHash: 'x' }
  assert.equal(await database.inSystem((tx) => insertDevice(tx, twin)), null)
})

test('of two companies that claim a device one gets it; another company can neither change nor release it', async () => {
  const { device } = await registerDevice(database)
  const claims = await Promise.all([
    database.inSystem((tx) => claimDevice(tx, device.id, ACME, acmeWorkCenter)),
    database.inSystem((tx) => claimDevice(tx, device.id, OTHER, otherWorkCenter)),
  ])
  assert.deepEqual(claims.toSorted(), [false, true])
  const owner = claims[0] ? ACME : OTHER
  const stranger = claims[0] ? OTHER : ACME
  assert.equal(await database.inSystem((tx) => updateDevice(tx, device.id, stranger, { accept_days_back: 90 })), null)
  assert.equal(await database.inSystem((tx) => releaseDevice(tx, device.id, stranger)), false)
  const updated = await database.inSystem((tx) => updateDevice(tx, device.id, owner, { accept_days_back: 90, report_mode: 'ON_CHANGE' }))
  assert.equal(updated?.acceptDaysBack, 90)
  assert.equal(updated?.reportMode, 'ON_CHANGE')
  assert.equal(updated?.nominalPeriodMs, device.nominalPeriodMs)
  assert.equal(await database.inSystem((tx) => releaseDevice(tx, device.id, owner)), true)
  assert.equal((await database.inSystem((tx) => findDevice(tx, device.id)))?.companyId, null)
})

test('a renewed secret replaces the old one', async () => {
  const { device, secret } = await registerDevice(database)
  const renewed = await renewDeviceSecret(database, device.id)
  const hash = (await database.inSystem((tx) => findSecretHash(tx, device.id))) ?? ''
  assert.ok(isDeviceSecret(renewed, hash))
  assert.ok(!isDeviceSecret(secret, hash))
})
