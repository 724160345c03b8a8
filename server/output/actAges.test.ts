import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

/** The first shift, in minutes; it is now an hour into the next one. */
const SHIFT = 480
const ROLES = ['OPERATOR', 'USER', 'ADMIN'] as const
type Role = (typeof ROLES)[number]

/** What people say afterwards of a shift that is over, and how it is refused to who may not manage orders or output. */
describe('what is said of an earlier shift', () => {
  let site: OutputSite
  let early: OrderNow
  let next = 0
  let segment = 0

  const iso = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 10)
    early = await site.startOrder(500, 10.5)
    await site.run(10, 20)
    await site.done('stopJobOrder', `id: ${early.id}`, '{ id }')
    await site.run(20, 30)
    await site.startOrder(500, 30.5)
    await site.run(30, SHIFT + 60)
    const { items } = await site.done<{ items: readonly { id: number }[] }>('itemsPages', '?page: 1', '{ items { id } }')
    const input = `status: PLANNED, productId: ${items[0]?.id}, workCenterId: ${site.press.workCenterId}, planOutput: 50, planCycleTime: 6`
    next = (await site.done<{ id: number }>('createJobOrder', `input: { ${input} }`, '{ id }')).id
    const all = await site.done<readonly { id: number; timeStart: string; productionOrders: readonly unknown[] }[]>(
      'outputIIoTs',
      '?enabledForConfirmation: false',
      '{ id timeStart productionOrders { id } }',
    )
    segment = all.find(({ productionOrders, timeStart }) => productionOrders.length === 0 && timeStart < iso(SHIFT))?.id ?? 0
    assert.notEqual(segment, 0)
  })
  after(() => site.close())

  const acts = (): readonly (readonly [name: string, args: string, refusal: string])[] => [
    // Half an hour into the shift before is what people may say of it.
    ['startJobOrder', `id: ${next}, at: "${iso(SHIFT - 31)}"`, 'at: START_TOO_EARLY'],
    ['moveJobOrderBorder', `workCenterId: ${site.press.workCenterId}, borderAt: "${iso(20.5)}", newAt: "${iso(18)}"`, 'START_TOO_EARLY'],
    ['editOutput', `outputIIoTId: ${segment}, totalOutput: 1, rejectedOutput: 0, comment: "test parts"`, 'PAST_PERIOD'],
    // Its segment is another one then: it comes last.
    ['addProductionOrdersToOutput', `outputIIoTId: ${segment}, jobOrderIds: [${early.id}]`, 'outputIIoTId: START_TOO_EARLY'],
  ]

  for (const role of ROLES)
    it(`is taken of ${role === 'ADMIN' ? 'who manages orders and output' : `the role ${role} within its limits alone`}`, async () => {
      const told: Record<string, string> = {}
      for (const [name, args, refusal] of acts()) {
        const fields = name === 'moveJobOrderBorder' ? '{ __typename }' : '{ id }'
        // What is allowed is only looked at where it would change what the others are asked.
        const asked = name === 'moveJobOrderBorder' && role === 'ADMIN' ? `${args}, preview: true` : args
        const answer = (await site.refused(name, asked, fields, role satisfies Role)).join()
        told[name] = answer === '' ? 'done' : answer.endsWith(refusal.replace(/^.*: /, '')) ? 'too early' : answer
      }
      const expected = role === 'ADMIN' ? 'done' : 'too early'
      assert.deepEqual(told, Object.fromEntries(acts().map(([name]) => [name, expected])))
    })
})
