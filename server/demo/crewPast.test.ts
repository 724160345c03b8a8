import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { insertPresetReasons } from '#server/company/presetReason.store.ts'
import { PRESET_REASONS } from '#server/company/presetReasons.ts'
import { addUpCourses } from '#server/forecast/keepCourses.service.ts'
import { ACME } from '#server/graphql/testing.ts'
import { DEMO_CREW } from '#server/identity/seedDemoPeople.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'
import { insertCrew } from './demoCrew.store.ts'
import { crewAtWork } from './demoCrew.ts'
import { DEMO_REASONS } from './demoReasons.ts'
import { resetDemo } from './demoReset.ts'

const HOURS = 72

type Order = {
  readonly id: number
  readonly status: string
  readonly source: string
  readonly planOutput: number
  readonly acceptedOutput: number
  readonly countedOutput: { readonly totalOutput: number } | null
  readonly runs: readonly { readonly timeStart: string; readonly timeEnd: string | null }[]
  readonly planStart: string | null
  readonly planEnd: string | null
  readonly expectedNow: number | null
  readonly product: { readonly containerQuantity: number | null } | null
  readonly forecast: { readonly cases: number; readonly basis: string } | null
}

type Coil = { readonly workCenterId: number | null; readonly batch: { readonly id: number } }

