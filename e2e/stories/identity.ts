import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { DEMO_PASSWORD, fillSignIn, PEOPLE, type ContextOptions } from '../browser.ts'
import { countEmails, linkOfEmail } from '../outbox.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

const PASSWORD = 'Trueline-2'
const OTHER_PASSWORD = 'Trueline-3'
const PERSON = { country: 'pl', firstName: 'Anna', lastName: 'Nowak', phone: '+48 601 234 567' }

/** Pages that need no e-mail; the sign-in itself is told by its own stories. */
const OPEN_PAGES = ['/registration', '/password/reset', '/password/restore?hash=gone', '/invitation', '/terms', '/privacy'] as const

export function identityStories(world: () => World): void {
  test('a registration names what is wrong with every field and gives the focus to the first', async () => {
    const page = await openFresh(world, '/registration')
    await page.getByLabel('Country').selectOption('')
    await page.getByRole('button', { name: 'Register' }).click()
    for (const message of [
      'Choose the country',
      'Enter the name',
      'Enter the surname',
      'Enter the e-mail',
      'Enter the phone number',
      'Enter the password',
      'To register, agree to the terms of use and the privacy policy',
    ])
      await page.getByText(message, { exact: true }).last().waitFor()
    assert.equal(await focusedName(page), 'country')
    await typeAndLeave(page, 'E-mail', 'anna nowak@factory')
    assert.equal(await page.getByLabel('E-mail').inputValue(), 'annanowak@factory')
    await page.getByText('Invalid e-mail', { exact: true }).waitFor()
    for (const [phone, message] of [
      ['call me', /Invalid phone number/],
      ['112', /too short/],
      ['1234567890123456', /too long/],
    ] as const) {
      await typeAndLeave(page, 'Phone', phone)
      await page.getByText(message).waitFor()
    }
    const met = page.locator('li[data-met]')
    await page.getByLabel('Password').fill('aB')
    assert.equal(await met.count(), 1)
    await page.getByLabel('Password').fill(PASSWORD)
    assert.equal(await met.count(), 3)
    await page.close()
  })

  test('whoever registers proves the address by the e-mail and is in then; the same address again is told the same', async () => {
    const email = newAddress('registered')
    const page = await openFresh(world, '/registration')
    await register(page, email)
    const { product } = world()
    const link = await linkOfEmail(product, email, '/activation')

    // Signed in before the e-mail was opened: nothing but the proof is there.
    await page.goto('/boxes')
    await fillSignIn(page, email, PASSWORD)
    await page.waitForURL('**/activation')
    await page.getByText(`We sent an e-mail to ${email}`).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('button', { name: /Send again in \d+ s/ }).waitFor()
    await page.goto(new URL('/activation?hash=nothing', link).href)
    await page.getByRole('alert').getByText(/link/i).waitFor()
    await page.goto(await linkOfEmail(product, email, '/activation'))
    await page.waitForURL('**/boxes')
    await page.close()

    const messages = await countEmails(product, email)
    const again = await openFresh(world, '/registration')
    await register(again, email)
    await again.close()
    await linkOfEmail(product, email, '/')
    assert.equal(await countEmails(product, email), messages + 1)
  })

  test('a forgotten password is replaced by the e-mail, once; the notice is the same for an address that nobody has', async () => {
    const email = await newEmployee(world, 'forgetful')
    const page = await openFresh(world, '/boxes')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('button', { name: 'Send e-mail' }).click()
    await page.getByText('Enter the e-mail', { exact: true }).waitFor()
    for (const address of [newAddress('nobody'), email]) {
      await page.goto('/password/reset')
      await page.getByLabel('E-mail').fill(address)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'E-mail sent' }).waitFor()
    }
    const link = await linkOfEmail(world().product, email, '/password/restore')
    await page.goto(link.replace(/lang=\w+/, 'lang=uk'))
    await page.getByRole('heading', { level: 1, name: 'Новий пароль' }).waitFor()
    await page.goto(link)
    await page.getByLabel('New password').fill(OTHER_PASSWORD)
    await page.getByLabel('Repeat password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('The passwords must match', { exact: true }).waitFor()
    assert.equal(await focusedName(page), 'repeat')
    await page.getByLabel('Repeat password').fill(OTHER_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Password saved' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await fillSignIn(page, email, OTHER_PASSWORD)
    await page.waitForURL('**/boxes')
    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor()
    await page.getByRole('link', { name: 'Ask for a new e-mail' }).click()
    await page.waitForURL('**/password/reset')
    await page.close()
  })

  test('an invited person makes an account by the e-mail and sees the company', async () => {
    const email = newAddress('invited')
    await world().api('mutation ($emails: [String!]!) { inviteUsers(emails: $emails, role: USER) { invited } }', { emails: [email] })
    const link = await linkOfEmail(world().product, email, '/invitation')
    const page = await openFresh(world, link)
    await page.getByRole('heading', { level: 1, name: /^Join / }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByText('Enter the name', { exact: true }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill(PERSON.firstName)
    await page.getByLabel('Surname').fill(PERSON.lastName)
    await page.getByLabel('Phone').fill(PERSON.phone)
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { level: 1, name: /^You have joined / }).waitFor()
    await page.getByRole('link', { name: 'Open Trueline' }).click()
    await fillSignIn(page, email, PASSWORD)
    await page.waitForURL('**/boxes')
    await page.goto(link)
    await page.getByText('If you have already joined, sign in.').waitFor()
    await page.close()
  })

  test('the sign-in works by keyboard alone, in the language that is chosen on it', async () => {
    const page = await openFresh(world, '/boxes')
    await page.getByLabel('Language').selectOption('pl')
    await page.getByRole('heading', { level: 1, name: 'Logowanie' }).waitFor()
    await page.locator('input[autocomplete~="username"]').focus()
    await page.keyboard.press('Enter')
    await page.getByText('Podaj e-mail lub login').waitFor()
    assert.equal(await focusedName(page), 'login')
    await page.keyboard.type(PEOPLE.user)
    await page.keyboard.press('Tab')
    await page.keyboard.type(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/boxes')
    assert.equal(await page.locator('html').getAttribute('lang'), 'pl')
    await page.close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the pages before sign-in have no serious fault of accessibility in ${colorScheme}, and fit a phone in Uzbek`, async () => {
      const page = await openFresh(world, '/terms?lang=uz', { colorScheme, width: 390, height: 844 })
      for (const path of OPEN_PAGES) {
        await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=uz`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await assertAccessible(page)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, path)
      }
      await page.close()
    })
  }
}

