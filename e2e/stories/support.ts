import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { buffer, text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Api, openApi } from '../api.ts'
import { typeDate } from '../fields.ts'
import { PIXEL } from '../pixel.ts'
import { addMachine } from '../device.ts'
import { COMPANY, type World } from '../world.ts'
import { openBy, signIn, until } from '../browser.ts'
import type { Product } from '../harness.ts'
import { signIn as accessToken } from '../../tools/signIn.ts'
import { assertAccessible } from './accessibility.ts'

/** Stories about asking the provider, and about finding the answer without. */
export function supportStories(world: () => World): void {
  test('help beside a page tells its answers, finds others without the server, and a refusal leads to its answer', async () => {
    const page = await world().openPage('/losses')
    await page.getByRole('heading', { level: 1, name: 'Losses' }).waitFor()
    const help = page.getByRole('dialog', { name: 'Help' })
    await openBy(page, '?', help)
    await help.getByText('About this page').waitFor()
    await page.context().setOffline(true)
    await help.getByRole('searchbox').fill('pasword reset')
    await help.locator('details[open]').getByText('Choose the password reset', { exact: false }).waitFor()
    await assertAccessible(page)
    await page.context().setOffline(false)
    await help.getByRole('link', { name: 'Write to support' }).click()
    await until(page, `document.querySelector('main textarea')?.value === 'pasword reset'`)
    const { press } = world()
    await page.goto(`/boxes/${press.deviceId}`)
    await page.getByRole('heading', { level: 1, name: press.name }).waitFor()
    await openBy(page, '?', help)
    await help.getByRole('link', { name: 'Write to support' }).click()
    await until(
      page,
      `[...document.querySelectorAll('main select')].some(({ selectedOptions }) => selectedOptions[0]?.text === '${press.name}')`,
    )
    await page.goto('/faq?code=TOO_MANY_REPORTS')
    await page.getByRole('heading', { level: 2, name: 'What to do' }).waitFor()
    await page.getByRole('region', { name: 'What to do' }).getByText('This protects everybody.', { exact: false }).waitFor()
    await assertAccessible(page)
    await page.close()
  })

  test('help asks the chat bot about the machine of the page; its page goes on from there and offers another period', async () => {
    const { press } = world()
    const page = await world().openPage(`/boxes/${press.deviceId}`)
    await page.getByRole('heading', { level: 1, name: press.name }).waitFor()
    const help = page.getByRole('dialog', { name: 'Help' })
    await openBy(page, '?', help)
    await help.getByRole('searchbox').fill('since when?')
    await help.getByRole('button', { name: 'Ask the chat bot' }).click()
    const answer = help.getByRole('region', { name: 'Questions and answers' })
    await answer.getByText(new RegExp(`^${press.name}: .+ since `)).waitFor()
    await assertAccessible(page)
    await help.getByRole('searchbox').fill('top losses today')
    await page.keyboard.press('Enter')
    await answer.getByRole('list', { name: 'Ask it of another period' }).waitFor()
    await help.getByRole('link', { name: 'Chat bot' }).click()
    await page.getByRole('heading', { level: 1, name: 'Chat bot' }).waitFor()
    const next = page.getByRole('list', { name: 'Ask it of another period' })
    await next.getByRole('button', { name: 'And yesterday?' }).click()
    const talk = page.getByRole('list', { name: 'Questions and answers' })
    await talk.getByText('And yesterday?').waitFor()
    await until(page, `document.querySelectorAll('main ol > li').length === 3`)
    await assertAccessible(page)
    await page.close()
    const anew = await world().openPage('/bot')
    await anew.getByRole('list', { name: 'Examples' }).waitFor()
    await anew.close()
  })

  test('the machine whose page was opened last is the first that the chat bot offers', async () => {
    const page = await world().openPage('/boxes')
    await page.getByRole('heading', { level: 1, name: 'Work centers' }).waitFor()
    const { press, product, api } = world()
    const saw = await addMachine(product, api, 'Zig saw')
    for (const { deviceId, name } of [press, saw]) {
      await page.goto(`/boxes/${deviceId}`)
      await page.getByRole('heading', { level: 1, name }).waitFor()
    }
    await page.goto('/bot')
    const offers = page.getByRole('list', { name: 'Examples' }).getByRole('button')
    await until(page, `document.querySelector('main ul button')?.textContent?.includes(${JSON.stringify(saw.name)})`)
    assert.equal(await offers.nth(1).textContent(), `What is ${press.name} doing?`)
    await page.close()
  })

  for (const [locale, about, question, since, next, open, ask] of [
    ['en', 'Your question', 'what is press 1 doing', /^Press 1: .+ since /, 'since when?', 'Open the page with these filters', 'Ask'],
    ['uk', 'Ваше запитання', 'що робить прес 1', /^Press 1: .+ з /, 'відколи?', 'Відкрити сторінку з цими фільтрами', 'Запитати'],
    ['pl', 'Twoje pytanie', 'co robi press 1', /^Press 1: .+ od /, 'od kiedy?', 'Otwórz stronę z tymi filtrami', 'Zapytaj'],
  ] as const)
    test(`the assistant answers and remembers in the language ${locale}, and leads to the page`, async () => {
      const page = await world().openPage('/bot', { locale })
      const answers = page
        .getByRole('listitem')
        .filter({ hasText: since })
        .filter({ hasNot: page.getByRole('list') })
      await page.getByLabel(about).fill(question)
      await page.getByRole('button', { name: ask, exact: true }).click()
      await answers.first().waitFor()
      await page.getByLabel(about).fill(next)
      await page.getByRole('button', { name: ask, exact: true }).click()
      await answers.nth(1).waitFor()
      await assertAccessible(page)
      await page.getByRole('link', { name: open }).last().click()
      await page.getByRole('heading', { level: 1, name: world().press.name }).waitFor()
      await page.goBack()
      await answers.nth(1).waitFor()
      await page.close()
    })

  test('what the assistant does not understand is looked for in the FAQ', async () => {
    const page = await world().openPage('/bot')
    await page.getByLabel('Your question').fill('zzzz password qqqq')
    await page.keyboard.press('Enter')
    await page.getByText('I do not understand this question.', { exact: false }).waitFor()
    await page.getByText('I cannot sign in. What can I do?').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.getByText('Write to support').click()
    await page.getByLabel('How urgent?').waitFor()
    await page.close()
  })

  test('an extension is switched off in the store, what belongs to it says so, and on again it answers', async () => {
    const page = await world().openPage('/store')
    const card = page.getByRole('article', { name: 'Assistant' })
    await card.getByRole('button', { name: 'Switch off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Switch off Assistant?' })
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Switch off' }).click()
    await card.getByText('Off', { exact: true }).waitFor()
    await page.getByRole('article', { name: 'Edge' }).getByText('Coming').waitFor()
    await assertAccessible(page)
    const bot = await world().openPage('/bot')
    await bot.getByLabel('Your question').fill('stops without a reason')
    await bot.keyboard.press('Enter')
    await bot.getByText('Switched off in the store').waitFor()
    await bot.close()
    await card.getByRole('button', { name: 'Switch on' }).click()
    await card.getByText('On', { exact: true }).waitFor()
    await page.close()
  })

  test('a service of the store leads to the question for an offer, begun with what it is about', async () => {
    const page = await world().openPage('/store?tab=services')
    await page.getByRole('article', { name: 'Training' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Ask for an offer Training' }).click()
    await page.getByLabel('How urgent?').waitFor()
    assert.match(await page.getByLabel('Your question').inputValue(), /^We would like an offer for a training/)
    await page.close()
  })

  test('somebody asks support, sees before what goes with it, adds to the question and closes it', async () => {
    const page = await world().openPage('/support')
    await page.getByText('No questions yet').waitFor()
    await page.getByRole('button', { name: 'Send the question' }).click()
    await page.getByText('This is a required field').waitFor()
    await page.getByLabel('Your question').fill('The press shows no output')
    await page.getByLabel('How urgent?').selectOption({ label: 'Work stands still' })
    await page.getByLabel('Technical details go with it').check()
    await page.getByText('"timeZone"', { exact: false }).waitFor()
    await page.getByText('"failedJobs": []', { exact: false }).waitFor()
    await page.getByText('"jobs": "ready"', { exact: false }).waitFor()
    await page.getByLabel('Add a photo or PDF').setInputFiles({ name: 'counter.png', mimeType: 'image/png', buffer: PIXEL })
    await page.getByRole('list', { name: 'Attached files' }).getByText('counter.png').first().waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Send the question' }).click()
    const question = page.getByRole('button', { name: /^The press shows no output/ })
    await question.click()
    await page.getByRole('img', { name: 'counter.jpg' }).waitFor()
    await page.getByLabel('Answer').fill('It began on Monday')
    const pdf = { name: 'wiring.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
    await page.getByLabel('Add a photo or PDF').last().setInputFiles(pdf)
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await page.getByRole('listitem').getByText('It began on Monday', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'wiring.pdf', exact: true }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'It is solved' }).click()
    await page.getByText(/^Closed · Support · Work stands still/).waitFor()
    await page.close()
  })

  test('what the provider answers is told beside Support, until it is answered', async () => {
    const { api, product } = world()
    const input = { content: 'How do I count scrap?' }
    const { createSupportRequest } = await api<{ createSupportRequest: { id: number } }>(
      'mutation ($input: CreateSupportRequestInput!) { createSupportRequest(input: $input) { id } }',
      { input },
    )
    const page = await world().openPage('/profile')
    const link = page.getByRole('link', { name: /^Support/ }).first()
    await link.waitFor()
    const { api: provider } = await providerPerson(product, 'desk@provider.example')
    await provider('mutation ($id: Int!, $content: String!) { answerSupportRequest(id: $id, content: $content) }', {
      id: createSupportRequest.id,
      content: 'By the counter of rejects',
    })
    await link.getByText('1', { exact: true }).waitFor()
    await link.click()
    await page.getByRole('button', { name: /^How do I count scrap/ }).click()
    await page.getByRole('listitem').getByText('By the counter of rejects').waitFor()
    await page.getByLabel('Answer').fill('Thank you')
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await link.getByText('1', { exact: true }).waitFor({ state: 'detached' })
    await page.close()
  })

  test('an invoice that the provider puts there is fetched by who reads the settings of the company, and removed by the provider alone', async () => {
    const { product } = world()
    const provider = await providerPerson(product, 'bills@provider.example')
    const theirs = await world().newPage({ companyId: COMPANY })
    await signIn(theirs, '/billing', provider.email, provider.password)
    await theirs.getByText('There are no invoices yet').waitFor()
    await theirs.getByRole('button', { name: 'Add an invoice' }).click()
    const dialog = theirs.getByRole('dialog', { name: 'Add an invoice' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('This is a required field').first().waitFor()
    await assertAccessible(theirs)
    const chosen = dialog.locator('input[type=file]')
    await chosen.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: PIXEL })
    await dialog.getByText('Only a PDF is taken', { exact: false }).waitFor()
    await chosen.setInputFiles({ name: 'invoice 7.pdf', mimeType: 'application/pdf', buffer: INVOICE })
    await dialog.getByLabel('Number').fill('2026/11/7')
    await typeDate(dialog, 'Date of the invoice', '11112026')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await theirs.getByText('Invoice 2026/11/7 is added').waitFor()

    const page = await world().openPage('/billing')
    const invoices = page.getByRole('region', { name: 'Invoices' })
    await invoices.getByRole('cell', { name: '2026/11/7', exact: true }).waitFor()
    for (const name of [/^Add an invoice/, /^Remove/]) assert.equal(await invoices.getByRole('button', { name }).count(), 0)
    await assertAccessible(page)
    const [file] = await Promise.all([page.waitForEvent('download'), invoices.getByRole('button', { name: 'invoice 7.pdf' }).click()])
    assert.equal(file.suggestedFilename(), 'invoice 7.pdf')
    assert.deepEqual(await buffer(await file.createReadStream()), INVOICE)

    const [list] = await Promise.all([page.waitForEvent('download'), invoices.getByRole('button', { name: 'Download CSV' }).click()])
    assert.match(await text(await list.createReadStream()), /2026\/11\/7,2026-11-11,invoice 7\.pdf/)

    await theirs
      .getByRole('region', { name: 'Invoices' })
      .getByRole('button', { name: /^Remove ?: 2026\/11\/7$/ })
      .click()
    await theirs.getByRole('dialog', { name: 'Remove invoice 2026/11/7?' }).getByRole('button', { name: 'Remove' }).click()
    await theirs.getByText('There are no invoices yet').waitFor()
    await page.getByText('There are no invoices yet').waitFor()
    await theirs.close()
    await page.close()
  })

  test('a question that cannot be sent waits on the device, and is sent once', async () => {
    const page = await world().openPage('/support')
    // What keeps it without a connection is loaded after the page.
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Your question').fill('Which cable for the counter?')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send the question' }).click()
    await page.getByText('1 question waits on this device for a connection').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: /^Which cable for the counter/ }).waitFor()
    await page.close()
  })
}

const INVOICE = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')

/** Returns a new person of the provider, made by the command that makes them and come into the company, and what asks the API as that person. */
async function providerPerson(
  product: Product,
  address: string,
): Promise<{ readonly api: Api; readonly email: string; readonly password: string }> {
  const tool = fileURLToPath(new URL('../../tools/providerPerson.ts', import.meta.url))
  const who = ['--email', address, '--role', 'PROVIDER_SUPPORT', '--first-name', 'Help', '--last-name', 'Desk']
  const env = { PATH: process.env['PATH'], ...product.settings }
  const { stdout } = await promisify(execFile)(process.execPath, [tool, 'make', ...who], { env })
  const { email, password }: { readonly email: string; readonly password: string } = JSON.parse(stdout)
  const own = await accessToken({ url: product.url, email, password, companyId: null })
  await openApi(product.url, own, '')('mutation ($id: String!) { enterCompany(companyId: $id, reason: "A story") { id } }', { id: COMPANY })
  const token = await accessToken({ url: product.url, email, password, companyId: COMPANY })
  return { api: openApi(product.url, token, COMPANY), email, password }
}
