import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { assertSameFacts, PAST_SHIFT_START, post, postAll, sampleAt, storedNumbers } from '#server/testing/publisher.ts'
import { settleAll } from '#server/testing/settleAll.ts'
import { spawnServer } from '#server/testing/serverProcess.ts'
import type { ServerProcess } from '#server/testing/serverProcess.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const STEPS: readonly (readonly [name: string, movedByMs: number])[] = [
  ['right', 0],
  ['two hours ahead', 2 * HOUR_MS],
  ['right again', 0],
  ['a day behind', -DAY_MS],
  ['three days ahead', 3 * DAY_MS],
  ['right at last', 0],
]
const SAMPLES_A_STEP = 400

suite('somebody moves the clock of the server', { timeout: 120_000 }, () => {
  let given: TestDatabase
  let server: ServerProcess
  let directory: string
  let [machine, reference, live]: TestMachine[] = []

  const moveClock = async (ms: number): Promise<void> => {
    await writeFile(join(directory, 'clock'), String(ms))
    await eventually(async () => ((await readFile(join(directory, 'clock.seen'), 'utf8')) === String(ms) ? true : undefined))
  }

  before(async () => {
    given = await createTestDatabase()
    directory = await mkdtemp(join(tmpdir(), 'trueline-clock-'))
    await writeFile(join(directory, 'clock'), '0')
    server = await spawnServer({
      dataDir: directory,
      flags: ['--import', join(import.meta.dirname, 'testing/movedClock.ts')],
      environment: { ROLE: 'ingest', DATABASE_URL: given.url, CLOCK_FILE: join(directory, 'clock'), LOG_LEVEL: 'error' },
    })
    await server.untilReady()
    const company = await addCompany(given.database, 'CLOCK')
    machine = await addMachine(given.database, company)
    reference = await addMachine(given.database, company)
    live = await addMachine(given.database, company)
  })
  after(async () => {
    await server.kill('SIGKILL')
    await rm(directory, { recursive: true })
    await given.drop()
  })

  test('what devices send is taken whatever it shows, once each, and figures are as if it had always been right', async () => {
    assert.ok(machine && reference && live)
    let next = 0
    for (const [name, movedByMs] of STEPS) {
      await moveClock(movedByMs)
      // Half of the messages before are sent again, as by a device that heard no answer.
      const samples = Array.from({ length: SAMPLES_A_STEP * 1.5 }, (_, at) => sampleAt(Math.max(0, next - SAMPLES_A_STEP / 2) + at))
      const answer = await post(machine, server.url, samples)
      assert.equal(answer.status, 202, name)
      assert.deepEqual(((await answer.json()) as { quarantined: unknown[] }).quarantined, [], name)
      next += SAMPLES_A_STEP
    }
    const count = next + SAMPLES_A_STEP / 2
    const numbers = Array.from({ length: count }, (_, index) => index)
    await postAll(machine, server.url, numbers)
    await postAll(reference, server.url, numbers)
    await assertSameFacts(given.database, [machine, reference], count)
    await settleAll(given.database, [machine], { isOwned: true })
    assert.deepEqual(Object.fromEntries(await storedNumbers(given.database, machine)), { POWER: numbers, TOTAL_OUTPUT: numbers })
    assert.ok(PAST_SHIFT_START + count * 1_000 < Date.now() - DAY_MS)
  })

  test('what a right device sends to a clock that is behind is kept with its reason, and taken once the clock is right', async () => {
    assert.ok(live)
    const sample = { at: Date.now() - MINUTE_MS, values: { POWER: 12 } }
    const reasons: unknown[] = []
    for (const movedByMs of [0, -HOUR_MS, 0]) {
      await moveClock(movedByMs)
      const answer = (await (await post(live, server.url, [{ ...sample, at: sample.at + reasons.length }])).json()) as {
        accepted: number
        quarantined: { reason: string }[]
      }
      reasons.push([answer.accepted, answer.quarantined.map(({ reason }) => reason)])
    }
    assert.deepEqual(reasons, [
      [1, []],
      [0, ['FUTURE']],
      [1, []],
    ])
  })
})