/** Returns the address of a person whom the administrator adds with a password, usable at once. */
export async function newEmployee(world: () => World, name: string, password = PASSWORD): Promise<string> {
  const email = newAddress(name)
  await world().api(
    `mutation ($email: String!, $password: String!) {
      createUser(email: $email, firstName: "Anna", lastName: "Nowak", password: $password, phone: "+48 601 234 567", role: USER) { id }
    }`,
    { email, password },
  )
  return email
}

/** Returns a page of a fresh browser at the address, the heading being there. */
export async function openFresh(world: () => World, path: string, options: ContextOptions = {}): Promise<Page> {
  const page = await world().newPage(options)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Returns an address that nobody had before. */
function newAddress(name: string): string {
  return `${name}.${crypto.randomUUID().slice(0, 8)}@factory.example`
}

async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel('Country').selectOption(PERSON.country)
  await page.getByLabel('Name', { exact: true }).fill(PERSON.firstName)
  await page.getByLabel('Surname').fill(PERSON.lastName)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Phone').fill(PERSON.phone)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { level: 1, name: 'Confirm your e-mail' }).waitFor()
  await page.getByText(`We sent an e-mail to ${email}.`).waitFor()
}

async function typeAndLeave(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).fill(text)
  await page.getByLabel(label).blur()
}

function focusedName(page: Page): Promise<string | null> {
  return page.evaluate('document.activeElement?.getAttribute("name") ?? null')
}
