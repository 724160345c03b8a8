import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { CompanyId } from '#engine/ids.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { startIngest } from './ingest.ts'
import type { Ingest } from './ingest.ts'
import { addCompany, addMachine, connectMachine, eventually } from './testFactory.ts'

const SHIFT_START = Date.UTC(2026, 4, 4, 6)

suite('devices publish and facts appear', () => {
  let test_: TestDatabase
  let ingest: Ingest
  let app: FastifyInstance
  let companyId: CompanyId
  const live = createLiveBus()

  before(async () => {
    test_ = await createTestDatabase()
    companyId = await addCompany(test_.database, 'INGST')
    ingest = await startIngest({ config: { host: '127.0.0.1', mqttPort: 0 }, database: test_.database, live, log: createLog('warn') })
    app = fastify()
    await ingest.register(app)
  })

  after(async () => {
    await app.close()
    await ingest.close()
    await test_.drop()
  })

  test('a message of each QoS becomes statuses, output, a shift record and a live view', async () => {
    const machine = await addMachine(test_.database, companyId)
    const client = await connectMachine(machine, ingest.mqttPort)
    const topic = `v1/devices/${machine.deviceId}/telemetry`
    for (let index = 0; index < 30; index++) {
      const at = SHIFT_START + index * 60_000
      await client.publishAsync(
        topic,
        JSON.stringify({ at, values: { POWER: index < 20 ? 12.5 : 2, TOTAL_OUTPUT: 50 * index, REJECTED_OUTPUT: index } }),
        {
          qos: index % 3 === 0 ? 0 : index % 3 === 1 ? 1 : 2,
        },
      )
    }
    await client.endAsync()
    const statuses = await eventually(async () => {
      const { rows } = await test_.database.pool.query(
        'select kind, start_at, end_at from status_interval where work_center_id = $1 order by start_at',
        [machine.workCenterId],
      )
      return rows.length >= 3 ? rows : undefined
    })
    assert.deepEqual(statuses.slice(0, 2), [
      { kind: 'RULE', start_at: SHIFT_START, end_at: SHIFT_START + 20 * 60_000 },
      { kind: 'RULE', start_at: SHIFT_START + 20 * 60_000, end_at: SHIFT_START + 32 * 60_000 },
    ])
    const { rows: losses } = await test_.database.pool.query(
      'select source, start_at from loss where work_center_id = $1 order by start_at',
      [machine.workCenterId],
    )
    assert.ok(losses.some((loss) => loss.start_at === SHIFT_START + 20 * 60_000))
    const { rows: outputs } = await test_.database.pool.query(
      'select sum(total) as total, sum(rejected) as rejected from output_segment where work_center_id = $1',
      [machine.workCenterId],
    )
    assert.deepEqual(outputs, [{ total: 1450, rejected: 29 }])
    const { rows: shifts } = await test_.database.pool.query(
      'select name, status, total_output from shift where work_center_id = $1 and start_at = $2',
      [machine.workCenterId, SHIFT_START],
    )
    assert.deepEqual(shifts, [{ name: 'Morning', status: 'UNCONFIRMED', total_output: 1450 }])
    const view = live.latest(companyId, machine.workCenterId)
    assert.equal(view?.lastSampleAt, SHIFT_START + 29 * 60_000)
    await eventually(async () => {
      const { rows } = await test_.database.pool.query(
        'select sample_count from sample_chunk c join sensor s on s.company_id = c.company_id and s.id = c.sensor_id where s.work_center_id = $1',
        [machine.workCenterId],
      )
      return rows.length === 3 ? rows : undefined
    })
  })
})
