import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Keeper } from '#server/event/keepByMarks.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createLog } from '#server/log.ts'
import { dieAllOver } from '#server/testing/dieAtWork.ts'
import { dyingOver } from '#server/testing/dieOver.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { untilEventsArePast } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { keepTasks } from './keepTasks.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 60 * MINUTE_MS
const STEP = 7

describe('operational tasks when processes are killed by signal 9', () => {
  let api: TestApi
  let press: TestMachine
  let kept: Keeper

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW, log: createLog('error') })
    kept = await keepTasks({ database: api.database, log: api.deps.log, now: () => NOW, everyMs: HOUR_MS })
    const stops = [40, 50].map((from) => ({ from, to: from + 5, powerKw: 2 }))
    press = await addPressWithStops(api, ACME, { start: START, until: 60, stops })
    await untilEventsArePast(api)
  })
  after(async () => {
    await kept.close()
    await api.close()
  })

  const tasks = async () => {
    const { rows } = await api.database.pool.query<{ id: string; cause: string | null; comment: string | null }>(
      'select id, closed_cause as cause, comment from operational_task where work_center_id = $1 order by subject_start',
      [press.workCenterId],
    )
    return rows
  }

  it('in the middle of a round: a stop has its task once, and none is lost', async () => {
    const deaths = await dieAllOver({ databaseUrl: api.databaseUrl, companyId: ACME, now: NOW, work: 'TASKS' }, STEP, async () =>
      assert.ok([0, 2].includes((await tasks()).length)),
    )
    assert.ok(deaths >= 2, `it was killed ${deaths} times`)
    await kept.run()
    assert.deepEqual(
      (await tasks()).map(({ cause }) => cause),
      [null, null],
    )
  })

  it('while one is closed: before the commit nothing is, after it the repetition answers what was done', async () => {
    const [first, second] = await tasks()
    const close = (id: string | undefined, key: number) => ({
      query: `mutation ($key: Guid!) { closeOperationalTask(id: ${id}, comment: "belt torn", requestKey: $key) { status closedCause comment } }`,
      variables: { key: `0190a1b2-0000-7000-8000-00000000000${key}` },
    })
    const closed = { status: 'CLOSED', closedCause: 'PERSON', comment: 'belt torn' }
    for (const [task, dies] of [
      [first, 'before'],
      [second, 'after'],
    ] as const) {
      const said = close(task?.id, dies === 'before' ? 1 : 2)
      await dyingOver({ ...api, now: NOW }, said, dies)
      const there = (await tasks()).find(({ id }) => id === task?.id)
      assert.equal(there?.cause, dies === 'before' ? null : 'PERSON')
      for (let times = 0; times < 2; times++) {
        const { data, errors } = await api.ask(said.query, { variables: said.variables })
        assert.deepEqual([data['closeOperationalTask'], errors], [closed, []])
      }
    }
    await kept.run()
    assert.deepEqual(
      (await tasks()).map(({ cause, comment }) => [cause, comment]),
      [
        ['PERSON', 'belt torn'],
        ['PERSON', 'belt torn'],
      ],
    )
  })
})
