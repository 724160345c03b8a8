import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { CompanyId, SensorId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { registerDevice } from '#server/device/device.service.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { startIngest } from './ingest.ts'
import type { Ingest } from './ingest.ts'
import { storedFacts } from '#server/testing/storedFacts.ts'
import { addCompany, addFleet, addMachine, addRule, connectMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const SHIFT_START = Date.UTC(2026, 4, 4, 6)
/** The clock of the test stands still two hours after the shift. */
const NOW = SHIFT_START + 10 * 60 * MINUTE_MS

suite('devices publish and facts appear', () => {
  let given: TestDatabase
  let ingest: Ingest
  let app: FastifyInstance
  let companyId: CompanyId
  const live = createLiveBus()

  before(async () => {
    given = await createTestDatabase()
    companyId = await addCompany(given.database, 'INGST')
    ingest = await startIngest({
      config: { host: '127.0.0.1', mqttPort: 0 },
      database: given.database,
      live,
      log: createLog('warn'),
      now: () => NOW,
    })
    app = fastify()
    await ingest.register(app)
  })

  after(async () => {
    await app.close()
    await ingest.close()
    await given.drop()
  })

  const query = async (text: string, values: readonly unknown[]) =>
    (await given.database.pool.query<Record<string, unknown>>(text, [...values])).rows
  const post = (machine: Pick<TestMachine, 'deviceId' | 'secret'>, payload: unknown, remoteAddress = '127.0.0.1') =>
    app.inject({
      remoteAddress,
      method: 'POST',
      url: `/api/devices/${machine.deviceId}/telemetry`,
      headers: { authorization: `Bearer ${machine.secret}`, 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  /** Half an hour of a press that stops in minute 20, a sample a minute. */
  const minuteSample = (index: number) => ({
    at: SHIFT_START + index * MINUTE_MS,
    values: { POWER: index < 20 ? 12.5 : 2, TOTAL_OUTPUT: 50 * index, REJECTED_OUTPUT: index },
  })
  const inOrder = Array.from({ length: 30 }, (_, index) => minuteSample(index))
  const factsOf = async (machine: TestMachine) => {
    await eventually(async () => {
      // What is true now is written once the stream of old samples has paused.
      const rows = await query('select 1 from hour_record where work_center_id = $1 and start_at >= $2', [
        machine.workCenterId,
        NOW - 60 * MINUTE_MS,
      ])
      return rows.length > 0 ? rows : undefined
    })
    return storedFacts(given.database, machine)
  }

  test('a message of each QoS becomes statuses, a loss, output, a shift record and a live view', async () => {
    const machine = await addMachine(given.database, companyId)
    const client = await connectMachine(machine, ingest.mqttPort)
    for (const [index, sample] of inOrder.entries()) {
      await client.publishAsync(`v1/devices/${machine.deviceId}/telemetry`, JSON.stringify(sample), {
        qos: index % 3 === 0 ? 0 : index % 3 === 1 ? 1 : 2,
      })
    }
    await client.endAsync()
    const statuses = await eventually(async () => {
      const rows = await query('select kind, start_at, end_at from status_interval where work_center_id = $1 order by start_at', [
        machine.workCenterId,
      ])
      return rows[1]?.['end_at'] === SHIFT_START + 32 * MINUTE_MS ? rows : undefined
    })
    assert.deepEqual(statuses.slice(0, 2), [
      { kind: 'RULE', start_at: SHIFT_START, end_at: SHIFT_START + 20 * MINUTE_MS },
      { kind: 'RULE', start_at: SHIFT_START + 20 * MINUTE_MS, end_at: SHIFT_START + 32 * MINUTE_MS },
    ])
    assert.deepEqual(
      await query('select source, start_at, end_at from loss where work_center_id = $1 and source = $2 order by start_at limit 1', [
        machine.workCenterId,
        'STATUS',
      ]),
      [{ source: 'STATUS', start_at: SHIFT_START + 20 * MINUTE_MS, end_at: SHIFT_START + 32 * MINUTE_MS }],
    )
    assert.deepEqual(
      await query('select name, status, total_output, rejected_output from shift where work_center_id = $1 and start_at = $2', [
        machine.workCenterId,
        SHIFT_START,
      ]),
      [{ name: 'Morning', status: 'UNCONFIRMED', total_output: 1450, rejected_output: 29 }],
    )
    assert.equal(live.latest(companyId, machine.workCenterId)?.lastSampleAt, SHIFT_START + 29 * MINUTE_MS)
  })

  test('HTTP answers after the commit with what was taken and what was not', async () => {
    const machine = await addMachine(given.database, companyId)
    const answer = await post(machine, [
      { at: SHIFT_START, values: { POWER: 12, NOPE: 1 } },
      { at: 'soon', values: {} },
    ])
    assert.equal(answer.statusCode, 202)
    const { accepted, quarantined } = answer.json<{ accepted: number; quarantined: { index: number; reason: string }[] }>()
    assert.equal(accepted, 1)
    assert.deepEqual(
      quarantined.map(({ index, reason }) => [index, reason]),
      [
        [0, 'UNKNOWN_SENSOR'],
        [1, 'BAD_TIME'],
      ],
    )
    const rows = await query('select reason, company_id from quarantine where device_id = $1 order by reason', [machine.deviceId])
    assert.deepEqual(rows, [
      { reason: 'BAD_TIME', company_id: 'INGST' },
      { reason: 'UNKNOWN_SENSOR', company_id: 'INGST' },
    ])
  })

  test('HTTP refuses a wrong secret and an unknown device alike, and a body of more than 256 KiB', async () => {
    const machine = await addMachine(given.database, companyId)
    const other = await addMachine(given.database, companyId)
    const wrong = await post({ ...machine, secret: other.secret }, inOrder[0])
    const unknown = await post({ ...machine, deviceId: asId('00000000-0000-4000-8000-000000000000') }, inOrder[0])
    assert.deepEqual([wrong.statusCode, wrong.body], [unknown.statusCode, unknown.body])
    assert.equal(wrong.statusCode, 401)
    assert.equal((await post(machine, ' '.repeat(256 * 1024 + 1))).statusCode, 413)
  })

  test('an address of many devices may send with all of them at once, though none is known yet', async () => {
    const fleet = await addFleet(given.database, companyId, 130)
    const answers = await Promise.all(fleet.map((machine) => post(machine, inOrder[0], '192.0.2.11')))
    assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([202]))
  })

  test('an address that guesses secrets over HTTP waits after 120 a minute, without a query; devices that are known go on', async () => {
    const [machine, other] = [await addMachine(given.database, companyId), await addMachine(given.database, companyId)]
    assert.equal((await post(machine, inOrder[0], '192.0.2.9')).statusCode, 202)
    const guesses = []
    for (let at = 0; at < 130; at++) guesses.push((await post({ ...machine, secret: other.secret }, inOrder[0], '192.0.2.9')).statusCode)
    assert.deepEqual(
      [guesses.slice(0, 120).every((status) => status === 401), guesses.slice(120).every((status) => status === 429)],
      [true, true],
    )
    const refused = await post({ ...machine, secret: other.secret }, inOrder[0], '192.0.2.9')
    const seconds = Number(refused.headers['retry-after'])
    assert.ok(seconds > 0 && seconds <= 60, `${seconds} s`)
    assert.equal((await post(machine, inOrder[1], '192.0.2.9')).statusCode, 202, 'it was right before')
    assert.equal((await post(other, inOrder[1], '192.0.2.10')).statusCode, 202, 'from another address')
  })

  test('MQTT refuses a wrong secret, another device’s topic and foreign subscriptions', async () => {
    const machine = await addMachine(given.database, companyId)
    const other = await addMachine(given.database, companyId)
    await assert.rejects(connectMachine({ ...machine, secret: other.secret }, ingest.mqttPort), /Not authorized|Bad username/i)
    const client = await connectMachine(machine, ingest.mqttPort)
    for (const topic of [
      '#',
      'v1/devices/+/commands',
      `v1/devices/${other.deviceId}/commands`,
      `v1/devices/${machine.deviceId}/telemetry`,
      '$SYS/#',
    ]) {
      await assert.rejects(client.subscribeAsync(topic), /refused|Unspecified|Subscribe/i)
    }
    assert.deepEqual(
      (await client.subscribeAsync(`v1/devices/${machine.deviceId}/commands`)).map((grant) => grant.qos),
      [0],
    )
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    client.publish(`v1/devices/${other.deviceId}/telemetry`, JSON.stringify(inOrder[0]), { qos: 1 })
    await closed
    await client.endAsync(true)
    assert.deepEqual(await query('select 1 from engine_state where work_center_id = $1', [other.workCenterId]), [])
  })

  test('MQTT ends a connection that announces a packet beyond the limit', async () => {
    const machine = await addMachine(given.database, companyId)
    const client = await connectMachine(machine, ingest.mqttPort)
    client.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    client.publish(`v1/devices/${machine.deviceId}/telemetry`, Buffer.alloc(300 * 1024, 0x20), { qos: 1 })
    await closed
    await client.endAsync(true)
  })

  test('a device that nobody added is quarantined a few times and flows once it is claimed', async () => {
    const { device, secret } = await registerDevice(given.database)
    for (let index = 0; index < 25; index++) {
      const answer = await post({ deviceId: device.id, secret }, inOrder[0])
      assert.deepEqual(
        answer.json<{ quarantined: { reason: string }[] }>().quarantined.map((entry) => entry.reason),
        ['DEVICE_UNCLAIMED'],
      )
    }
    assert.equal((await query('select 1 from quarantine where device_id = $1', [device.id])).length, 20)
    const claimed = await addMachine(given.database, companyId)
    await given.database.pool.query('update device set company_id = null, work_center_id = null where id = $1', [claimed.deviceId])
    await given.database.pool.query('update work_center set device_id = $1 where id = $2', [device.id, claimed.workCenterId])
    await given.database.pool.query('update device set company_id = $1, work_center_id = $2, accept_days_back = 9999 where id = $3', [
      companyId,
      claimed.workCenterId,
      device.id,
    ])
    await ingest.deviceChanged(device.id)
    assert.equal((await post({ deviceId: device.id, secret }, inOrder[0])).json<{ accepted: number }>().accepted, 3)
  })

  test('any order of arrival, with repetitions, gives the facts of the perfect order', async () => {
    const perfect = await addMachine(given.database, companyId)
    await post(perfect, inOrder)
    const expected = await factsOf(perfect)
    const orders: readonly (readonly [string, readonly ReturnType<typeof minuteSample>[]])[] = [
      ['two swapped', [...inOrder.slice(0, 10), inOrder[11], inOrder[10], ...inOrder.slice(12)].flatMap((one) => (one ? [one] : []))],
      ['each sent twice', inOrder.flatMap((one) => [one, one])],
      ['backwards', inOrder.toReversed()],
      ['the stop arrives last', [...inOrder.slice(0, 19), ...inOrder.slice(25), ...inOrder.slice(19, 25)]],
    ]
    for (const [name, order] of orders) {
      const machine = await addMachine(given.database, companyId)
      for (const sample of order) assert.equal((await post(machine, sample)).statusCode, 202)
      await eventually(async () => {
        const found = await factsOf(machine)
        return JSON.stringify(found) === JSON.stringify(expected) ? found : undefined
      }).catch(async () => assert.deepEqual(await factsOf(machine), expected, name))
    }
  })

  test('samples of the day before, after a shift change, are merged in from the checkpoint', async () => {
    const perfect = await addMachine(given.database, companyId)
    const dayBefore = Array.from({ length: 40 }, (_, index) => ({
      at: SHIFT_START - 30 * 60 * MINUTE_MS + index * 10 * MINUTE_MS,
      values: { POWER: index % 2 === 0 ? 12 : 0.2, TOTAL_OUTPUT: index },
    }))
    await post(perfect, [...dayBefore, ...inOrder])
    const expected = await factsOf(perfect)
    const machine = await addMachine(given.database, companyId)
    for (const part of [[...dayBefore.slice(0, 10), ...inOrder], dayBefore.slice(25), dayBefore.slice(10, 25), dayBefore])
      assert.equal((await post(machine, part)).statusCode, 202)
    await eventually(async () => (JSON.stringify(await factsOf(machine)) === JSON.stringify(expected) ? true : undefined)).catch(async () =>
      assert.deepEqual(await factsOf(machine), expected),
    )
  })

  test('a confirmed shift stays as it is and counts what came late', async () => {
    const machine = await addMachine(given.database, companyId)
    await post(
      machine,
      inOrder.filter((_, index) => index !== 5 && index !== 6),
    )
    await factsOf(machine)
    await post(machine, { at: SHIFT_START + 9 * 60 * MINUTE_MS, values: { POWER: 12 } })
    await eventually(async () => {
      const rows = await query(`update shift set status = 'CONFIRMED' where work_center_id = $1 and start_at = $2 returning 1`, [
        machine.workCenterId,
        SHIFT_START,
      ])
      return rows.length > 0 ? rows : undefined
    })
    const shiftEnd = SHIFT_START + 8 * 60 * MINUTE_MS
    // An interval that reaches over the end of a confirmed shift is cut there, which changes nothing inside.
    const inShift = async () =>
      (await factsOf(machine))
        .filter((fact) => Number(fact['start_at']) < shiftEnd)
        .map((fact) => ({ ...fact, end_at: Math.min(Number(fact['end_at'] ?? shiftEnd), shiftEnd) }))
    const before = await inShift()
    await post(
      machine,
      inOrder.slice(5, 7).map((sample) => ({ ...sample, values: { POWER: 0 } })),
    )
    await eventually(async () => {
      const rows = await query('select late_samples from shift where work_center_id = $1 and start_at = $2', [
        machine.workCenterId,
        SHIFT_START,
      ])
      return rows[0]?.['late_samples'] === 2 ? rows : undefined
    })
    assert.deepEqual(await inShift(), before)
    // The full picture of now follows when the stream of old samples pauses; the frozen rows stand beside it.
    await eventually(async () =>
      (await inShift()).length === before.length && live.latest(companyId, machine.workCenterId) ? true : undefined,
    )
    assert.deepEqual(await inShift(), before)
  })

  test('a reason that a person gave stays with its loss through a recalculation', async () => {
    const machine = await addMachine(given.database, companyId)
    await post(machine, inOrder)
    await factsOf(machine)
    const [reason] = await query(`insert into loss_reason (company_id, name) values ($1, 'Jam') returning id`, [companyId])
    const stop = SHIFT_START + 20 * MINUTE_MS
    await query(
      `insert into loss_annotation (company_id, work_center_id, start_at, end_at, reason_id, comment) values ($1, $2, $3, $4, $5, 'feeder')`,
      [companyId, machine.workCenterId, stop, stop + 12 * MINUTE_MS, reason?.['id']],
    )
    await query(`insert into recalculation (company_id, work_center_id, from_at, to_at, cause) values ($1, $2, $3, $4, 'LOSS')`, [
      ...[companyId, machine.workCenterId, stop, stop + 12 * MINUTE_MS],
    ])
    await ingest.reload({ companyId, workCenterId: machine.workCenterId }, { wait: true })
    const said = () =>
      query(`select id, start_at, reason_id, comment, reason_source from loss where work_center_id = $1 and comment is not null`, [
        machine.workCenterId,
      ])
    const [first] = await said()
    assert.deepEqual(first, { id: first?.['id'], start_at: stop, reason_id: reason?.['id'], comment: 'feeder', reason_source: 'MANUAL' })
    await post(machine, { at: SHIFT_START + 18.5 * MINUTE_MS, values: { POWER: 2 } })
    await post(machine, { at: SHIFT_START + 19 * MINUTE_MS + 1, values: { POWER: 2 } })
    const moved = await eventually(async () => {
      const rows = await said()
      return rows[0]?.['start_at'] === SHIFT_START + 19 * MINUTE_MS + 1 ? rows : undefined
    })
    assert.deepEqual(moved, [{ ...first, start_at: SHIFT_START + 19 * MINUTE_MS + 1 }], 'the same loss, moved with its stop')
  })

  test('a changed rule is applied from the current shift on', async () => {
    const machine = await addMachine(given.database, companyId)
    await post(machine, inOrder)
    await factsOf(machine)
    await given.database.pool.query(
      'update status_rule_version v set max_value = 13 from status_rule r where r.company_id = v.company_id and r.id = v.status_rule_id and r.work_center_id = $1 and v.min_value = 5',
      [machine.workCenterId],
    )
    await addRule(given.database, companyId, machine.workCenterId, { name: 'Overload', min: 13, max: null, isEffective: true })
    await given.database.pool.query(
      'update status_rule_version v set min_value = 14 from status_rule r where r.company_id = v.company_id and r.id = v.status_rule_id and r.work_center_id = $1 and r.name = $2',
      [machine.workCenterId, 'Overload'],
    )
    await given.database.pool.query(
      'update status_rule_version v set min_value = 1, max_value = 12.6, is_effective = false from status_rule r where r.company_id = v.company_id and r.id = v.status_rule_id and r.work_center_id = $1 and r.name = $2',
      [machine.workCenterId, 'Idle'],
    )
    await given.database.pool.query(
      'delete from status_rule_version v using status_rule r where r.company_id = v.company_id and r.id = v.status_rule_id and r.work_center_id = $1 and r.name = $2',
      [machine.workCenterId, 'Running'],
    )
    await ingest.reload({ companyId, workCenterId: machine.workCenterId })
    const statuses = await eventually(async () => {
      const rows = await query(`select start_at, end_at from status_interval where work_center_id = $1 and kind = 'RULE'`, [
        machine.workCenterId,
      ])
      return rows.length === 1 && rows[0]?.['end_at'] !== null ? rows : undefined
    })
    assert.deepEqual(statuses, [{ start_at: SHIFT_START, end_at: SHIFT_START + 32 * MINUTE_MS }])
  })

  test('stored samples are read back exactly through the reader of the API', async () => {
    const machine = await addMachine(given.database, companyId)
    await post(machine, inOrder)
    const sensorId = await eventually(async () => {
      await ingest.settleFor(companyId, [machine.workCenterId], Infinity)
      const rows = await query(
        `select s.id from sensor s join sample_chunk c on c.company_id = s.company_id and c.sensor_id = s.id where s.work_center_id = $1 and s.type = 'TOTAL_OUTPUT'`,
        [machine.workCenterId],
      )
      return rows[0]?.['id']
    })
    const read = createSampleReader(given.database)
    const id = asId<SensorId>(Number(sensorId))
    const series = (await read(companyId, [id], SHIFT_START + MINUTE_MS, SHIFT_START + 4 * MINUTE_MS)).get(id)
    assert.deepEqual([series?.instants, series?.values], [[1, 2, 3].map((index) => SHIFT_START + index * MINUTE_MS), [50, 100, 150]])
    assert.equal((await read(asId('OTHER'), [id], SHIFT_START, SHIFT_START + 60 * MINUTE_MS)).size, 0)
  })

  test('acknowledged samples are readable at once, before and after they are in their chunk, and never twice', async () => {
    const machine = await addMachine(given.database, companyId)
    await post(machine, inOrder.slice(0, 2))
    const id = asId<SensorId>(
      await eventually(async () => {
        const rows = await query(`select id from sensor where work_center_id = $1 and type = 'POWER'`, [machine.workCenterId])
        return rows.length > 0 ? Number(rows[0]?.['id']) : undefined
      }),
    )
    const read = createSampleReader(given.database, { unsealed: ingest.unsealed })
    const instants = async () => (await read(companyId, [id], SHIFT_START, SHIFT_START + 60 * MINUTE_MS)).get(id)?.instants
    for (const index of [2, 3, 4]) {
      await post(machine, minuteSample(index))
      const known = Array.from({ length: index + 1 }, (_, minute) => SHIFT_START + minute * MINUTE_MS)
      assert.deepEqual(await instants(), known)
    }
    const known = await instants()
    const settled = ingest.settleFor(companyId, [machine.workCenterId], Infinity)
    await eventually(async () => {
      assert.deepEqual(await instants(), known)
      const rows = await query('select sum(sample_count)::int as stored from sample_chunk where sensor_id = $1', [id])
      return rows[0]?.['stored'] === 5 ? true : undefined
    })
    await settled
    assert.deepEqual(await instants(), known)
  })
})
