import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { openContext, signIn, until } from '../browser.ts'
import { COMPANY, type World } from '../world.ts'

export function offlineStories(world: () => World): void {
  test('after one visit a reload without network shows the frame and its state, and lives again with it', async () => {
    const { context, page } = await firstVisit(world())
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Work centers' }).waitFor()
    await page.getByRole('button', { name: /Profile menu, Olena Kovalenko/ }).waitFor()
    await page
      .getByText(/Offline since/)
      .first()
      .waitFor()
    await page.getByText('You see the last known state', { exact: false }).waitFor()
    await context.setOffline(false)
    await page.getByText('Live', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: world().press.name, exact: true }).waitFor()
    await context.close()
  })

  test('a newer version is offered, and loaded only when somebody asks for it', async () => {
    const { context, page } = await firstVisit(world())
    await page.evaluate(`globalThis.storyMark = 'same page'`)
    // Another address is another worker for the same pages, as a deployed one would be.
    await page.evaluate(`navigator.serviceWorker.register('/service-worker.js?newer').then(() => null)`)
    const reload = page.getByRole('button', { name: 'New version – reload' })
    await reload.waitFor()
    assert.equal(await page.evaluate('globalThis.storyMark'), 'same page', 'the page was loaded anew unasked')
    await reload.click()
    await until(page, 'globalThis.storyMark === undefined')
    await page.getByRole('heading', { level: 1, name: 'Work centers' }).waitFor()
    assert.equal(await page.evaluate(`navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting === null)`), true)
    await context.close()
  })

  test('pages of the server are never answered by the kept application', async () => {
    const { context, page } = await firstVisit(world())
    const answer = await page.goto('/api/health')
    assert.equal(answer?.fromServiceWorker(), false)
    assert.match(String(answer?.headers()['content-type']), /json/)
    await context.close()
  })

  test('during technical work the page says so, keeps what is on it, and goes on by itself', async () => {
    const page = await world().openPage('/boxes')
    const search = page.getByRole('searchbox', { name: 'Search work centers' })
    await search.fill('Press')
    await page.getByRole('link', { name: world().press.name, exact: true }).waitFor()
    await page.route('**/api/graphql', (route) =>
      route.fulfill({ status: 503, json: { errors: [{ message: 'MAINTENANCE', extensions: { code: 'MAINTENANCE', params: {} } }] } }),
    )
    // Going to a page asks the server.
    await page.getByRole('link', { name: world().press.name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Technical work in progress' }).waitFor()
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
    await page.unroute('**/api/graphql')
    await page.getByRole('heading', { level: 1, name: world().press.name }).waitFor()
    await page.goBack()
    assert.equal(await search.inputValue(), 'Press')
    await page.close()
  })

  test('files of a page that cannot be had are asked for twice, then the new version is offered', async () => {
    const page = await world().openPage('/boxes')
    let asked = 0
    await page.route('**/assets/WorkCenterPage-*.js', (route) => {
      asked++
      return route.abort()
    })
    await page.getByRole('link', { name: world().press.name, exact: true }).click()
    const reload = page.getByRole('button', { name: 'New version – reload' })
    await reload.waitFor()
    assert.ok(asked >= 2, `asked ${asked} times`)
    assert.ok(await page.getByRole('link', { name: 'Trueline, work centers' }).isVisible(), 'the frame went away')
    await page.unroute('**/assets/WorkCenterPage-*.js')
    await reload.click()
    await page.getByRole('heading', { level: 1, name: world().press.name }).waitFor()
    await page.close()
  })

  test('the page of a device that is temporarily disabled says so', async () => {
    const { api, press } = world()
    const save = 'mutation ($input: EditBoxInput!) { editBox(input: $input) { id } }'
    await api(save, { input: { id: press.workCenterId, deviceStatus: 'TEMPORARY_SHUTDOWN' } })
    const page = await world().openPage(`/boxes/${press.deviceId}`)
    await page.getByText('The device is temporarily disabled.').waitFor()
    await api(save, { input: { id: press.workCenterId, deviceStatus: 'ACTIVE' } })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: press.name }).waitFor()
    assert.equal(await page.getByText('The device is temporarily disabled.').count(), 0)
    await page.close()
  })
}

/** Returns a page whose application is kept by its service worker, with the work centers of the second company. */
async function firstVisit({ browser, product, press }: World): Promise<{ context: BrowserContext; page: Page }> {
  const context = await openContext(browser, product.url, { hasServiceWorker: true })
  await context.addInitScript(`localStorage.setItem('trueline.tenant', '${COMPANY}')`)
  const page = await context.newPage()
  await signIn(page)
  await page.getByRole('link', { name: press.name, exact: true }).waitFor()
  await until(page, `navigator.serviceWorker.controller !== null`)
  // The texts of the language were loaded before the worker was there, and are the last thing that is kept.
  await until(
    page,
    `caches.open('trueline-files').then(async (files) => (await files.keys()).some(({ url }) => url.includes('/assets/texts/')))`,
  )
  return { context, page }
}
