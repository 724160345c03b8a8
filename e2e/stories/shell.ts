import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { fillSignIn, DEMO_PASSWORD, openContext, PEOPLE, signIn, until } from '../browser.ts'
import { COMPANY, DEMO_COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

export function shellStories(world: () => World): void {
  test('an address at which nothing stands says so', async () => {
    const page = await world().openPage('/nowhere')
    await page.getByText('No such page').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Work centers' }).waitFor()
    await page.close()
  })

  test('a page that is gone to has its title, its one heading and the focus', async () => {
    const { press } = world()
    const page = await world().openPage('/boxes')
    await page.getByRole('link', { name: press.name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: press.name }).waitFor()
    await until(page, `document.activeElement.tagName === 'H1'`)
    assert.equal(await page.title(), `${press.name} · Real-time – Acme Works`)
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: press.name }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('location.hash'), '#main')
    await until(page, `document.activeElement.id === 'main'`)
    await page.close()
  })

  test('the sidebar opens for the pointer and for the keyboard, and stays open when pinned', async () => {
    const page = await world().openPage('/boxes')
    const rail = page.getByRole('navigation', { name: 'Main navigation' })
    const isOpen = rail.and(page.locator('[data-open]'))
    await rail.waitFor()
    assert.equal(await isOpen.count(), 0)
    await rail.hover()
    await isOpen.waitFor()
    await rail.getByText('Olena Kovalenko').waitFor()
    assert.equal(await rail.getByText('Admin', { exact: true }).count(), 1)
    await page.mouse.move(900, 500)
    await isOpen.waitFor({ state: 'detached' })
    await rail.getByRole('link').first().focus()
    await page.keyboard.press('Tab')
    await isOpen.waitFor()
    await page.keyboard.press('Escape')
    await isOpen.waitFor({ state: 'detached' })
    await rail.getByRole('button', { name: 'Keep the menu open' }).press('Enter')
    await page.reload()
    await isOpen.waitFor()
    await page.close()
  })

  test('the profile has a sidebar of its own with the way back to the work centers', async () => {
    const page = await world().openPage('/profile')
    const rail = page.getByRole('navigation', { name: 'Main navigation' })
    await rail.getByRole('link', { name: 'Password' }).waitFor()
    assert.equal(await rail.getByRole('link', { name: 'Work centers' }).count(), 0)
    await rail.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('heading', { level: 1, name: 'Work centers' }).waitFor()
    await rail.getByRole('link', { name: 'Work centers' }).waitFor()
    await page.close()
  })

  for (const [locale, width, menu, work] of [
    ['en-GB', 390, 'Menu', 'Work centers'],
    ['uz-UZ', 320, 'Menyu', 'Ish markazlari'],
  ] as const) {
    test(`on ${width} px in ${locale} the sidebar is a drawer that closes on navigation, and nothing is cut`, async () => {
      const page = await world().openPage('/profile', { locale, width, height: 760, hasTouch: true })
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await assertNoOverflow(page, width)
      const toggle = page.getByRole('button', { name: menu, exact: true })
      const drawer = page.getByRole('dialog', { name: menu })
      await toggle.click()
      await drawer.waitFor()
      await assertAccessible(page)
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      await toggle.click()
      await drawer.getByRole('link').first().click()
      await drawer.waitFor({ state: 'hidden' })
      await page.getByRole('heading', { level: 1, name: work }).waitFor()
      await page.getByRole('button', { name: /Olena Kovalenko/ }).click()
      await page.getByRole('menuitem').last().waitFor()
      await assertNoOverflow(page, width)
      await page.close()
    })
  }

  test('the profile menu is walked by the keyboard and changes language and colours in place', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY })
    await page.getByRole('heading', { level: 1, name: 'Work centers' }).waitFor()
    await page.evaluate(`globalThis.storyMark = 'same page'`)
    await page.getByRole('button', { name: /Profile menu/ }).focus()
    await page.keyboard.press('Enter')
    await until(page, `document.activeElement.getAttribute('role')?.startsWith('menuitem')`)
    const circles = page.getByRole('group', { name: 'Companies' }).getByRole('menuitemradio')
    assert.deepEqual(await circles.allInnerTexts().then((texts) => texts.map((text) => text.split(/\s/)[0])), ['AW', 'DEMO'])
    assert.equal(await circles.last().getAttribute('aria-checked'), 'true')
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/graphql') && request.headers()['accept-language'] === 'pl')
    await page.getByRole('menuitemradio', { name: 'PL, Polski' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Centra robocze' }).waitFor()
    await asked
    await page.getByRole('menuitemradio', { name: 'Ciemny' }).press('Enter')
    await until(page, `document.documentElement.dataset.colorScheme === 'dark'`)
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    assert.equal(await page.evaluate(`document.activeElement.getAttribute('aria-haspopup')`), 'menu')
    assert.equal(await page.evaluate('globalThis.storyMark'), 'same page')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Centra robocze' }).waitFor()
    await page.close()
  })

  test('a session that was ended elsewhere leads to the sign-in, by way of the live connection too, and the page comes back as it was', async () => {
    const { browser, product, press } = world()
    const context = await openContext(browser, product.url)
    await context.addInitScript(`localStorage.setItem('trueline.tenant', '${COMPANY}')`)
    const page = await context.newPage()
    const connected: (() => void)[] = []
    await page.routeWebSocket(/\/api\/supervisor/, (socket) => {
      const server = socket.connectToServer()
      connected.push(() => void server.close())
    })
    await signIn(page, `/boxes/${press.deviceId}?tab=realtime`)
    await page.getByText('Live', { exact: true }).first().waitFor()

    const elsewhere = await openContext(browser, product.url, { storageState: await context.storageState() })
    const other = await elsewhere.newPage()
    await other.goto('/boxes')
    await other.getByRole('button', { name: /Profile menu/ }).click()
    await other.getByRole('menuitem', { name: 'Log out' }).click()
    await other.locator('input[autocomplete~="current-password"]').waitFor()
    await elsewhere.close()

    for (const close of connected) close()
    await page.locator('input[autocomplete~="current-password"]').waitFor()
    await fillSignIn(page, PEOPLE.admin, DEMO_PASSWORD)
    await page.waitForURL(`**/boxes/${press.deviceId}?tab=realtime`)
    await page.getByRole('heading', { level: 1, name: press.name }).waitFor()
    await page.getByText('Live', { exact: true }).first().waitFor()
    await context.close()
  })

  test('a sign-out in another tab is told, and what was typed stays', async () => {
    const context = await openContext(world().browser, world().product.url)
    const [page, other] = [await context.newPage(), await context.newPage()]
    await signIn(page, '/boxes', PEOPLE.guest)
    await page.getByRole('article').first().waitFor()
    await page.getByRole('searchbox', { name: 'Search work centers' }).fill('Press')
    await other.goto('/boxes')
    await other.getByRole('button', { name: /Profile menu/ }).click()
    await other.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByText('Your session has ended.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.equal(await page.getByRole('searchbox', { name: 'Search work centers' }).inputValue(), 'Press')
    // Until the provider has ended its own session too, it would sign in without asking.
    await other.locator('input[autocomplete~="current-password"]').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await fillSignIn(page, PEOPLE.guest, DEMO_PASSWORD)
    await page.waitForURL('**/boxes?q=Press')
    await context.close()
  })

  test('whoever is removed from the company of the open page is told so, once, and chooses where to go on', async () => {
    const { browser, product, api } = world()
    const login = 'leaver.story'
    const { createUser } = await api<{ createUser: { id: string } }>(
      `mutation { createUser(email: "${login}@acme.example", firstName: "Lea", lastName: "Leaver", login: "${login}", password: "Trueline-2", phone: "+48601234567", role: USER) { id } }`,
    )
    // One page found the company by itself; the other was chosen for it.
    const [own, chosen] = [await openContext(browser, product.url), await openContext(browser, product.url)]
    await chosen.addInitScript(`sessionStorage.getItem('storyStarted') ?? localStorage.setItem('trueline.tenant', '${COMPANY}')`)
    await chosen.addInitScript(`sessionStorage.setItem('storyStarted', 'yes')`)
    const [page, held] = [await own.newPage(), await chosen.newPage()]
    for (const one of [page, held]) {
      await signIn(one, '/boxes', login, 'Trueline-2')
      await one.getByText('Live', { exact: true }).first().waitFor()
    }
    // What tells it comes after the page.
    await page.getByRole('button', { name: /Profile menu/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    await api('mutation ($userId: Guid!) { deleteUserFromCompany(userId: $userId) }', { userId: createUser.id })
    await page.getByText('You no longer belong to Acme Works').waitFor()
    await held.getByRole('heading', { name: 'You are not a member of this company' }).waitFor()
    await assertAccessible(held)
    await held.getByRole('button', { name: 'Choose another company' }).click()
    await held.getByRole('heading', { level: 1, name: 'E-mail verification' }).waitFor()
    assert.equal(await held.evaluate(`localStorage.getItem('trueline.tenant')`), null)
    await own.close()
    await chosen.close()
  })

  test('without abilities, because they could not be had, nothing is shown that needs one', async () => {
    const page = await world().openPage('/boxes')
    const failures: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') failures.push(message.text())
    })
    await page.route('**/api/graphql', async (route) => {
      if (route.request().postData()?.includes('query UserAbilities') === true)
        await route.fulfill({ status: 500, json: { errors: [{ message: 'UNEXPECTED' }] } })
      else await route.continue()
    })
    await page.reload()
    await page.getByRole('link', { name: world().press.name, exact: true }).waitFor()
    // Everybody has messages of their own.
    assert.deepEqual(await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').allInnerTexts(), [
      'Work centers',
      'Notifications',
    ])
    assert.ok(
      failures.some((text) => text.includes('Abilities could not be loaded')),
      failures.join('\n'),
    )
    await page.close()
  })
}

async function assertNoOverflow(page: Page, width: number): Promise<void> {
  const scroll = Number(await page.evaluate('document.documentElement.scrollWidth'))
  assert.ok(scroll <= width, `the page is ${scroll} px wide`)
}
