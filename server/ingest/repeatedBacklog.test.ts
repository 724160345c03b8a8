import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { CompanyId } from '#engine/ids.ts'
import { metrics } from '#server/http/metrics.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { storedFacts } from '#server/testing/storedFacts.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine, connectMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { startIngest } from './ingest.ts'
import type { Ingest } from './ingest.ts'

const MESSAGES = 12
const SAMPLES = 1_000
const UNTIL = MESSAGES * SAMPLES
/** The start of a shift that is over. */
const START = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000 + 6 * HOUR_MS
const IN_ORDER = Array.from({ length: MESSAGES }, (_, index) => index)

suite('a device that sends its backlog, and sends it again', () => {
  let given: Awaited<ReturnType<typeof createTestDatabase>>
  let ingest: Ingest
  let company: CompanyId

  before(async () => {
    given = await createTestDatabase()
    company = await addCompany(given.database, 'AGAIN')
    ingest = await startIngest({
      config: { host: '127.0.0.1', mqttPort: 0 },
      database: given.database,
      live: createLiveBus(),
      log: createLog('silent'),
    })
  })
  after(async () => {
    await given.drop()
  })

  /** Sends the messages in the order, all in flight at once, and returns when all are acknowledged. */
  const send = async (machine: TestMachine, order: readonly number[]): Promise<void> => {
    const client = await connectMachine(machine, ingest.mqttPort)
    await Promise.all(order.map((index) => client.publishAsync(topicOf(machine), messageOf(index), { qos: 1 })))
    await client.endAsync()
  }
  /** Has the machine known, so that nothing is gathered while its setup is read. */
  const begin = async (machine: TestMachine): Promise<void> => {
    await send(machine, [0])
    await eventually(async () => {
      const { rows } = await given.database.pool.query('select from shift where work_center_id = $1', [machine.workCenterId])
      return rows[0]
    }, 20_000)
  }
  const untilSettled = async (machine: TestMachine): Promise<unknown> => {
    await ingest.reload({ companyId: company, workCenterId: machine.workCenterId }, { wait: true })
    return eventually(async () => {
      await ingest.settle(company, [machine.workCenterId], Infinity)
      const { rows } = await given.database.pool.query<{ at: number | null }>(
        'select max(as_of) as at from shift where work_center_id = $1',
        [machine.workCenterId],
      )
      // While old samples come in, facts reach to the last one only.
      if ((rows[0]?.at ?? 0) < START + 8 * HOUR_MS) return undefined
      const facts = await storedFacts(given.database, machine, START + UNTIL * 1_000)
      return facts.length > 0 ? facts : undefined
    }, 40_000)
  }

  test('delays no other device: what that one sends meanwhile is acknowledged before', async () => {
    const [machine, other] = [await addMachine(given.database, company), await addMachine(given.database, company)]
    const [client, second] = [await connectMachine(machine, ingest.mqttPort), await connectMachine(other, ingest.mqttPort)]
    const acknowledged: string[] = []
    const large = IN_ORDER.map(async (index) => {
      await client.publishAsync(topicOf(machine), messageOf(index), { qos: 1 })
      acknowledged.push('backlog')
    })
    for (let count = 0; count < 5; count++) {
      await second.publishAsync(topicOf(other), JSON.stringify({ values: { POWER: count } }), { qos: 1 })
      acknowledged.push('other')
    }
    await Promise.all(large)
    assert.ok(acknowledged.indexOf('other') < MESSAGES / 2, acknowledged.join(' '))
    await client.endAsync()
    await second.endAsync()
  })

  test('has the same figures in any order and however often, each sample once', async () => {
    const reference = await addMachine(given.database, company)
    await send(reference, IN_ORDER)
    const expected = await untilSettled(reference)
    const orders: Readonly<Record<string, readonly (readonly number[])[]>> = {
      'in order, then again': [IN_ORDER, IN_ORDER],
      'backwards, then in order': [IN_ORDER.toReversed(), IN_ORDER],
      'each message twice': [IN_ORDER.flatMap((index) => [index, index])],
    }
    const repeat = async (name: string, runs: readonly (readonly number[])[]): Promise<void> => {
      const machine = await addMachine(given.database, company)
      await begin(machine)
      for (const order of runs) await send(machine, order)
      await eventually(
        async () => (JSON.stringify(await untilSettled(machine)) === JSON.stringify(expected) ? true : undefined),
        20_000,
      ).catch(async () => assert.deepEqual(await untilSettled(machine), expected, name))
    }
    await Promise.all(Object.entries(orders).map(([name, runs]) => repeat(name, runs)))
    await eventually(async () => (repeated() >= UNTIL * 2 ? true : undefined), 10_000)
    await ingest.close()
    const { rows } = await given.database.pool.query<{ count: number }>(
      `select sum(c.sample_count)::int as count from sensor s join sample_chunk c on c.company_id = s.company_id and c.sensor_id = s.id
       group by s.work_center_id having count(*) > 2`,
    )
    assert.deepEqual(
      rows.map(({ count }) => count),
      Array.from({ length: 5 }, () => UNTIL * 2),
    )
  })
})

function topicOf({ deviceId }: TestMachine): string {
  return `v1/devices/${deviceId}/telemetry`
}

/** A machine that runs, idles and stops in turn and makes a piece each three seconds. */
function messageOf(index: number): string {
  return JSON.stringify(
    Array.from({ length: SAMPLES }, (_, place) => {
      const second = index * SAMPLES + place
      const phase = Math.floor(second / 97) % 3
      return {
        at: START + second * 1_000,
        values: { POWER: phase === 0 ? 12.4 : phase === 1 ? 2.2 : 0.1, TOTAL_OUTPUT: Math.floor(second / 3) },
      }
    }),
  )
}

function repeated(): number {
  return Number(/^trueline_ingest_duplicate_samples_total (\d+)$/m.exec(metrics.text())?.[1] ?? 0)
}
