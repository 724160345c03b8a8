import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { Keeper } from '#server/event/keepByMarks.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createLog } from '#server/log.ts'
import { countStatements } from '#server/testing/countedStatements.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually, untilEventsArePast } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { keepChecklists } from './keepChecklists.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 60 * MINUTE_MS

describe('a checklist that follows a stop', () => {
  let api: TestApi
  let press: TestMachine
  let kept: Keeper
  let reasonId = 0
  let now = NOW

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => now, log: createLog('error') })
    kept = await keepChecklists({ database: api.database, log: api.deps.log, now: () => now, everyMs: HOUR_MS })
    press = await addPressWithStops(api, ACME, { start: START, until: 60, stops: [{ from: 40, to: 60, powerKw: 2 }] })
    reasonId = (await ask<{ createLossReason: { id: number } }>('mutation { createLossReason(input: { name: "Lock-out" }) { id } }'))
      .createLossReason.id
  })
  after(async () => {
    await kept.close()
    await api.close()
  })

  const ask = async <Data>(query: string): Promise<Data> => {
    const { data, errors } = await api.ask(query)
    assert.deepEqual(errors, [])
    return data as Data
  }
  const save = async (name: string, frequency: string): Promise<number> => {
    const task = '{ id: "a", description: "Locked", type: YES_NO, expectedAnswer: true }'
    const input = `{ name: "${name}", active: true, workCenterIds: [${press.workCenterId}], tasks: [${task}], frequency: ${frequency} }`
    const { createOrUpdateChecklist } = await ask<{ createOrUpdateChecklist: { id: number } }>(
      `mutation { createOrUpdateChecklist(input: ${input}) { id } }`,
    )
    const { pool } = api.database
    await pool.query('update checklist set active_from = $1 where company_id = $2 and id = $3', [START, ACME, createOrUpdateChecklist.id])
    return createOrUpdateChecklist.id
  }
  const due = async (id: number): Promise<readonly string[]> => {
    const { checklistOccurrences } = await ask<{ checklistOccurrences: { items: readonly { readonly state: string }[] } }>(
      `{ checklistOccurrences(filter: { checklistIds: [${id}] }) { items { state } } }`,
    )
    return checklistOccurrences.items.map(({ state }) => state)
  }
  /** Consumers take what no open transaction may come before. */
  const untilTakeable = () => untilEventsArePast(api)
  const marks = async (): Promise<number> => (await api.database.pool.query('select from checklist_mark')).rows.length

  it('is asked as soon as the reason is given, without waiting for the next minute; others are left to the clock', async () => {
    const lockOut = await save('Lock-out', `{ source: LOSS_REASON, reasonId: ${reasonId} }`)
    const byClock = await save('Round', '{ source: REGULAR_INTERVALS, showEvery: 1800 }')
    await kept.run()
    assert.deepEqual(await due(lockOut), [])
    const [stop] = await eventually(async () => {
      const { lossesPages } = await ask<{ lossesPages: { items: readonly { readonly id: number; readonly version: number }[] } }>(
        '{ lossesPages(filter: { source: STATUS }, size: 10) { items { id version } } }',
      )
      return lossesPages.items.length > 0 ? lossesPages.items : undefined
    }, 20_000)
    await ask(`mutation { updateLoss(input: { id: ${stop?.id}, version: ${stop?.version}, reasonId: ${reasonId} }) { id } }`)
    // Written by the clock of the database, it would be known months later.
    await api.database.pool.query('update loss_annotation set said_at = $1 where company_id = $2', [now, ACME])
    now += SECOND_MS
    await eventually(async () => {
      await api.store(ACME)
      await kept.run()
      return (await due(lockOut)).length > 0 ? true : undefined
    })
    assert.deepEqual(await due(lockOut), ['PENDING'])
    assert.deepEqual(await due(byClock), [])
    assert.equal(await marks(), 0)
    await kept.run()
    assert.deepEqual(await due(lockOut), ['PENDING'])
  })

  it('is marked only while it is active, and only at its work centers', async () => {
    const { pool } = api.database
    const marked = async (isActive: boolean, places: readonly number[] = []): Promise<number> => {
      await pool.query('update checklist set is_active = $1, work_center_ids = $3::int[] where company_id = $2', [isActive, ACME, places])
      await pool.query(
        `insert into domain_event (company_id, work_center_id, kind, fact_key, change, at, payload) values ($1, $2, 'STOP_ENDED', 'stop/1', 'HAPPENED', $3, '{}')`,
        [ACME, press.workCenterId, NOW],
      )
      const statements = countStatements(['trueline_system'])
      await untilTakeable()
      await kept.run().finally(statements.end)
      return statements.texts.filter((text) => /insert into "checklist_mark"/.test(text)).length
    }
    assert.deepEqual([await marked(false), await marked(true)], [0, 1])
    assert.deepEqual([await marked(true, [press.workCenterId + 1]), await marked(true, [press.workCenterId])], [0, 1])
  })
})
