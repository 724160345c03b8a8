import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_PASSWORD, fillSignIn, openContext, PEOPLE, signIn } from '../browser.ts'
import type { World } from '../world.ts'

export function signInStories(world: () => World): void {
  test('a wrong password is refused with a sentence, the right one leads to the work centers', async () => {
    const page = await world().newPage()
    await page.goto('/boxes')
    await fillSignIn(page, PEOPLE.user, 'not-the-password')
    await page.getByRole('alert').waitFor()
    assert.match(new URL(page.url()).pathname, /^\/identity\//)
    await fillSignIn(page, PEOPLE.user, DEMO_PASSWORD)
    await page.waitForURL('**/boxes')
    await page.getByRole('heading', { level: 1, name: 'Work centers' }).waitFor()
    await page.close()
  })

  test('the address asked for is kept through sign-in, with its filters', async () => {
    const page = await world().newPage()
    await signIn(page, '/boxes?sort=za&color=oee')
    assert.equal(new URL(page.url()).search, '?sort=za&color=oee')
    await page.close()
  })

  test('somebody who is signed in and opens the callback lands on the work centers', async () => {
    const page = await world().openPage('/signin-oidc')
    await page.waitForURL('**/boxes')
    await page.getByRole('heading', { level: 1, name: 'Work centers' }).waitFor()
    await page.close()
  })

  test('over plain HTTP from another machine, where browsers let nobody sign in, the page says so', async () => {
    const page = await world().newPage()
    await page.route('http://factory.test/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: `${world().product.url}${pathname}${search}` }) })
    })
    await page.goto('http://factory.test/boxes')
    assert.equal(await page.evaluate('window.isSecureContext'), false)
    await page.getByRole('heading', { level: 1, name: 'This address is not safe enough to sign in' }).waitFor()
    await page.getByText('Browsers allow sign-in over HTTPS only.').waitFor()
    await page.close()
  })

  test('signing out ends the session', async () => {
    const page = await world().newPage()
    await signIn(page, '/boxes', PEOPLE.guest)
    await page.getByRole('button', { name: /Profile menu/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/boxes'))
    await page.waitForLoadState('networkidle')
    await page.goto('/boxes')
    await page.locator('input[autocomplete~="current-password"]').waitFor()
    assert.match(new URL(page.url()).pathname, /^\/identity\//)
    await page.close()
  })

  test('two tabs renew the same session once and both stay signed in', async () => {
    const context = await openContext(world().browser, world().product.url)
    const [one, other] = [await context.newPage(), await context.newPage()]
    await signIn(one, '/boxes', PEOPLE.user)
    await other.goto('/boxes')
    await other.getByRole('heading', { level: 1 }).waitFor()
    // Away from the app, so that nothing of it renews before both tabs do: a reload would cut that renewal off.
    await Promise.all([one.goto('/api/health'), other.goto('/api/health')])
    const grants: string[] = []
    context.on('request', (request) => {
      const body = request.postData() ?? ''
      if (body.includes('grant_type=')) grants.push(new URLSearchParams(body).get('grant_type') ?? '')
    })
    await one.evaluate(EXPIRE_TOKENS)
    await Promise.all([one.goto('/boxes'), other.goto('/boxes')])
    for (const page of [one, other]) {
      await page.getByRole('article').first().waitFor()
      assert.equal(new URL(page.url()).pathname, '/boxes')
    }
    assert.deepEqual(grants, ['refresh_token'])
    await context.close()
  })
}

/** Runs in the page: the access token that the browser keeps is about to expire. */
const EXPIRE_TOKENS = `for (const key of Object.keys(localStorage).filter((name) => name.startsWith('oidc.user:'))) {
  const user = JSON.parse(localStorage.getItem(key))
  localStorage.setItem(key, JSON.stringify({ ...user, expires_at: Math.floor(Date.now() / 1000) + 5 }))
}`
