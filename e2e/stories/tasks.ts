import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Machine } from '../device.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { addFinishedShift, openShift } from './finishedShift.ts'
import { storedIn } from './storedIn.ts'

/** Tasks follow what happened a moment later, and a busy machine takes its time. */
const ASKED_MS = 60_000

/** Stories about what people are asked to do at a machine. */
export function taskStories(world: () => World): void {
  test('a task of a plan that says so holds the confirmation of its shift, and the shift leads to it', async () => {
    await changePlan(world(), 'COUNTER_RESET', 'blocksShift: true')
    // It asks for what comes after it was switched on, and the shift was before.
    await storedIn(world(), (database) =>
      database.query(`update operational_plan set active_from = 0 where company_id = 'ACME1' and event = 'COUNTER_RESET'`),
    )
    // The counter begins anew in the middle, and what it counts then has no order.
    const machine = await addFinishedShift(world(), 'Counted press', [], 0, (minute) => ({
      TOTAL_OUTPUT: minute < 30 ? 500 + minute * 10 : (minute - 30) * 10,
    }))
    await untilAsked(world(), machine, 1)
    const page = await openShift(world(), machine, '&close=1&step=confirm')
    await page.getByText('1 task not done').first().waitFor()
    await page.getByLabel('Why issues stay open').waitFor()
    await assertAccessible(page)
    await page.goto(page.url().replace('step=confirm', 'step=tasks'))
    await page.getByText('Choose the order for the output since').first().waitFor()
    await assertAccessible(page)
    await page
      .getByRole('link', { name: /^Choose order/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: machine.name }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('tab'), 'history')
    await page.close()
  })
}

/** Waits until so much is asked at the machine: it follows what happened there a moment later. */
async function untilAsked({ api }: World, { workCenterId }: Machine, count: number): Promise<void> {
  const giveUpAt = performance.now() + ASKED_MS
  for (;;) {
    const { operationalTasks } = await api<{ operationalTasks: { items: readonly object[] } }>(
      'query ($id: Int) { operationalTasks(workCenterId: $id, status: PENDING) { items { id } } }',
      { id: workCenterId },
    )
    if (operationalTasks.items.length === count) return
    assert.ok(performance.now() < giveUpAt, `${operationalTasks.items.length} tasks instead of ${count}`)
    await sleep(100)
  }
}

/** Changes what is asked of people when the event comes, as of how it stands. */
async function changePlan({ api }: World, event: 'COUNTER_RESET', change: string): Promise<void> {
  const { operationalPlans } = await api<{ operationalPlans: readonly { event: string; version: number }[] }>(
    '{ operationalPlans { event version } }',
  )
  const version = operationalPlans.find((plan) => plan.event === event)?.version ?? 0
  await api(`mutation { updateOperationalPlan(event: ${event}, version: ${version}, isActive: true, ${change}) { event } }`)
}