suite('the orders of the days before the demo', () => {
  let site: OutputSite
  const deps = () => ({ database: site.api.database, now: () => site.clock, reload: site.api.reload, laysPast: true })
  const orders = async () => {
    const fields = `items { id status source planOutput acceptedOutput countedOutput { totalOutput } runs { timeStart timeEnd } forecast { cases basis } planStart planEnd expectedNow product { containerQuantity } }`
    const found = await site.done<{ readonly items: readonly Order[] }>('jobOrdersPages', '?size: 100', `{ ${fields} }`)
    return found.items
  }
  before(async () => {
    site = await startOutputSite()
    await site.run(0, HOURS * 60, { perMinute: 10, rejectEach: 30 })
    await site.api.database.inSystem(async (tx) => {
      await insertPresetReasons(tx, ACME, 'en', [...PRESET_REASONS, ...DEMO_REASONS])
      await insertCrew(tx, ACME, DEMO_CREW)
    })
    await site.api.database.pool.query(
      `with made as (insert into work_center_group (company_id, name, color) values ($1, 'Forming', '#5B6FD8') returning id)
        update work_center set external_code = 'press-3', group_id = made.id from made where company_id = $1 and work_center.id = $2`,
      [ACME, site.press.workCenterId],
    )
    await crewAtWork(deps(), ACME)
  })
  after(() => site.close())

  test('fill them without a gap, are confirmed and finished, and the last one goes on', async () => {
    const worked = (await orders()).filter(({ runs }) => runs.length > 0)
    const runs = worked.flatMap((order) => order.runs).toSorted((one, other) => (one.timeStart < other.timeStart ? -1 : 1))
    assert.ok(runs.length >= HOURS / 9 && runs.length <= HOURS / 3, `${runs.length} orders`)
    assert.equal(runs[0]?.timeStart, new Date(START).toISOString())
    runs.forEach(({ timeEnd }, index) => assert.equal(timeEnd, runs[index + 1]?.timeStart ?? null))
    const finished = worked.filter(({ status }) => status !== 'PROGRESS')
    assert.equal(worked.length - finished.length, 1)
    assert.ok(finished.every(({ status }) => status === 'COMPLETED' || status === 'TECHNICALLY_COMPLETED'))
    assert.ok(
      finished.some(({ status }) => status === 'COMPLETED'),
      JSON.stringify(finished),
    )
    for (const { planOutput, acceptedOutput } of finished.filter((one) => one.acceptedOutput > 0))
      assert.ok(Math.abs(acceptedOutput / planOutput - 1) < 0.06, `${acceptedOutput} of ${planOutput}`)
    // What they took of the coils is known, and none of it was taken twice.
    const { rows } = await site.api.database.pool.query<{ consumed: number; off: number }>(
      `select (select count(*) from material_consumption)::int as consumed, (select count(*) from stock s where s.balance <>
        (select sum(m.quantity) from stock_movement m where m.company_id = s.company_id and m.stock_id = s.id))::int as off`,
    )
    assert.ok((rows[0]?.consumed ?? 0) >= finished.length * 0.8, JSON.stringify(rows))
    assert.equal(rows[0]?.off, 0)
  })

  test('have a window of their own, so that it is seen what is due of the one in progress and when the next box is full', async () => {
    // What came in a file has no window.
    const all = (await orders()).filter(({ status, source }) => status !== 'DRAFT' && source === 'SCREEN')
    for (const { planStart, planEnd } of all)
      assert.ok(planStart !== null && planEnd !== null && planStart < planEnd, `${planStart} to ${planEnd}`)
    const present = all.find(({ status }) => status === 'PROGRESS')
    assert.ok((present?.expectedNow ?? 0) > 0 && (present?.expectedNow ?? 0) <= (present?.planOutput ?? 0), JSON.stringify(present))
    assert.ok(all.every(({ product }) => product?.containerQuantity === 200))
    // What waits is planned one after the other.
    const waiting = all.filter(({ status }) => status === 'PLANNED').map(({ planStart, planEnd }) => [planStart ?? '', planEnd ?? ''])
    const inTime = waiting.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
    for (const [index, [start = '']] of inTime.entries()) assert.ok(index === 0 || start >= (inTime[index - 1]?.[1] ?? ''), start)
  })

  test('leave nothing of what the crew said of rejects without its loss', async () => {
    const { rows } = await site.api.database.pool.query<{ said: number; lost: number }>(
      `select count(*)::int as said, count(*) filter (where not is_valid)::int as lost from loss_annotation where source = 'OUTPUT'`,
    )
    assert.ok((rows[0]?.said ?? 0) > 0, JSON.stringify(rows))
    assert.equal(rows[0]?.lost, 0)
  })

  test('say how long the next ones will take', async () => {
    await addUpCourses(site.api.database, site.clock)
    // What finished orders say is believed for two minutes.
    site.clock += 5 * MINUTE_MS
    const planned = (await orders()).find(({ status }) => status === 'PROGRESS')
    assert.ok((planned?.forecast?.cases ?? 0) >= 5, JSON.stringify(planned?.forecast))
    assert.notEqual(planned?.forecast?.basis, 'RECENT')
  })

  test('are laid once, and stay through the night with what they consumed; what visitors moved is put back', async () => {
    const kept = async () => {
      const { rows } = await site.api.database.pool.query(
        `select (select count(*) from output_confirmation)::int as confirmed, (select count(*) from material_consumption)::int as consumed,
          (select count(*) from job_order_run)::int as runs,
          (select json_agg(json_build_array(b.code, s.work_center_id, s.balance) order by b.code, s.work_center_id nulls first)
            from stock s join batch b on b.company_id = s.company_id and b.id = s.batch_id) as stock`,
      )
      return rows[0]
    }
    await crewAtWork(deps(), ACME)
    const before = await kept()
    const stocks = await site.done<readonly Coil[]>('stocks', '?hasBalance: true', '{ workCenterId batch { id } }')
    const coil = stocks.find(({ workCenterId }) => workCenterId === site.press.workCenterId)
    await site.done('chargeOffBatch', `batchId: ${coil?.batch.id}, workCenterId: ${coil?.workCenterId}, balance: 5`, '{ balance }')
    await resetDemo(deps(), ACME)
    assert.deepEqual(await kept(), before)
  })

  test('give way to the next one once the plan is made, and then are confirmed', async () => {
    const running = (await orders()).find(({ status }) => status === 'PROGRESS')
    assert.ok(running)
    await site.run(HOURS * 60, HOURS * 60 + 300, { perMinute: 60 })
    site.clock += MINUTE_MS
    await crewAtWork(deps(), ACME)
    assert.equal((await orders()).find(({ id }) => id === running.id)?.status, 'ON_HOLD')
    await site.run(HOURS * 60 + 310, HOURS * 60 + 320, { perMinute: 60 })
    await crewAtWork(deps(), ACME)
    const later = await orders()
    assert.equal(later.find(({ id }) => id === running.id)?.status, 'COMPLETED')
    assert.ok(later.some(({ id, status }) => status === 'PROGRESS' && id !== running.id))
  })
})
