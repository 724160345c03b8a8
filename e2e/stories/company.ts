import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { signIn as accessToken } from '../../tools/signIn.ts'
import { openApi } from '../api.ts'
import { fillSignIn, openContext, PEOPLE, signIn, until } from '../browser.ts'
import { addMachine } from '../device.ts'
import { linkOfEmail } from '../outbox.ts'
import { DEMO_COMPANY, type World } from '../world.ts'
import { chooseOption } from '../fields.ts'
import { assertAccessible } from './accessibility.ts'

const PASSWORD = 'Trueline-2'
const PERSON = { country: 'pl', firstName: 'Nina', lastName: 'Nowak', phone: '+48 601 234 567' }

export function companyStories(world: () => World): void {
  test('a person of two companies switches between them and sees only the work centers of one', async () => {
    const { press } = world()
    const page = await world().newPage()
    await signIn(page)
    await page.getByRole('article').nth(11).waitFor()
    assert.equal(await page.getByRole('link', { name: press.name, exact: true }).count(), 0)

    await page.getByRole('button', { name: /Profile menu/ }).click()
    await page.getByRole('menuitemradio', { name: 'Switch to Acme Works' }).click()
    await page.getByRole('link', { name: press.name, exact: true }).waitFor()
    assert.equal(await page.getByRole('article').count(), 1)
    assert.match(await page.title(), /Acme Works/)
    await page.close()
  })

  test('two tabs are of two companies: what one asks after the other has switched is asked of its own', async () => {
    const { browser, product, press } = world()
    const context = await openContext(browser, product.url)
    const [stays, switches] = [await context.newPage(), await context.newPage()]
    await signIn(stays, '/boxes')
    await stays.getByRole('article').nth(11).waitFor()
    await switches.goto('/boxes')
    await switches.getByRole('button', { name: /Profile menu/ }).click()
    await switches.getByRole('menuitemradio', { name: 'Switch to Acme Works' }).click()
    await switches.getByRole('link', { name: press.name, exact: true }).waitFor()
    await stays.getByRole('link', { name: 'Notifications' }).first().click()
    await stays.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
    await stays.getByRole('link', { name: 'Rules' }).click()
    await stays.getByText('Press 7').first().waitFor()
    assert.match(await stays.title(), /Demo factory/)
    await context.close()
  })

  test('a newcomer is told the ways into a company, adds one, and is in it; a colleague without the right is told whom to ask', async () => {
    const email = await newcomer(world())
    const page = await world().newPage()
    await page.goto(await linkOfEmail(world().product, email, '/activation'))
    await fillSignIn(page, email, PASSWORD)
    await page.getByRole('heading', { level: 1, name: 'You do not belong to a company yet' }).waitFor()
    await page.getByText(`Please invite me to our company in Trueline. My e-mail is ${email}.`).waitFor()
    await assertAccessible(page)

    await standIn(page, 'Europe/Warsaw')
    await page.getByRole('button', { name: 'Create a company' }).click()
    const dialog = page.getByRole('dialog', { name: 'New company' })
    await until(page, `document.querySelector('dialog[open] input[name=country]:not(:disabled)')?.value === 'pl'`)
    assert.deepEqual(await Promise.all(['name', 'timeZone', 'email'].map((name) => dialog.locator(`input[name=${name}]`).inputValue())), [
      '',
      'Europe/Warsaw',
      '',
    ])
    assert.equal(await page.evaluate('document.activeElement?.getAttribute("name")'), 'name')
    await page.keyboard.press('Enter')
    for (const message of ['Enter the company name', 'Enter the e-mail']) await dialog.getByText(message).waitFor()
    assert.equal(await page.evaluate('document.activeElement?.getAttribute("name")'), 'name')
    await assertAccessible(page)

    const name = `Nowak ${email.slice(9, 17)}`
    await page.keyboard.type(`  ${name} `)
    await dialog.getByLabel('E-mail').fill('off ice@nowak')
    await dialog.getByLabel('E-mail').blur()
    assert.equal(await dialog.getByLabel('E-mail').inputValue(), 'office@nowak')
    await dialog.getByText('Invalid e-mail').waitFor()
    await dialog.getByLabel('E-mail').fill('office@nowak.example')
    await page.keyboard.press('Enter')
    await page.getByText('Company added successfully').waitFor()
    await page.waitForURL('**/boxes')
    assert.match(await page.title(), new RegExp(name))
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByText('1 of 5 done').waitFor()
    await assertAccessible(page)
    await steps.getByRole('button', { name: 'Hide' }).click()
    await page.getByText('No work centers yet').waitFor()
    await page.getByRole('button', { name: 'Show the first steps' }).click()
    const companyId = String(await page.evaluate(`localStorage.getItem('trueline.tenant')`))
    await assertColleagueIsTold(world(), { email, companyId, name })
    await assertStepsStay(world(), page, { email, companyId })
    await page.close()
  })

  test('whoever looks around in the demo is told that it is one, and keeps what was typed when a company is refused', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY })
    await page.getByText('Demo company – simulated data.').waitFor()
    await page.getByRole('button', { name: 'Connect your own machine', exact: true }).click()
    const told = page.getByRole('dialog', { name: 'Connect your own machine' })
    assert.equal(await told.getByRole('button', { name: 'Go to Acme Works and add it' }).getAttribute('data-main'), 'true')
    await assertAccessible(page)
    await told.getByRole('button', { name: 'Create a company' }).click()
    const dialog = page.getByRole('dialog', { name: 'New company' })
    await dialog.getByRole('link', { name: 'Register' }).waitFor()
    await dialog.getByLabel('Company name').fill('Mine')
    await chooseOption(dialog, 'Country', 'Poland')
    await dialog.getByLabel('E-mail').fill('me@mine.example')
    await page.keyboard.press('Enter')
    await page.getByText('Company not added').waitFor()
    await dialog.getByText('This demo account is shared.', { exact: false }).waitFor()
    assert.equal(await dialog.getByLabel('Company name').inputValue(), 'Mine')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.goto('/profile')
    await page.getByText('Shared demo account:', { exact: false }).waitFor()
    assert.ok(await page.getByLabel('Name', { exact: true }).isDisabled())
    assert.ok(await page.getByRole('button', { name: 'Turn on' }).isDisabled())
    assert.ok(await page.getByLabel('Language', { exact: true }).isEnabled())
    await assertAccessible(page)
    await page.close()
  })

  test('a visitor of the demo who has a company goes on to its page for a new machine', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY })
    await page.getByRole('button', { name: 'Connect your own machine', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Go to Acme Works and add it' }).click()
    await page.getByRole('heading', { level: 1, name: 'Add work center' }).waitFor()
    assert.match(await page.title(), /Acme Works/)
    await page.close()
  })

  test('a visitor of the demo with a shared account and no company goes on to an account of their own', async () => {
    const page = await world().newPage({ companyId: DEMO_COMPANY })
    await signIn(page, '/boxes', PEOPLE.guest)
    await page.getByRole('button', { name: 'Connect your own machine', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create your own account' }).click()
    await page.waitForURL('**/registration')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.close()
  })

  test('what a newcomer and a visitor of the demo see first fits a phone in Uzbek', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY, locale: 'uz', width: 390, height: 844, colorScheme: 'dark' })
    await page.getByText('Simulyatsiya', { exact: true }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    // One line, so that machines come first.
    assert.ok(Number(await page.evaluate(`document.querySelector('aside').getBoundingClientRect().height`)) <= 46)
    await page.getByRole('button', { name: 'Stanogingizni ulang', exact: true }).click()
    await page.getByRole('button', { name: 'Kompaniya yaratish' }).click()
    await page.getByRole('dialog', { name: 'Yangi kompaniya' }).waitFor()
    await assertAccessible(page)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    await page.close()
  })
}

