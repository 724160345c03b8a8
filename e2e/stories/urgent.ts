import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { signIn } from '../browser.ts'
import { COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { addPerson, openAs } from './otherPeople.ts'
import { addOperator, PASSWORD } from './station.ts'
import { addToldMachine, tellOfStops } from './told.ts'

/** The bar takes a tap only once it has stood there for a moment. */
const RIPE_MS = 700

/** Stories about what is urgent: over every page, in operator mode and at a station. */
export function urgentStories(world: () => World): void {
  test('what is urgent comes over whatever page somebody looks at, moves nothing, and of two who take it at once one hears who has it', async () => {
    const marta = await addPerson(world(), { firstName: 'Marta', role: 'USER' })
    const press = await addToldMachine(world(), 'Urgent press', [{ severity: 'URGENT', roles: ['ADMIN', 'USER'] }])
    const first = await world().openPage('/reports')
    const second = await openAs(world(), marta, '/checklists')
    const phone = await openAs(world(), marta, '/reports', { width: 390, height: 844, hasTouch: true })
    const pages = [first, second, phone]
    for (const page of pages) await bell(page).waitFor()
    const before = await Promise.all(pages.map(settledPlaces))
    await press.stop()
    for (const page of pages) {
      await bar(page).getByText('Urgent press: In “Idle” since').waitFor()
      await bell(page).getByText('1', { exact: true }).waitFor()
      assert.deepEqual(await coveredOn(page), [])
      await assertAccessible(page)
    }
    assert.deepEqual(await Promise.all(pages.map(placesOf)), before, 'something moved for the bar')
    assert.ok(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    // A phone has room for the message alone, which leads to where it is taken care of.
    await bar(phone)
      .getByRole('link', { name: /^Urgent press: In “Idle” since/ })
      .tap()
    await phone.getByRole('link', { name: 'Urgent press', exact: true }).waitFor()
    await phone.getByRole('button', { name: 'I take care of it', exact: true }).waitFor()
    await bar(phone).waitFor({ state: 'detached' })
    await phone.close()

    await sleep(RIPE_MS)
    await holdUntilBothTake([first, second])
    await Promise.all([first, second].map((page) => bar(page).getByRole('button', { name: 'I take care of it' }).click()))
    for (const page of [first, second]) await bar(page).getByText('Urgent press').waitFor({ state: 'detached' })
    const hearing = [first, second].map(async (page) => {
      await page
        .getByText(/has been taking care of it since/)
        .first()
        .waitFor()
      return page
    })
    const told = await Promise.any(hearing)
    await told
      .getByText(told === first ? 'Marta Kowal has been' : 'Olena Kovalenko has been')
      .first()
      .waitFor()
    await press.end()
    await first.close()
    await second.close()
  })

  test('in operator mode at a station what is urgent takes the place of the name, and is taken care of by the person who works there', async () => {
    const press = await addToldMachine(world(), 'Station press', [])
    const [person, station] = [
      await addOperator(world(), 'petra', press.workCenterId),
      await addOperator(world(), 'kiosk', press.workCenterId),
    ]
    await world().api('mutation ($id: Guid!) { updateEmployee(userId: $id, isStation: true) { id } }', { id: station.id })
    await press.stop()
    const page = await world().newPage({ companyId: COMPANY, width: 1280, height: 800, hasTouch: true })
    await signIn(page, `/boxes/${press.deviceId}?mode=op`, station.login, PASSWORD)
    await page.getByRole('dialog', { name: 'Who works?' }).getByRole('button', { name: 'petra Operator' }).tap()
    const tiles = page.getByRole('region', { name: 'Operator mode' })
    await tiles.getByText('Idle').first().waitFor()
    await page.getByRole('navigation').getByRole('button').first().waitFor()
    const before = await settledPlaces(page)
    await tellOfStops(world(), press, { severity: 'URGENT', roles: ['OPERATOR', 'ADMIN'] })
    await bar(page).getByText('Station press: In “Idle” since').waitFor()
    assert.deepEqual(await placesOf(page), before, 'something moved for the bar')
    await assertAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await assertAccessible(page)
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await page.setViewportSize({ width: 1280, height: 800 })
    await sleep(RIPE_MS)
    await bar(page).getByRole('button', { name: 'I take care of it' }).tap()
    await bar(page).getByText('Station press').waitFor({ state: 'detached' })
    assert.deepEqual(await placesOf(page), before, 'something moved when the bar went')
    const { notifications } = await world().api<{ notifications: { items: readonly { acknowledgedBy: { id: string } | null }[] } }>(
      'query ($ids: [Int!]) { notifications(filter: { tab: ALL, workCenterIds: $ids }) { items { acknowledgedBy { id } } } }',
      { ids: [press.workCenterId] },
    )
    assert.deepEqual(
      notifications.items.map(({ acknowledgedBy }) => acknowledgedBy?.id),
      [person.id],
    )
    await press.end()
    await page.close()
  })
}

const bar = (page: Page): Locator => page.locator('[role="alert"][data-over]')
const bell = (page: Page): Locator => page.getByRole('banner').getByRole('link', { name: /new notifications?$/ })

/** Where everything is that a thumb could aim at, the bar itself left out. */
async function placesOf(page: Page): Promise<readonly unknown[]> {
  return await page.evaluate(`[...document.querySelectorAll('button, a, select, input')]
    .filter((one) => one.closest('[role="alert"]') === null)
    .map((one) => [one.className, Math.round(one.getBoundingClientRect().x), Math.round(one.getBoundingClientRect().y)])`)
}

/** What the bar covers besides the free place of the header; under the header no part of a page can be tapped. */
async function coveredOn(page: Page): Promise<readonly string[]> {
  return await page.evaluate(`(() => {
    const header = document.querySelector('header')
    const bar = document.querySelector('[role="alert"][data-over]').getBoundingClientRect()
    const around = header.getBoundingClientRect()
    if (bar.width === 0 || bar.top < around.top || bar.bottom > around.bottom) return ['the page']
    return [...header.querySelectorAll('button, a')]
      .filter((one) => one.closest('[role="alert"]') === null)
      .map((one) => [one.getBoundingClientRect(), one.getAttribute('aria-label') ?? one.innerText])
      .filter(([at]) => at.width > 0 && at.left < bar.right && at.right > bar.left)
      .map(([, name]) => name)
  })()`)
}

/** Waits until nothing moves any more: a page loads its parts one after the other. */
async function settledPlaces(page: Page): Promise<readonly unknown[]> {
  await page.waitForLoadState('networkidle')
  for (let before = await placesOf(page); ;) {
    await sleep(500)
    const now = await placesOf(page)
    if (JSON.stringify(now) === JSON.stringify(before)) return now
    before = now
  }
}

/** Holds what the pages say about taking it until both have said it. */
async function holdUntilBothTake(pages: readonly Page[]): Promise<void> {
  const { promise: isSaid, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  for (const page of pages)
    await page.route('**/api/graphql', async (route) => {
      if (route.request().postData()?.includes('mutation Acknowledge') !== true) return route.fallback()
      if (++waiting === pages.length) resolve()
      await isSaid
      await route.continue()
    })
}
