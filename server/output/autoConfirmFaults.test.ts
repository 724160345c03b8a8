import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { CompanyId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, OTHER } from '#server/graphql/testing.ts'
import { Refusal } from '#server/refusal.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import { confirmCounted } from './autoConfirm.service.ts'
import { listWaitingOutput } from './autoConfirm.store.ts'

describe('output that the product confirms while things go wrong', () => {
  let site: OutputSite
  let minute = 5

  before(async () => {
    site = await startOutputSite()
    await site.run(0, minute)
    await site.done('updateOutputSettings', `input: { workCenterId: ${site.press.workCenterId}, autoConfirm: ON_CLOSE }`, '{ autoConfirm }')
  })
  after(() => site.close())
  beforeEach(() => {
    site.clock += MINUTE_MS
  })

  /** Has an order run for 10 minutes and closed. */
  const closeOne = async () => {
    const order = await site.startOrder(5_000, minute + 0.5)
    await site.run(minute, minute + 10)
    minute += 10
    await site.done('closeJobOrder', `id: ${order.id}`, '{ status }')
    await site.run(minute, minute + 2)
    minute += 2
    return order.id
  }
  const acceptedOf = async (id: number) => (await site.order(id)).acceptedOutput
  const problems = async () => {
    const found = await site.done<readonly { readonly automaticProblem: string | null }[]>(
      'outputIIoTs',
      '?enabledForConfirmation: false',
      '{ automaticProblem }',
    )
    return found.flatMap(({ automaticProblem }) => automaticProblem ?? [])
  }
  /** Confirms while the first of it meets the error. */
  const confirmBeside = (error: Error) => {
    const { deps } = site.api
    let isMet = false
    const inTenant: typeof deps.database.inTenant = async (companyId, work) => {
      if (isMet) return await deps.database.inTenant(companyId, work)
      isMet = true
      throw error
    }
    return confirmCounted({ ...deps, database: { ...deps.database, inTenant } })
  }

  it('is confirmed by the next look where no rule refused it, and nobody is told of a trouble that passes', async () => {
    for (const code of ['SERVICE_UNAVAILABLE', 'NO_DISK_SPACE', 'CONFLICT', 'SHIFT_RECALCULATING']) {
      const order = await closeOne()
      assert.equal(await confirmBeside(new Refusal({ code })), 1, code)
      assert.equal(await acceptedOf(order), 0, code)
      assert.deepEqual(await problems(), [], code)
      // Not again by the same job, which repeats until nothing waits.
      const begunAt = site.clock
      site.clock += MINUTE_MS
      assert.equal(await confirmCounted(site.api.deps, begunAt), 0, code)
      assert.equal(await confirmCounted(site.api.deps), 1, code)
      assert.ok((await acceptedOf(order)) > 0, code)
    }
  })

  it('goes on behind what fails unexpectedly, which is looked at again after an hour', async () => {
    const [first, second] = [await closeOne(), await closeOne()]
    assert.equal(await confirmBeside(new Error('a bad row')), 2)
    assert.deepEqual([await acceptedOf(first), (await acceptedOf(second)) > 0], [0, true])
    site.clock += MINUTE_MS
    assert.equal(await confirmCounted(site.api.deps), 0)
    site.clock += HOUR_MS
    assert.equal(await confirmCounted(site.api.deps), 1)
    assert.ok((await acceptedOf(first)) > 0)
  })

  it('is taken from each company in turn', async () => {
    const { database } = site.api
    await addCompany(database, OTHER)
    const machine = await addMachine(database, OTHER)
    const segmentsOf = (companyId: CompanyId, workCenterId: number, from: number) =>
      database.pool.query(
        `insert into output_segment (company_id, work_center_id, start_at, end_at, total, accepted, rejected, uncounted_total, uncounted_accepted, uncounted_rejected)
         select $1, $2, $3::int8 + n, $3::int8 + n + 1, 5, 5, 0, 0, 0, 0 from generate_series(0, 18, 2) n`,
        [companyId, workCenterId, from],
      )
    const from = site.clock - HOUR_MS
    const idle = await addMachine(database, ACME)
    await segmentsOf(ACME, idle.workCenterId, from)
    await segmentsOf(OTHER, machine.workCenterId, from)
    await database.pool.query(`update work_center set auto_confirm = 'ON_SHIFT_END', auto_confirm_from = $1 where id = any($2)`, [
      from - 1,
      [idle.workCenterId, machine.workCenterId],
    ])
    const range = { since: from - 1, shiftsEndedBy: site.clock, triedBefore: site.clock, limit: 4 }
    const companies = (await database.inSystem((tx) => listWaitingOutput(tx, range))).map(({ companyId }) => companyId)
    assert.deepEqual([companies.length, new Set(companies.slice(0, 2)).size, new Set(companies.slice(2)).size], [4, 2, 2])
    await database.pool.query(`update work_center set auto_confirm = 'OFF' where id = any($1)`, [[idle.workCenterId, machine.workCenterId]])
  })

  it('is of the whole order, however long it ran, and of a server that was off for days', async () => {
    const order = await site.startOrder(5_000, minute + 0.5)
    await site.run(minute, minute + 10)
    site.clock += 6 * DAY_MS
    await site.done('closeJobOrder', `id: ${order.id}`, '{ status }')
    const back = Math.ceil((site.clock - START) / MINUTE_MS)
    await site.run(back, back + 2)
    site.clock += 4 * DAY_MS
    await confirmCounted(site.api.deps)
    const { countedOutput, acceptedOutput } = await site.order(order.id)
    assert.deepEqual([countedOutput?.totalOutput, acceptedOutput > 90], [0, true])
  })
})