/** Asserts that the first steps stay above the list of the company's first machine, lead on, and are gone once the person hides them. */
async function assertStepsStay(
  { product }: World,
  page: Page,
  { email, companyId }: { readonly email: string; readonly companyId: string },
) {
  const token = await accessToken({ url: product.url, email, password: PASSWORD, companyId })
  await addMachine(product, openApi(product.url, token, companyId), 'First machine')
  await page.reload()
  await page.getByRole('link', { name: 'First machine', exact: true }).waitFor()
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByText('4 of 5 done · next: Set the shifts').waitFor()
  assert.equal(await steps.getByRole('listitem').count(), 0)
  await steps.getByRole('button', { name: 'Show all', expanded: false }).click()
  await steps.getByRole('button', { name: 'Show less', expanded: true }).waitFor()
  await assertAccessible(page)
  await steps.getByRole('link', { name: /^Invite colleagues/ }).click()
  await page.waitForURL('**/users')
  await page.goBack()
  await steps.getByRole('button', { name: 'Hide' }).click()
  await page.waitForLoadState('networkidle')
  // Another browser of the same person knows it too.
  await page.evaluate(
    `for (const key of Object.keys(localStorage)) if (key.startsWith('trueline.firstSteps')) localStorage.removeItem(key)`,
  )
  await page.reload()
  await page.getByRole('link', { name: 'First machine', exact: true }).waitFor()
  assert.equal(await steps.count(), 0)
}

/** Returns the address of somebody who has registered and belongs to no company; the e-mail that proves the address is in the outbox. */
async function newcomer({ product }: World): Promise<string> {
  const email = `newcomer.${crypto.randomUUID().slice(0, 8)}@factory.example`
  const answer = await fetch(`${product.url}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({
      query: `mutation ($country: String!, $email: String!, $firstName: String!, $lastName: String!, $password: String!, $phone: String!) {
        registerUser(country: $country, email: $email, firstName: $firstName, lastName: $lastName, password: $password, phone: $phone, isAgreed: true)
      }`,
      variables: { ...PERSON, email, password: PASSWORD },
    }),
  })
  assert.deepEqual(await answer.json(), { data: { registerUser: true } })
  return email
}

/** Lets the browser take itself to be in a zone, as one there does. */
async function standIn(page: Page, timezoneId: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTimezoneOverride', { timezoneId })
}

type Founded = { readonly email: string; readonly companyId: string; readonly name: string }

async function assertColleagueIsTold({ product, newPage }: World, { email, companyId, name }: Founded): Promise<void> {
  const api = openApi(product.url, await accessToken({ url: product.url, email, password: PASSWORD, companyId }), companyId)
  const colleague = `colleague.${crypto.randomUUID().slice(0, 8)}@factory.example`
  await api(
    `mutation ($email: String!, $password: String!) {
      createUser(email: $email, firstName: "Jan", lastName: "Nowak", password: $password, phone: "+48 601 234 567", role: USER) { id }
    }`,
    { email: colleague, password: PASSWORD },
  )
  const page = await newPage()
  await signIn(page, '/boxes', colleague, PASSWORD)
  await page.getByText('Contact the organization manager', { exact: false }).waitFor()
  await page.getByText(`Please add our work centers to the company “${name}” in Trueline`, { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Add work center' }).click()
  await page.getByRole('dialog', { name: 'You cannot add a work center here' }).waitFor()
  await assertAccessible(page)
  await page.close()
}
