import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ACME } from '#server/graphql/testing.ts'
import { startOutputSite } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'

let site: OutputSite
let minute = 1

before(async () => {
  site = await startOutputSite()
  await site.set({ allow_multiple_output_confirmation: true })
  await site.run(0, 1)
})
after(() => site.close())

/** Has an order counted in segments of so many minutes each, ten a minute, a minute without it between two; returns it paused. */
async function counted(minutes: readonly number[], rejectEach: number | null = null): Promise<number> {
  const { id } = await site.startOrder(5_000, minute + 0.5)
  for (const [index, long] of minutes.entries()) {
    if (index > 0) await site.done('startJobOrder', `id: ${id}`, '{ id }')
    await site.run(minute, minute + long, { rejectEach })
    minute += long
    await site.done('stopJobOrder', `id: ${id}`, '{ id }')
    await site.run(minute, minute + 1, { perMinute: 0 })
    minute += 1
  }
  return id
}

/** Of the segments of an order in their sequence: what the device counted, what it is worth, its difference, whether it is confirmed. */
async function segmentsOf(id: number) {
  await site.api.reload(ACME, site.press.workCenterId)
  const { rows } = await site.api.database.pool.query<{
    counted: number
    worth: number
    accepted: number
    rejected: number
    difference: number
    isConfirmed: boolean
  }>(
    `select total::float8 as counted, effective_total::float8 as worth, effective_accepted::float8 as accepted, effective_rejected::float8 as rejected,
      difference::float8 as difference, is_confirmed as "isConfirmed"
     from output_segment where company_id = $1 and $2 = any(job_order_ids) order by start_at`,
    [ACME, id],
  )
  return rows
}

const waitingOf = async (id: number) => (await site.order(id)).countedOutput?.totalOutput

/** The parts of what is confirmed over the segments, oldest first. */
const partsOf = async (id: number, accepted: number) =>
  (await site.confirm(`jobOrderId: ${id}, acceptedOutput: ${accepted}`)).map(({ output }) => output)

test('closed with fewer than the 500 that were counted, 488 good and 7 bad are what was made: 5 are missing and nothing waits', async () => {
  const id = await counted([50], 10)
  await site.confirm(`jobOrderId: ${id}, acceptedOutput: 488, rejectedOutput: 7, closeAfterConfirmation: true`)
  assert.deepEqual(await segmentsOf(id), [{ counted: 500, worth: 495, accepted: 488, rejected: 7, difference: -5, isConfirmed: true }])
  const { acceptedOutput, rejectedOutput, madeOutput } = await site.order(id)
  assert.deepEqual([acceptedOutput, rejectedOutput, madeOutput.totalOutput, await waitingOf(id)], [488, 7, 495, 0])
})

test('405 good and 6 bad of 400 that were counted are 411: 11 more than the device saw, and nothing waits', async () => {
  const id = await counted([40], 10)
  await site.confirm(`jobOrderId: ${id}, acceptedOutput: 405, rejectedOutput: 6`)
  assert.deepEqual(await segmentsOf(id), [{ counted: 400, worth: 411, accepted: 405, rejected: 6, difference: 11, isConfirmed: true }])
  const { acceptedOutput, madeOutput } = await site.order(id)
  assert.deepEqual([acceptedOutput, madeOutput.totalOutput, await waitingOf(id)], [405, 411, 0])
})

test('34 of 20, 10 and 30 that wait are 11, 6 and 17 of them, whole pieces; the rest goes on waiting', async () => {
  const id = await counted([2, 1, 3])
  assert.deepEqual(await partsOf(id, 34), [11, 6, 17])
  assert.equal(await waitingOf(id), 26)
  // What is left is shared by what is left of each.
  assert.deepEqual(await partsOf(id, 26), [9, 4, 13])
  assert.equal(await waitingOf(id), 0)
})

test('64 of the same 60 are all of them, and the four beyond by what was counted: 21, 11 and 32', async () => {
  const id = await counted([2, 1, 3])
  assert.deepEqual(await partsOf(id, 64), [21, 11, 32])
  assert.deepEqual(
    (await segmentsOf(id)).map(({ difference }) => difference),
    [1, 1, 2],
  )
  assert.equal((await site.order(id)).madeOutput.totalOutput, 64)
})

test('8 over three of 10 are 3, 2 and 3', async () => {
  const id = await counted([1, 1, 1])
  assert.deepEqual(await partsOf(id, 8), [3, 2, 3])
  assert.equal(await waitingOf(id), 22)
})
