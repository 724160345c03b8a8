import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { PIXEL } from '../pixel.ts'
import type { World } from '../world.ts'
import { cutOff } from './cutOff.ts'

const TASK_COUNT = 60
const PHOTO_COUNT = 20
/** So soon everything is sent once the network is back. */
const SENT_MS = MINUTE_MS

type Sent = {
  readonly checklistOccurrences: {
    readonly items: readonly {
      readonly files: readonly object[]
      readonly submissions: readonly { readonly answers: readonly object[] }[]
    }[]
  }
}

/** A story about a device that has no connection for a day. */
export function offlineDayStories(world: () => World): void {
  test('a day without a connection: sixty answers and twenty photos outlive a reload, are sent within a minute, and what became too old asks', async () => {
    const { api, press } = world()
    const tasks = Array.from(
      { length: TASK_COUNT },
      (_one, index) =>
        `{ id: "t${index}", description: "Task ${index + 1} of the day", type: YES_NO, expectedAnswer: true, photoProofRequired: ${index < PHOTO_COUNT} }`,
    )
    const frequency = '{ source: DAILY_SCHEDULE, showAt: ["03:57"], allowManualActivation: true }'
    const input = (name: string, asked: readonly string[]) =>
      `{ name: "${name}", active: true, workCenterIds: [${press.workCenterId}], tasks: [${asked.join(', ')}], frequency: ${frequency} }`
    type Made = { readonly createOrUpdateChecklist: { readonly id: number } }
    const long = await api<Made>(`mutation { createOrUpdateChecklist(input: ${input('Day round', tasks)}) { id } }`)
    await api(
      `mutation { createOrUpdateChecklist(input: ${input('Old round', ['{ id: "o", description: "Old task", type: MARK_AS_DONE }'])}) { id } }`,
    )
    const page = await world().openPage(`/checklists?wc=${press.workCenterId}`, { width: 390, hasTouch: true })
    const which = page.getByLabel('Checklist and work center')
    await which.selectOption({ label: `Old round · ${press.name}` })
    const back = await cutOff(page)

    // Fifteen days ago, by the clock of the device: that is too old when it can be sent.
    await page.clock.install({ time: Date.now() - 15 * DAY_MS })
    await page.getByRole('button', { name: 'Start now' }).tap()
    await page.getByRole('heading', { name: 'Old task' }).waitFor()
    await page.getByRole('button', { name: 'Done', exact: true }).tap()
    await page.getByRole('button', { name: 'Next' }).tap()
    await page.getByRole('heading', { name: 'Everything is answered' }).waitFor()
    await handIn(page)
    await page.getByRole('button', { name: '1 not sent' }).waitFor()

    // A day ago the long one begins.
    await page.clock.setSystemTime(Date.now() - DAY_MS)
    await which.selectOption({ label: `Day round · ${press.name}` })
    await page.getByRole('button', { name: 'Start now' }).tap()
    for (let index = 0; index < TASK_COUNT; index++) {
      await page.getByRole('heading', { name: `Task ${index + 1} of the day` }).waitFor()
      await page.keyboard.press('y')
      if (index < PHOTO_COUNT) {
        await page.getByLabel('Take a photo').setInputFiles({ name: `p${index}.png`, mimeType: 'image/png', buffer: PIXEL })
        await page.getByText('On this device, not sent yet').waitFor()
      }
      if (index === TASK_COUNT / 2) {
        // In the middle the tablet goes out.
        await page.reload()
        await page.getByRole('heading', { name: `Task ${index + 2} of the day` }).waitFor()
        continue
      }
      await page.keyboard.press('Enter')
    }
    await page.getByRole('heading', { name: 'Everything is answered' }).waitFor()
    await handIn(page)
    await page.getByRole('button', { name: `${PHOTO_COUNT + 2} not sent` }).waitFor()

    // A day goes by in a drawer, and then there is a network.
    await page.clock.fastForward(DAY_MS)
    const backAt = performance.now()
    await back()
    for (;;) {
      const { checklistOccurrences } = await api<Sent>(
        `{ checklistOccurrences(filter: { checklistIds: [${long.createOrUpdateChecklist.id}] }) { items { files { id } submissions { answers { taskId } } } } }`,
      )
      const [sent] = checklistOccurrences.items
      const counts = [sent?.files.length, sent?.submissions[0]?.answers.length]
      if (counts[0] === PHOTO_COUNT && counts[1] === TASK_COUNT) break
      assert.ok(performance.now() - backAt <= SENT_MS, `not sent within a minute: ${JSON.stringify(counts)}`)
      await sleep(200)
    }
    await page.getByRole('button', { name: '1 needs you' }).tap()
    await page.getByRole('dialog', { name: 'Not sent yet' }).getByText('Old round').waitFor()
    await page.close()
  })
}

async function handIn(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter')
}
