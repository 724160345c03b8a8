import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ACME } from '#server/graphql/testing.ts'
import { startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

let site: OutputSite

before(async () => {
  site = await startOutputSite()
  await site.set({ allow_multiple_output_confirmation: true })
  await site.run(0, 1)
})
after(() => site.close())

const close = (id: number) => site.done<OrderNow>('closeJobOrder', `id: ${id}`, '{ status }')
const cancel = (id: number | undefined) => site.done('cancelOutputConfirmation', `id: ${id}, comment: "counted twice"`, '{ id }')
const refused = (id: number | undefined) => site.refused('cancelOutputConfirmation', `id: ${id}, comment: "too late"`)

test('an order of 120 has 98 accepted and 81.67 % of its plan after three confirmations and one taken back', async () => {
  const { id } = await site.startOrder(120, 1.5)
  await site.run(1, 11)
  const units = async () => {
    const { acceptedOutput, rejectedOutput } = await site.order(id)
    return [acceptedOutput, rejectedOutput]
  }
  const confirm = async (accepted: number, rejected: number) =>
    (await site.confirm(`jobOrderId: ${id}, acceptedOutput: ${accepted}, rejectedOutput: ${rejected}`))[0]
  const first = await confirm(60, 3)
  assert.deepEqual(await units(), [60, 3])
  await confirm(40, 2)
  assert.deepEqual(await units(), [100, 5])
  await cancel(first?.id)
  assert.deepEqual(await units(), [40, 2])
  await confirm(58, 5)
  assert.deepEqual(await units(), [98, 7])
  assert.equal((await site.order(id)).progress, 81.67)
})

test('output of one segment is told with its share that waits, and with both speeds', async () => {
  const { id } = await site.startOrder(2000, 11.5)
  await site.run(11, 111, { rejectEach: 5 })
  const [row] = await site.done<readonly { calculatedSpeed: number; sensorSpeed: number; difference: number }[]>(
    'confirmOutput',
    `workCenterId: ${site.press.workCenterId}, jobOrderId: ${id}, acceptedOutput: 400, rejectedOutput: 15`,
    '{ calculatedSpeed sensorSpeed difference }',
  )
  // 415 and 1,000 in 100 minutes.
  assert.deepEqual([row?.calculatedSpeed, row?.sensorSpeed, row?.difference], [4.15, 10, -580])
  const { countedOutput, madeOutput } = await site.order(id)
  assert.deepEqual(countedOutput, { totalOutput: 585, acceptedOutput: 580, rejectedOutput: 5 })
  assert.deepEqual(madeOutput, { totalOutput: 1000, acceptedOutput: 980 })
  const [segment] = await site.done<readonly { confirmation: { unconfirmed: { total: number; percent: number } } }[]>(
    'outputIIoTs',
    `?jobOrderIds: [${id}], enabledForConfirmation: false`,
    '{ confirmation { unconfirmed { total percent } } }',
  )
  assert.deepEqual(segment?.confirmation.unconfirmed, { total: 585, percent: 58.5 })
})

test('480 and 35 of 500 warn and are 103 %; closed with nothing that waits the order is completed', async () => {
  const { id } = await site.startOrder(500, 111.5)
  await site.run(111, 161)
  await site.confirm(`jobOrderId: ${id}, acceptedOutput: 480`)
  const [over] = await site.confirm(`jobOrderId: ${id}, acceptedOutput: 35`)
  assert.deepEqual([over?.warnings, over?.overPlanBy], [['OVER_PLAN'], 15])
  const { acceptedOutput, progress } = await site.order(id)
  assert.deepEqual([acceptedOutput, progress], [515, 103])
  assert.equal((await close(id)).status, 'COMPLETED')
})

test('with 40 that wait a full order is only closed technically, and completed once they are confirmed and it is closed again', async () => {
  const { id } = await site.startOrder(500, 161.5)
  await site.run(161, 211)
  await site.confirm(`jobOrderId: ${id}, acceptedOutput: 500, cutAtNow: true`)
  await site.run(211, 215)
  assert.equal((await close(id)).status, 'TECHNICALLY_COMPLETED')
  await site.confirm(`jobOrderId: ${id}, acceptedOutput: 40`)
  const now = await site.order(id)
  assert.deepEqual([now.acceptedOutput, now.progress, now.status], [540, 108, 'TECHNICALLY_COMPLETED'])
  assert.equal((await close(id)).status, 'COMPLETED')
})

test('a completed order of 98 that loses a posting of 58 is closed technically with 40; in a confirmed shift nothing changes', async () => {
  const { id } = await site.startOrder(98, 215.5)
  await site.run(215, 224)
  await site.confirm(`jobOrderId: ${id}, acceptedOutput: 40`)
  const [last] = await site.confirm(`jobOrderId: ${id}, acceptedOutput: 58`)
  assert.equal((await close(id)).status, 'COMPLETED')
  const inShift = (status: string) =>
    site.api.database.pool.query('update shift set status = $2 where work_center_id = $1', [site.press.workCenterId, status])
  await inShift('CONFIRMED')
  assert.deepEqual(await refused(last?.id), ['SHIFT_CONFIRMED'])
  const kept = await site.order(id)
  assert.deepEqual([kept.status, kept.acceptedOutput], ['COMPLETED', 98])
  await inShift('PROGRESS')
  await cancel(last?.id)
  const now = await site.order(id)
  assert.deepEqual([now.status, now.acceptedOutput], ['TECHNICALLY_COMPLETED', 40])
})

test('985 and 15 of 990 and 18 counted in 210 minutes differ by -5 and -3, at 4.76 a minute where the device counted 4.80', async () => {
  const { id } = await site.startOrder(2000, 224.5)
  // 42 minutes of four and 168 of five pieces are 1,008, of them three and fifteen rejects.
  await site.run(224, 266, { perMinute: 4, rejectEach: 14 })
  await site.run(266, 434, { perMinute: 5, rejectEach: 11 })
  await site.done('stopJobOrder', `id: ${id}`, '{ id }')
  await site.api.reload(ACME, site.press.workCenterId)
  const rows = await site.done<
    readonly { outputType: string; output: number; sensorValue: number; difference: number; calculatedSpeed: number; sensorSpeed: number }[]
  >(
    'confirmOutput',
    `workCenterId: ${site.press.workCenterId}, jobOrderId: ${id}, acceptedOutput: 985, rejectedOutput: 15, closeAfterConfirmation: true`,
    '{ outputType output sensorValue difference calculatedSpeed sensorSpeed }',
  )
  const speeds = { calculatedSpeed: 4.76, sensorSpeed: 4.8 }
  assert.deepEqual(rows, [
    { outputType: 'ACCEPTED', output: 985, sensorValue: 990, difference: -5, ...speeds },
    { outputType: 'REJECTED', output: 15, sensorValue: 18, difference: -3, ...speeds },
  ])
  const [segment] = await site.done<readonly { difference: number; confirmation: { confirmed: { total: number } } }[]>(
    'outputIIoTs',
    `?jobOrderIds: [${id}], enabledForConfirmation: false`,
    '{ difference confirmation { confirmed { total } } }',
  )
  assert.deepEqual(segment, { difference: -8, confirmation: { confirmed: { total: 1000 } } })
})

test('closing without a cut closes what is over, and leaves what still counts', async () => {
  const { id } = await site.startOrder(2000, 500.5)
  await site.run(500, 510)
  await site.done('stopJobOrder', `id: ${id}`, '{ id }')
  await site.run(510, 513)
  await site.done('startJobOrder', `id: ${id}`, '{ id }')
  await site.run(513, 520)
  const segments = async () =>
    (
      await site.done<readonly { isClosed: boolean; timeEnd: string | null; confirmation: { unconfirmed: { total: number } } }[]>(
        'outputIIoTs',
        `?jobOrderIds: [${id}], enabledForConfirmation: false`,
        '{ isClosed timeEnd confirmation { unconfirmed { total } } }',
      )
    )
      .map(({ isClosed, timeEnd, confirmation }) =>
        [
          timeEnd === null ? 'counts' : 'over',
          isClosed ? 'closed' : 'open',
          confirmation.unconfirmed.total > 0 ? 'waits' : 'nothing waits',
        ].join(', '),
      )
      .toSorted((one, other) => one.localeCompare(other))
  assert.deepEqual(await segments(), ['counts, open, waits', 'over, open, waits'])
  await site.confirm(`jobOrderId: ${id}, acceptedOutput: 90, rejectedOutput: 0, closeAfterConfirmation: true`)
  assert.deepEqual(await segments(), ['counts, open, waits', 'over, closed, nothing waits'])
})
