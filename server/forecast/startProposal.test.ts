import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { ItemId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import { addLoss } from '#server/shift/testing.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import { settleAll } from '#server/testing/settleAll.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'
import { listUsualShares } from './startProposal.store.ts'

type Proposal = { readonly jobOrder: { readonly id: number }; readonly at: string; readonly sign: string } | null
type Record = { readonly answered: number; readonly accepted: number; readonly isOff: boolean }

describe('a proposal that another order began', () => {
  let site: OutputSite
  let running: OrderNow
  let next = 0
  let third = 0
  let fourth = 0
  before(async () => {
    site = await startOutputSite()
    running = await site.startOrder(1000, 0)
    const { product } = await site.done<{ product: { id: number } }>('jobOrder', `?id: ${running.id}`, '{ product { id } }')
    const input = `status: PLANNED, productId: ${product.id}, workCenterId: ${site.press.workCenterId}, planOutput: 300, planCycleTime: 20`
    next = (await site.done<{ id: number }>('createJobOrder', `input: { ${input} }`, '{ id }')).id
  })
  after(() => site.close())

  const asked = (as: 'ADMIN' | 'OPERATOR' = 'ADMIN') =>
    site.done<Record & { readonly proposal: Proposal }>(
      'orderStartProposals',
      `?workCenterId: ${site.press.workCenterId}`,
      '{ proposal { jobOrder { id } at sign } answered accepted isOff }',
      as,
    )
  const proposal = async (as?: 'ADMIN' | 'OPERATOR') => (await asked(as)).proposal
  const record = async () => {
    const { answered, accepted, isOff } = await asked()
    return { answered, accepted, isOff }
  }
  const answer = (isAccepted: boolean, at: string, id = next, sign = 'PACE') =>
    `workCenterId: ${site.press.workCenterId}, jobOrderId: ${id}, at: "${at}", isAccepted: ${isAccepted}, sign: ${sign}`
  it('is none while the order in progress is made at its pace', async () => {
    await site.run(0, 30)
    assert.equal(await proposal(), null)
  })

  it('names the next order, since the stop before it, once its pace is seen (F-4)', async () => {
    // Three a minute: 20 s each, where the order in progress has 6 s.
    await site.run(36, 46, { perMinute: 3 })
    // A sensor is known once its first readings are stored.
    await settleAll(site.api.database, [site.press])
    // The press of the site has no stops of its own: one is written as the fold writes it.
    await addLoss(site.api, site.press.workCenterId, [30, 36])
    const found = await proposal()
    assert.deepEqual(found, { jobOrder: { id: next }, at: new Date(START + 30 * MINUTE_MS).toISOString(), sign: 'PACE' })
    assert.deepEqual(await proposal('OPERATOR'), found)
    // Nothing was started.
    assert.equal((await site.order(running.id)).status, 'PROGRESS')
  })

  it('is not made again once somebody said No, and its answers are counted', async () => {
    const found = (await proposal()) ?? assert.fail('there is a proposal')
    assert.deepEqual(await record(), { answered: 0, accepted: 0, isOff: false })
    await site.done('answerOrderStartProposal', answer(false, found.at), '', 'OPERATOR')
    // The first answer stands.
    await site.done('answerOrderStartProposal', answer(true, found.at), '')
    assert.equal(await proposal(), null)
    assert.deepEqual(await record(), { answered: 1, accepted: 0, isOff: false })
    const refused = (args: string) => site.refused('answerOrderStartProposal', args, '')
    assert.deepEqual(await refused(answer(false, found.at, 99_999)), ['JOB_ORDER_NOT_FOUND'])
    assert.deepEqual(await refused(answer(false, new Date(START - 3 * 24 * 60 * MINUTE_MS).toISOString())), ['at: START_TOO_EARLY'])
    const stranger = await site.api.ask(`mutation { answerOrderStartProposal(${answer(false, found.at)}) }`, { as: site.api.stranger })
    assert.deepEqual(
      stranger.errors.map(({ extensions }) => extensions.code),
      ['WORK_CENTER_NOT_FOUND'],
    )
  })

  it('names another one, since the first unit beyond the plan, once a tenth more is made and no new stop lies between', async () => {
    const { product, version } = await site.done<{ product: { id: number }; version: number }>(
      'jobOrder',
      `?id: ${running.id}`,
      '{ product { id } version }',
    )
    const input = `status: PLANNED, productId: ${product.id}, workCenterId: ${site.press.workCenterId}, planOutput: 300, planCycleTime: 6`
    third = (await site.done<{ id: number }>('createJobOrder', `input: { ${input} }`, '{ id }')).id
    assert.equal(await proposal(), null)
    await site.done('updateJobOrder', `input: { id: ${running.id}, version: ${version}, planOutput: 200 }`, '{ id }')
    const found = (await proposal()) ?? assert.fail('there is a proposal')
    assert.deepEqual([found.jobOrder.id, found.sign], [third, 'OVER_PLAN'])
    // Ten a minute: the plan was made after twenty minutes.
    const minute = (Date.parse(found.at) - START) / MINUTE_MS
    assert.ok(minute >= 20 && minute <= 21, `${minute}`)
  })

  it('asks once of a run what it made beyond its plan: No does not lead to the order behind', async () => {
    const { product } = await site.done<{ product: { id: number } }>('jobOrder', `?id: ${running.id}`, '{ product { id } }')
    const input = `status: PLANNED, productId: ${product.id}, workCenterId: ${site.press.workCenterId}, planOutput: 300, planCycleTime: 6`
    fourth = (await site.done<{ id: number }>('createJobOrder', `input: { ${input} }`, '{ id }')).id
    const found = (await proposal()) ?? assert.fail('there is a proposal')
    await site.done('answerOrderStartProposal', answer(false, found.at, third, 'OVER_PLAN'), '')
    assert.equal(await proposal(), null)
  })

  it('names one for units that come while no order is worked on', async () => {
    await site.done('stopJobOrder', `id: ${running.id}`, '{ id }')
    const stoppedAt = site.clock
    assert.equal(await proposal(), null)
    await site.run(47, 52)
    await settleAll(site.api.database, [site.press])
    const found = (await proposal('OPERATOR')) ?? assert.fail('there is a proposal')
    assert.deepEqual([found.jobOrder.id, found.sign], [fourth, 'NO_ORDER'])
    assert.ok(Date.parse(found.at) >= stoppedAt && Date.parse(found.at) <= stoppedAt + 1.5 * MINUTE_MS, found.at)
    await site.done('startJobOrder', `id: ${fourth}, at: "${found.at}"`, '{ id }', 'OPERATOR')
    assert.equal(await proposal(), null)
  })

  it('is compared with how long units of the product took in its last orders, from three of them on', async () => {
    const { pool } = site.api.database
    const { product } = await site.done<{ product: { id: number } }>('jobOrder', `?id: ${running.id}`, '{ product { id } }')
    const place = asId<WorkCenterId>(site.press.workCenterId)
    const item = asId<ItemId>(product.id)
    const finished = async (runMinutes: number, daysAgo: number) => {
      const input = `productId: ${item}, workCenterId: ${place}, planOutput: 100, planCycleTime: 6`
      const { id } = await site.done<{ id: number }>('createJobOrder', `input: { ${input} }`, '{ id }')
      const [start, end] = [START - daysAgo * DAY_MS, START - daysAgo * DAY_MS + HOUR_MS]
      await pool.query(
        'insert into job_order_run (company_id, work_center_id, job_order_id, start_at, end_at) values ($1, $2, $3, $4, $5)',
        [ACME, place, id, start, end],
      )
      await pool.query(
        `insert into output_segment (company_id, work_center_id, start_at, end_at, job_order_ids, total, accepted, rejected, uncounted_total,
          uncounted_accepted, uncounted_rejected, run_ms, net_operating_ms) values ($1, $2, $3, $4, $5, 100, 100, 0, 0, 0, 0, $6, $7)`,
        [ACME, place, start, end, [id], runMinutes * MINUTE_MS, 10 * MINUTE_MS],
      )
      await pool.query(
        'insert into order_course (company_id, work_center_id, job_order_id, item_id, closed_on) values ($1, $2, $3, $4, $5)',
        [ACME, place, id, item, new Date(end)],
      )
    }
    const shares = () => site.api.database.inTenant(ACME, (tenant) => listUsualShares(tenant, place, [item]))
    await finished(12, 3)
    await finished(30, 4)
    assert.deepEqual([...(await shares())], [])
    await finished(14, 5)
    assert.deepEqual([...(await shares())], [[item, 1.4]])
  })
})
