import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { openContext, signIn, until } from '../browser.ts'
import { COMPANY, type World } from '../world.ts'

/** More than a busy machine takes to keep every file of the application. */
const KEEPING_MS = 150_000

const PROBLEM = { errors: [{ message: 'SERVICE_UNAVAILABLE', extensions: { code: 'SERVICE_UNAVAILABLE', params: {} } }] }

/** Ways in which an API does not answer: a proxy's words, the server's own, and none at all. */
const FAILURES: readonly (readonly [name: string, fail: (route: Route) => Promise<void>])[] = [
  ['503 of a proxy', (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Service unavailable</h1>' })],
  ['503 of the server', (route) => route.fulfill({ status: 503, json: PROBLEM })],
  ['no connection', (route) => route.abort()],
]

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
    // A worker is ready when it has every file of the application.
    await reload.waitFor({ timeout: KEEPING_MS })
    assert.equal(await page.evaluate('globalThis.storyMark'), 'same page', 'the page was loaded anew unasked')
    // A page that comes with another version registers that version: its own address would replace the one that is about to take over.
    await page.addInitScript(`{
      const workers = navigator.serviceWorker
      const register = workers.register.bind(workers)
      workers.register = () => register('/service-worker.js?newer')
    }`)
    await reload.click()
    await until(page, 'globalThis.storyMark === undefined')
    await page.getByRole('heading', { level: 1, name: 'Work centers' }).waitFor()
    // The browser lets the old worker end what it answers, which may take minutes: until then the newer one waits, and nothing has replaced it.
    await until(
      page,
      `navigator.serviceWorker.getRegistration().then(({ active, waiting }) => [active, waiting].some((one) => one?.scriptURL.endsWith('?newer')))`,
    )
    await context.close()
  })

  test('while the API fails on page load the last cards stay with the cause, and live again by themselves', async () => {
    const { press } = world()
    const page = await world().openPage('/boxes')
    const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: press.name, exact: true }) })
    await card.getByText('Running').waitFor()
    await untilKept(page)
    for (const [name, fail] of FAILURES) {
      await page.route('**/api/graphql', fail)
      await page.reload()
      await page.getByText('The server does not answer. Trying again…').waitFor()
      await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().waitFor()
      await card.waitFor()
      // Asked again and again, the page never goes away.
      for (let look = 0; look < 25; look++) {
        assert.ok(await card.isVisible(), `${name}: the last known card went away at look ${look}`)
        assert.ok(await page.getByRole('heading', { level: 1, name: 'Work centers' }).isVisible(), `${name}: the frame went away`)
        await sleep(200)
      }
      await page.unroute('**/api/graphql')
      await page.getByText('The server does not answer. Trying again…').waitFor({ state: 'hidden' })
      await page.getByText('Live', { exact: true }).first().waitFor()
      assert.equal(await page.getByRole('button', { name: 'Retry' }).count(), 0, `${name}: a panel did not recover`)
    }
    await page.close()
  })

  test('who was never here and finds no server reads why, and comes in as soon as it answers', async () => {
    const page = await world().openPage('/boxes')
    await page.getByRole('link', { name: world().press.name, exact: true }).waitFor()
    // Nothing on this page keeps what is forgotten here.
    await page.goto('/logo.svg')
    await page.evaluate(
      `Object.keys(localStorage).filter((key) => key.startsWith('trueline.viewer.')).forEach((key) => localStorage.removeItem(key)); caches.delete('trueline-answers')`,
    )
    await page.route('**/api/graphql', (route) => route.abort())
    await page.goto('/boxes')
    await page.getByRole('heading', { level: 1, name: 'The server does not answer. Trying again…' }).waitFor()
    await page.unroute('**/api/graphql')
    await page.getByRole('link', { name: world().press.name, exact: true }).waitFor()
    await page.close()
  })

  test('a question that was never answered makes nobody wait for the frame', async () => {
    const page = await world().openPage('/boxes')
    const link = page.getByRole('link', { name: world().press.name, exact: true })
    await link.waitFor()
    await untilKept(page)
    await page.route('**/api/graphql', () => {})
    await page.reload()
    await page.getByRole('button', { name: /Profile menu, Olena Kovalenko/ }).waitFor()
    await page.getByText('The server does not answer. Trying again…').waitFor()
    await page.close()
  })

  test('without a connection a tab that was never opened says so, and what was loaded stays across a reload', async () => {
    const { context, page } = await firstVisit(world())
    const { press } = world()
    await page.getByRole('link', { name: press.name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: press.name }).waitFor()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await untilKept(page)
    await until(page, `caches.open('trueline-files').then(async (files) => (await files.keys()).some(({ url }) => /texts/.test(url)))`)
    await untilTextsKept(page)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Statistics', exact: true }).click()
    await page.getByText('Offline – this tab was not loaded yet').first().waitFor()
    assert.equal(await page.getByText('New version', { exact: false }).count(), 0, 'a lost connection is told as a newer version')
    await page.goto(`/boxes/${press.deviceId}`)
    await page.getByRole('heading', { level: 1, name: press.name }).waitFor()
    await page
      .getByText(/Offline since/)
      .first()
      .waitFor()
    assert.equal(await page.getByText('Something seems to have gone wrong').count(), 0)
    await context.setOffline(false)
    await page.getByText('Live', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'Statistics', exact: true }).click()
    await page.getByText('Offline – this tab was not loaded yet').waitFor({ state: 'hidden' })
    await context.close()
  })

  test('a proxy that answers for an absent server does not hide the kept application', async () => {
    const { context, page } = await firstVisit(world())
    await untilKept(page)
    // The worker's own requests pass by here too.
    await context.route('**/boxes', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }))
    await page.reload()
    await page.getByRole('link', { name: world().press.name, exact: true }).waitFor()
    await context.close()
  })

  test('where a browser bars service workers nothing is said in its console', async () => {
    const page = await world().newPage({ companyId: COMPANY })
    const said: string[] = []
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
    await signIn(page)
    await page.getByText('Live', { exact: true }).first().waitFor()
    // The worker is asked for when the page is at rest.
    await sleep(4_000)
    assert.deepEqual(said, [])
    await page.close()
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
    // Going to a page asks the server. The list behind may have asked first, and the link is covered then.
    await page.getByRole('link', { name: world().press.name, exact: true }).dispatchEvent('click')
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
  await until(page, `navigator.serviceWorker.controller !== null`, KEEPING_MS)
  // The texts of the language were loaded before the worker was there, and are the last thing that is kept.
  await until(
    page,
    `caches.open('trueline-files').then(async (files) => (await files.keys()).some(({ url }) => url.includes('/assets/texts/')))`,
  )
  return { context, page }
}

/** Resolves when the answers that are on the screen are kept for a reload without the server. */
async function untilKept(page: Page): Promise<void> {
  await until(page, `caches.open('trueline-answers').then(async (kept) => (await kept.keys()).length > 3)`)
  // Answers come in bursts, and each burst is written at its end.
  await sleep(3_000)
}

/** Resolves when no more texts are being kept: those of all areas are. */
async function untilTextsKept(page: Page): Promise<void> {
  const count = () => page.evaluate(`caches.open('trueline-files').then(async (files) => (await files.keys()).length)`)
  for (let before = await count(); ;) {
    await sleep(1_500)
    const now = await count()
    if (now === before) return
    before = now
  }
}
