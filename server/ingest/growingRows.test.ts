import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { CompanyId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { readPublicData } from '#server/publicPage/publicData.service.ts'
import { answerSettles, openSettleElsewhere } from '#server/recalculation/settleElsewhere.ts'
import { storedFacts } from '#server/testing/storedFacts.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { startIngest } from './ingest.ts'
import type { Ingest } from './ingest.ts'

const SHIFT_START = Date.UTC(2026, 4, 4, 6)
const FIRST = SHIFT_START + 20 * MINUTE_MS
const log = createLog('silent')

suite('rows that only grow', () => {
  let given: TestDatabase
  let ingest: Ingest
  let app: FastifyInstance
  let companyId: CompanyId
  let now = FIRST

  const start = async (growthMs = HOUR_MS): Promise<void> => {
    ingest = await startIngest({
      config: { host: '127.0.0.1', mqttPort: 0 },
      database: given.database,
      live: createLiveBus(),
      log,
      now: () => now,
      growthMs,
    })
    app = fastify()
    await ingest.register(app)
  }
  const stop = async (): Promise<void> => {
    await app.close()
    await ingest.close()
  }

  before(async () => {
    given = await createTestDatabase()
    companyId = await addCompany(given.database, 'GROWS')
    await start()
  })

  after(async () => {
    await stop()
    await given.drop()
  })

  /** A sample each ten seconds, delivered each minute: pieces one a second; the clock is that of the last sample. */
  const send = async (machine: TestMachine, from: number, seconds: number, power: number): Promise<void> => {
    for (let minute = 0; minute < seconds / 60; minute++) {
      const samples = Array.from({ length: 6 }, (_, index) => {
        const at = from + minute * MINUTE_MS + (index + 1) * 10_000
        return { at, values: { POWER: power, TOTAL_OUTPUT: (at - SHIFT_START) / 1_000 } }
      })
      now = samples.at(-1)?.at ?? now
      const deliver = () =>
        app.inject({
          method: 'POST',
          url: `/api/devices/${machine.deviceId}/telemetry`,
          headers: { authorization: `Bearer ${machine.secret}`, 'content-type': 'application/json' },
          payload: JSON.stringify(samples),
        })
      // As a device does: what ingest cannot take while the database is away is sent again.
      const answer = await eventually(async () => {
        const given = await deliver()
        return given.statusCode === 503 ? undefined : given
      })
      assert.equal(answer.statusCode, 202, answer.body)
    }
  }
  const one = async (text: string, machine: TestMachine): Promise<number | null> =>
    (await given.database.pool.query<{ value: number | null }>(text, [machine.workCenterId])).rows[0]?.value ?? null
  const piecesOf = (machine: TestMachine) => one('select total_output::float8 as value from shift where work_center_id = $1', machine)
  const stateAtOf = (machine: TestMachine) =>
    one(`select (state ->> 'at')::float8 as value from engine_state where work_center_id = $1`, machine)
  /** A machine that runs and whose first rows and state are stored. */
  const running = async (): Promise<TestMachine> => {
    const machine = await addMachine(given.database, companyId)
    await send(machine, FIRST, 60, 12)
    await eventually(async () => ((await stateAtOf(machine)) === now ? true : undefined))
    return machine
  }
  const untilFlushed = () => sleep(1_200)

  test('are not written for each sample, and hold to the last one when somebody asks', async () => {
    const machine = await running()
    const [pieces, stateAt] = [await piecesOf(machine), await stateAtOf(machine)]
    await send(machine, now, 600, 12)
    await untilFlushed()
    assert.deepEqual([await piecesOf(machine), await stateAtOf(machine)], [pieces, stateAt], 'nothing but sums grew')
    await ingest.settle(companyId, [machine.workCenterId], Infinity)
    assert.equal(await piecesOf(machine), (pieces ?? 0) + 600)
    assert.equal(await stateAtOf(machine), stateAt, 'the state follows later')
  })

  test('are left alone by a question about time for which they already hold', async () => {
    const machine = await running()
    const pieces = await piecesOf(machine)
    const asked = now - MINUTE_MS
    await send(machine, now, 600, 12)
    await ingest.settle(companyId, [machine.workCenterId], asked)
    assert.equal(await piecesOf(machine), pieces)
    await ingest.settle(companyId, null, asked + HOUR_MS)
    assert.equal(await piecesOf(machine), (pieces ?? 0) + 600)
  })

  test('are written at once with a stop that begins, and with the hour that ends', async () => {
    const machine = await running()
    await send(machine, now, 60, 2)
    await eventually(async () =>
      (await one('select count(*)::int as value from loss where work_center_id = $1 and end_at is null', machine)) === 1 ? true : undefined,
    )
    await send(machine, now, 3_000, 2)
    await eventually(async () =>
      (await one('select count(*)::int as value from hour_record where work_center_id = $1', machine)) === 2 ? true : undefined,
    )
  })

  test('are the same after a crash that the state did not see coming', async () => {
    const [cut, whole] = [await running(), await running()]
    const begun = now
    await send(cut, begun, 900, 12)
    await send(cut, begun + 15 * MINUTE_MS, 120, 2)
    await eventually(async () =>
      (await one('select count(*)::int as value from loss where work_center_id = $1 and end_at is null', cut)) === 1 ? true : undefined,
    )
    const stateAt = await stateAtOf(cut)
    assert.ok((stateAt ?? Infinity) < now, 'facts are ahead of the state')
    // Ingest loses its connections before the state is written.
    const cutter = await given.database.connect()
    await cutter.query('set role none')
    await cutter.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await cutter.end()
    await send(cut, begun + 17 * MINUTE_MS, 600, 12)
    await send(whole, begun, 900, 12)
    await send(whole, begun + 15 * MINUTE_MS, 120, 2)
    await send(whole, begun + 17 * MINUTE_MS, 600, 12)
    const settled = async () => {
      await ingest.settle(companyId, [cut.workCenterId, whole.workCenterId], Infinity)
      return { cut: await storedFacts(given.database, cut), whole: await storedFacts(given.database, whole) }
    }
    await eventually(async () => {
      const facts = await settled()
      return JSON.stringify(facts.cut) === JSON.stringify(facts.whole) ? true : undefined
    }).catch(async () => {
      const facts = await settled()
      assert.deepEqual(facts.cut, facts.whole)
    })
  })

  test('of a machine that says nothing more hold to the clock when somebody asks', async () => {
    const machine = await running()
    now += 30 * MINUTE_MS
    // As long as old samples stream in, ingest does not look at the clock.
    await sleep(1_100)
    await ingest.settle(companyId, [machine.workCenterId], Infinity)
    const asOf = await one('select as_of as value from shift where work_center_id = $1', machine)
    assert.equal(asOf, now)
  })

  test('are settled for another process, with the state and the samples that it cannot see', async () => {
    const machine = await running()
    await send(machine, now, 300, 12)
    const [answers, elsewhere] = [await answerSettles({ ...given, log }, ingest), await openSettleElsewhere({ ...given, log })]
    try {
      await elsewhere.settle(companyId, [machine.workCenterId], Infinity)
      assert.equal(await stateAtOf(machine), now)
      assert.equal(await piecesOf(machine), (now - FIRST) / 1_000 - 10)
      assert.equal(
        await one(
          `select sum(c.sample_count)::float8 as value from sample_chunk c join sensor s on s.company_id = c.company_id and s.id = c.sensor_id
           where s.work_center_id = $1 and s.type = 'POWER'`,
          machine,
        ),
        36,
      )
    } finally {
      await elsewhere.close()
      await answers.close()
    }
  })

  test('are left alone by another process’s question about time that the chunks hold already', async () => {
    const machine = await running()
    const samplesOf = () =>
      one(
        `select coalesce(sum(c.sample_count), 0)::float8 as value from sample_chunk c join sensor s on s.company_id = c.company_id and s.id = c.sensor_id
         where s.work_center_id = $1`,
        machine,
      )
    await ingest.settleFor(companyId, null, FIRST - HOUR_MS)
    assert.equal(await samplesOf(), 0)
    await ingest.settleFor(companyId, null, Infinity)
    assert.equal(await samplesOf(), 12)
  })

  test('hold no longer where samples came after they were written', async () => {
    const machine = await running()
    now += 2 * MINUTE_MS
    await ingest.settle(companyId, [machine.workCenterId], Infinity)
    const pieces = await piecesOf(machine)
    const written = now
    await send(machine, written - 2 * MINUTE_MS, 60, 12)
    now = written
    await ingest.settle(companyId, [machine.workCenterId], written - 30_000)
    assert.equal(await piecesOf(machine), (pieces ?? 0) + 60)
  })

  test('are in the public page of a process that folds nothing itself', async () => {
    const machine = await running()
    await send(machine, now, 600, 12)
    const { workCenterId } = machine
    const page = await readPublicData(
      { database: given.database, live: createLiveBus(), ingest: { settle: (...asked) => ingest.settleFor(...asked) }, now: () => now },
      { companyId, workCenterId },
    )
    assert.equal(page?.live?.output?.total, await piecesOf(machine))
    assert.equal(page?.live?.output?.total, (now - FIRST) / 1_000 - 10)
  })
})
