import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { DEMO_COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

const SCREENS = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
]

export function periodStories(world: () => World): void {
  touchedFiguresStory(world)
  for (const screen of SCREENS) {
    test(`a period is chosen by touch on a screen of ${screen.width} px`, async () => {
      const page = await world().openPage(`/boxes/${world().press.deviceId}?tab=history&range=yesterday`, { ...screen, hasTouch: true })
      await page
        .getByRole('group', { name: 'Period' })
        .getByRole('button', { name: /^Yesterday/ })
        .tap()
      const dialog = page.getByRole('dialog', { name: 'Period' })
      const next = dialog.getByRole('button', { name: 'Next month' })
      const grid = dialog.getByRole('grid').last()
      await grid.waitFor()
      assert.equal(await dialog.getByRole('grid').count(), screen.width < 1280 ? 1 : 2)

      const outside = await dialog.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect()
        const isOut = (one: Element) => one.getBoundingClientRect().right > right + 1 || one.getBoundingClientRect().left < left - 1
        return [...element.querySelectorAll('button, select, [role="spinbutton"], [role="grid"]')]
          .filter(isOut)
          .map((one) => one.outerHTML.slice(0, 120))
      })
      assert.deepEqual(outside, [], 'something sticks out of the dialog')
      for (const step of ['Previous month', 'Next month']) {
        const place = await boxOf(dialog.getByRole('button', { name: step }))
        for (const range of await dialog.getByRole('list', { name: 'Quick ranges' }).getByRole('button').all())
          assert.ok(!overlaps(place, await boxOf(range)), `"${step}" lies over "${await range.innerText()}"`)
      }
      const [from, to] = [
        await boxOf(dialog.getByRole('group', { name: 'From', exact: true })),
        await boxOf(dialog.getByRole('group', { name: 'To', exact: true })),
      ]
      if (screen.width < 720) assert.ok(from.y + from.height <= to.y, '"From" does not stand over "To"')
      for (const name of ['Show', 'Cancel']) {
        const { y, height } = await boxOf(dialog.getByRole('button', { name, exact: true }))
        assert.ok(y >= 0 && y + height <= screen.height, `"${name}" is out of sight`)
      }
      await assertAccessible(page)

      const shown = await grid.getAttribute('aria-label')
      await next.tap()
      await until(async () => (await grid.getAttribute('aria-label')) !== shown, 'the next month was not shown')
      await dialog.getByRole('button', { name: 'Previous month' }).tap()
      await until(async () => (await grid.getAttribute('aria-label')) === shown, 'the month before was not shown')
      await dialog.getByRole('button', { name: 'Show', exact: true }).tap()
      await dialog.waitFor({ state: 'detached' })
      await page.close()
    })
  }
}

function touchedFiguresStory(world: () => World): void {
  test('figures over days open on the last seven, at the present hour on a phone, and offer the shift before', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY, width: 390, height: 844, hasTouch: true })
    const address = await page.getByRole('article').first().getByRole('link').first().getAttribute('href')
    await page.goto(`${address}?tab=bytime`)
    const period = page.getByRole('group', { name: 'Period' })
    await period.getByRole('button', { name: /^Last 7 days/ }).waitFor()
    await page.getByText('Tap an hour to open it in the history.').waitFor()
    const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/Warsaw' }).format()
    const { x, width } = await boxOf(page.getByRole('columnheader', { name: hour, exact: true }))
    assert.ok(x >= 0 && x + width <= 390, `the hour ${hour} is out of sight at ${x}`)

    await page.getByRole('link', { name: 'Statistics', exact: true }).tap()
    await period.getByRole('button', { name: /^Last 7 days/ }).tap()
    const ranges = page.getByRole('list', { name: 'Quick ranges' })
    assert.equal(await ranges.getByRole('button', { name: 'Tomorrow' }).count(), 0, 'figures of tomorrow are offered')
    await ranges.getByRole('button', { name: 'Previous shift' }).tap()
    await period.getByRole('button', { name: /^Previous shift · .*\d\d:00/ }).waitFor()
    await page.getByText(/· 1 shift/).waitFor()

    await period.getByRole('button', { name: /^Previous shift/ }).tap()
    await ranges.getByRole('button', { name: 'Current shift' }).tap()
    await period.getByRole('button', { name: /^Current shift/ }).waitFor()
    await page.reload()
    await period.getByRole('button', { name: /^Current shift/ }).waitFor()
    await page.getByRole('link', { name: 'Real-time', exact: true }).tap()
    await page.getByText('Shift timeline').first().waitFor()
    await page.close()
  })
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox()
  assert.ok(box)
  return box
}

function overlaps(one: Box, other: Box): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height
}

async function until(isTrue: () => Promise<boolean>, problem: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail(problem)
}
