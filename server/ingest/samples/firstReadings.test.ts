import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SensorId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { SensorKey } from '#engine/sensor/sensorType.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import { listSensors } from '#server/sensor/sensorList.store.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import { SampleBuffer } from './sampleBuffer.ts'
import { SampleStore } from './sampleStore.ts'

const AT = Date.UTC(2026, 4, 4, 6)
const PARTITION = 0

test('a sensor is listed and read with its first readings, before they are in a chunk', async () => {
  const given = await createTestDatabase()
  const client = await given.database.connect()
  try {
    const companyId = await addCompany(given.database, 'FIRST')
    const { workCenterId } = await addMachine(given.database, companyId)
    const ref = { companyId, workCenterId }
    const buffer = new SampleBuffer()
    const store = new SampleStore(client, (detail) => assert.fail(detail))
    const add = (at: number, sensors: readonly SensorKey[]) =>
      buffer.add(PARTITION, ref, {
        length: sensors.length,
        instants: Float64Array.from(sensors, () => at),
        values: Float64Array.from(sensors, (_sensor, index) => index + 1),
        sensors: [...sensors],
      })
    const listed = () =>
      given.database.inTenant(companyId, (tenant) => listSensors(tenant, { workCenterIds: [workCenterId], deviceIds: null, types: null }))
    const unsealed = { readingsOf: (_ref: object, sensor: SensorKey) => buffer.readingsOf(ref, sensor) }

    add(AT, ['POWER', 'TEMPERATURE:2'])
    add(AT + 1000, ['POWER'])
    assert.deepEqual(await listed(), [])
    await store.register(buffer.takeBegun())
    const sensors = await listed()
    assert.deepEqual(
      sensors.map(({ type, number }) => [type, number]),
      [
        ['POWER', 1],
        ['TEMPERATURE', 2],
      ],
    )
    const power = asId<SensorId>(sensors[0]?.id ?? 0)
    const read = createSampleReader(given.database, { unsealed })
    const readings = async () => Array.from((await read(companyId, [power], AT, AT + 60_000)).get(power)?.instants ?? [])
    assert.deepEqual(await readings(), [AT, AT + 1000])
    assert.equal((await given.database.pool.query('select from sample_chunk')).rowCount, 0)

    // What was registered is not again, and the round that writes the chunks finds it.
    assert.deepEqual(buffer.takeBegun(), [])
    const taken = buffer.takePartition(PARTITION)
    await store.merge(taken)
    buffer.written(taken)
    assert.deepEqual(await readings(), [AT, AT + 1000])
    assert.equal((await listed()).length, 2)
  } finally {
    await client.end()
    await given.drop()
  }
})
