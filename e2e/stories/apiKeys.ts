import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { PEOPLE, signIn } from '../browser.ts'
import { COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

const PATH = '/trueline-api'

export function apiKeyStories(world: () => World): void {
  test('an administrator makes a key with the keyboard, a program uses it until it is revoked', async () => {
    const page = await world().openPage(PATH)
    const secret = await makeKey(page, 'ERP of the story')
    const ask = () => askWith(world(), secret)
    assert.equal((await ask()).status, 200)
    const answer = (await (await ask()).json()) as { readonly data: { readonly workCenters: readonly { readonly name: string }[] } }
    assert.ok(answer.data.workCenters.some(({ name }) => name === world().press.name))

    const row = page.getByRole('row', { name: /ERP of the story/ })
    await row.getByText(`tlk_…${secret.slice(-4)}`).waitFor()
    assert.ok(!(await page.content()).includes(secret))
    await assertAccessible(page)

    await row.getByRole('button', { name: /^Revoke/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Revoke the key “ERP of the story”?' }).getByRole('button', { name: 'Revoke' }).press('Enter')
    await page.getByText('The key “ERP of the story” was revoked').first().waitFor()
    await row.waitFor({ state: 'detached' })
    assert.equal((await ask()).status, 401)
    await page.close()
  })

  test('the documentation of the API finds an operation and runs its example', async () => {
    const page = await world().openPage(`${PATH}?tab=docs`)
    await page.getByRole('searchbox').fill('workCenters')
    const entry = page.locator('details').filter({ has: page.locator('summary code', { hasText: /^workCenters$/ }) })
    await entry.locator('summary').first().click()
    await entry.getByRole('button', { name: 'Run', exact: true }).click()
    await entry.getByRole('region', { name: 'Answer of the example' }).getByText(world().press.name).waitFor()
    await assertAccessible(page)
    await page.close()
  })

  test('nothing of the keys is cut on a phone in Uzbek', async () => {
    const page = await world().openPage(PATH, { locale: 'uz', width: 390, colorScheme: 'dark' })
    await page.getByRole('heading', { level: 1, name: 'API kalitlari' }).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Kalit yaratish' }).first().waitFor()
    assert.equal(await overflow(page), 0)
    await page.goto(`${PATH}?tab=docs`)
    await page.locator('details').first().locator('summary').click()
    assert.equal(await overflow(page), 0)
    await page.close()
  })

  test('others, the demo company and another word before -api lead to the work centers', async () => {
    const page = await world().openPage('/other-api')
    await page.waitForURL('**/boxes')
    await page.close()
    const user = await world().newPage()
    await signIn(user, '/boxes', PEOPLE.user)
    await user.goto(PATH)
    await user.waitForURL('**/boxes')
    await user.close()
  })
}

/** Goes through the dialog by keys alone, tries to lose the secret, and returns it. */
async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByRole('main').getByRole('button', { name: 'Create key' }).first().press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Next' }).press('Enter')
  await dialog.locator('input[name="name"]:focus').waitFor()
  await dialog.getByText('This is a required field').waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: `Create the key “${name}”?` }).waitFor()
  await dialog.getByRole('button', { name: 'Create key' }).press('Enter')
  const field = dialog.getByRole('textbox', { name: `Secret of the key “${name}”` })
  await field.waitFor()
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
  await page.mouse.click(4, 4)
  const secret = await field.inputValue()
  assert.match(secret, /^tlk_[\w-]{43}$/)
  await dialog.getByRole('button', { name: 'I saved it' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  return secret
}

function askWith({ product }: World, secret: string): Promise<Response> {
  return fetch(`${product.url}/api/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'x-schema-code': COMPANY },
    body: JSON.stringify({ query: '{ workCenters { id name } }' }),
  })
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
}
