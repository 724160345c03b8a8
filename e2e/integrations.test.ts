/** Connecting another system and a model of others, in a real browser: a company of the demo asks none, so the product runs without it and with a company of its own. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, afterEach, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { DOUBLE_DATABASE, DOUBLE_KEY, DOUBLE_LOGIN, laterDate, startOdooDouble, type OdooDouble } from '#server/testing/odooDouble.ts'
import { startChatModelDouble, type ChatModelDouble } from '#server/testing/chatModelDouble.ts'
import { FOREIGN_TEXT } from '#server/testing/foreignText.ts'
import { signIn as accessToken } from '../tools/signIn.ts'
import { ROOT } from '../tools/sourceTree.ts'
import { openApi, type Api } from './api.ts'
import { openBrowser, openContext, signIn, until } from './browser.ts'
import { cleanEnvironment, startProduct, type Product } from './harness.ts'
import { patiently, SETUP_LIMIT_MS } from './patience.ts'
import { assertAccessible } from './stories/accessibility.ts'
import { tellOpenPages } from './tellOpenPages.ts'

const EMAIL = 'owner@factory.example'
const SECRET = 'a key that nobody reads'

describe('integrations', { concurrency: false }, () => {
  let product: Product
  let browser: Browser
  let page: Page
  let api: Api
  let odoo: OdooDouble
  let model: ChatModelDouble

  before(
    async () => {
      odoo = await startOdooDouble()
      model = await startChatModelDouble()
      fill(odoo)
      const settings = { WEBHOOK_PRIVATE: 'on', ASSISTANT_URL: model.url }
      product = await patiently('to start the product', () => startProduct({ demo: false, settings }))
      browser = await openBrowser()
      const person = await makeCompany(product)
      const token = await patiently('to sign in', () => accessToken({ url: product.url, ...person }))
      api = openApi(product.url, token, person.companyId)
      page = await (await openContext(browser, product.url)).newPage()
      await signIn(page, '/integrations', EMAIL, person.password)
    },
    { timeout: SETUP_LIMIT_MS },
  )
  afterEach(async (story) => {
    if ('passed' in story && !story.passed) await tellOpenPages(browser)
  })
  after(async () => {
    await browser?.close()
    await product?.end()
    await odoo?.close()
    await model?.close()
  })

  test('an address that may not be asked is refused with its reason, and kept only if the person says so', async () => {
    await page.getByText('No system is connected yet').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Connect a system' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address', { exact: false }).fill('http://169.254.169.254')
    await dialog.getByLabel('API key').first().fill(SECRET)
    await dialog.getByRole('button', { name: 'Next' }).click()
    const refusal = dialog.getByText('169.254.169.254 lies in a private network')
    await refusal.first().waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Save without a check' }).click()
    // Matching asks the address too, and is refused as well.
    await dialog.getByRole('button', { name: 'Back' }).waitFor()
    await refusal.first().waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    const card = page.getByRole('region', { name: 'Odoo' })
    await card.getByText('not checked').waitFor()
    assert.ok(!(await page.content()).includes(SECRET))
  })

  test('what was typed in a setup is asked about before it is left, and the address leads to the setup', async () => {
    const card = page.getByRole('region', { name: 'Odoo' })
    await card.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Odoo' })
    const login = dialog.getByLabel('Login')
    await login.fill('typed@factory.example')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const leavings: readonly (() => Promise<unknown>)[] = [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.evaluate(() => history.back()),
    ]
    for (const leave of leavings) {
      await leave()
      await question.getByRole('button', { name: 'Stay' }).click()
      await question.waitFor({ state: 'hidden' })
      // The way back was gone before it was asked about: the browser returns by itself.
      await page.waitForURL(/setup=/)
      assert.equal(await login.inputValue(), 'typed@factory.example')
    }
    await dialog.getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await card.getByRole('button', { name: 'Set up' }).click()
    await dialog.waitFor()
    await page.reload()
    await dialog.waitFor()
    assert.equal(await login.inputValue(), '')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('a connection is set up, its work centers are made, and its orders come once what they would become was seen', async () => {
    const card = page.getByRole('region', { name: 'Odoo' })
    await card.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address', { exact: false }).fill(odoo.url)
    await dialog.getByLabel('Database').fill(DOUBLE_DATABASE)
    await dialog.getByLabel('Login').fill(DOUBLE_LOGIN)
    await dialog.getByLabel('API key').first().fill(DOUBLE_KEY)
    await dialog.getByRole('button', { name: 'Check' }).click()
    await dialog.getByText('Odoo 19.0').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Next' }).click()
    for (const name of ['Press', 'Saw line', FOREIGN_TEXT])
      await dialog.getByRole('group', { name, exact: true }).getByRole('button', { name: 'New' }).click()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await dialog.getByText('An import would do this:').waitFor()
    await dialog.getByText('new: 2').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Later' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await card.getByText('Odoo 19.0').waitFor()
    await card.getByText('Waits for its first preview').waitFor()
    await card.getByRole('button', { name: 'Imports and messages' }).click()
    await card.getByRole('button', { name: 'Preview an import' }).click()
    await card.getByRole('button', { name: 'Import now' }).click()
    await card.getByText('by hand').first().waitFor()
    await card.getByText('next import').waitFor()
    await card.getByText('Requests (').first().waitFor()
    await card.getByText('new: 2').first().waitFor()
  })

  test('what was made goes out, and a figure that somebody changed there is shown beside ours and stays', async () => {
    const order = await orderOf(api, 'MO/7/71')
    await api('mutation ($id: Int!) { startJobOrder(id: $id) { id } }', { id: order.id })
    const card = page.getByRole('region', { name: 'Odoo' })
    await confirm(api, order, 120)
    const lines = card.getByRole('listitem').filter({ hasText: 'MO/7/71' })
    await lines.filter({ hasText: 'accepted 120' }).filter({ hasText: 'Sent' }).waitFor()
    const [made] = odoo.data.productions
    assert.ok(made)
    assert.equal(made.made, 120)
    made.made = 350
    await confirm(api, order, 30)
    const conflict = lines.filter({ hasText: 'accepted 150' })
    await conflict.getByText('Conflict: somebody changed it there').waitFor()
    await conflict.getByText('There: 350').waitFor()
    await card.getByText('Messages that need a decision: 1').waitFor()
    await assertAccessible(page)
    await conflict.getByRole('button', { name: 'Compare MO/7/71' }).click()
    const both = page.getByRole('dialog', { name: 'MO/7/71: both sides' })
    const accepted = both.getByRole('row').filter({ hasText: 'Accepted' })
    await accepted.getByRole('cell', { name: '350', exact: true }).waitFor()
    await accepted.getByRole('cell', { name: '150', exact: true }).waitFor()
    assert.equal(await accepted.getAttribute('data-differs'), 'true')
    assert.equal(await both.getByRole('row').filter({ hasText: 'Planned quantity' }).getAttribute('data-differs'), null)
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await both.waitFor({ state: 'hidden' })
    await conflict.getByRole('button', { name: 'Skip' }).click()
    await conflict.getByText('Skipped').waitFor()
    assert.equal(made.made, 350)
  })

  test('an order that is cancelled there is cancelled here with one tap, and that is taken back', async () => {
    const [, order] = odoo.data.productions
    assert.ok(order)
    const before = order.state
    order.state = 'cancel'
    order.writeDate = laterDate(odoo)
    const { integrations } = await api<{ integrations: readonly { id: string }[] }>('{ integrations { id } }')
    const run = async () =>
      await api('mutation ($id: Guid!) { runIntegration(integrationId: $id) { id } }', { id: integrations[0]?.id ?? '' })
    await run()
    await page.reload()
    const card = page.getByRole('region', { name: 'Odoo' })
    const cancel = card.getByRole('button', { name: 'Cancel here MO/8' })
    await cancel.waitFor()
    await assertAccessible(page)
    await cancel.click()
    await page.getByText('MO/8 is cancelled').waitFor()
    await cancel.waitFor({ state: 'hidden' })
    assert.equal((await orderOf(api, 'MO/8')).status, 'CANCELLED')
    await page.getByRole('button', { name: 'Undo' }).click()
    await cancel.waitFor()
    assert.equal((await orderOf(api, 'MO/8')).status, 'DRAFT')
    // The same in the drawer of the order.
    await card.getByRole('link', { name: 'MO/8' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('It is over there (cancel) and still open here').waitFor()
    await drawer.getByRole('button', { name: 'Cancel here' }).click()
    await drawer.getByRole('button', { name: 'Cancel here' }).waitFor({ state: 'hidden' })
    assert.equal((await orderOf(api, 'MO/8')).status, 'CANCELLED')
    order.state = before
    order.writeDate = laterDate(odoo)
    await page.goto(`${product.url}/integrations`)
    await card.getByRole('button', { name: 'Imports and messages' }).click()
  })

  test('a name from the other system is text wherever it is shown, and nothing of it runs', async () => {
    const opened: string[] = []
    page.on('dialog', (dialog) => {
      opened.push(dialog.message())
      void dialog.dismiss()
    })
    const seeAsText = async () => {
      await page.getByText(FOREIGN_TEXT).filter({ visible: true }).first().waitFor()
      assert.equal(await page.locator('img[src="x"]').count(), 0, page.url())
      assert.deepEqual(opened, [], page.url())
    }
    await page.goto(`${product.url}/boxes`)
    await seeAsText()
    await page.goto(`${product.url}/bot`)
    await page.getByLabel('Your question').fill('status of all machines')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Questions and answers' }).getByText(FOREIGN_TEXT).first().waitFor()
    await seeAsText()
    page.removeAllListeners('dialog')
    await page.goto(`${product.url}/integrations`)
    await page.getByRole('region', { name: 'Odoo' }).getByRole('button', { name: 'Imports and messages' }).click()
  })

  test('another database is said to be another system before it is saved', async () => {
    const card = page.getByRole('region', { name: 'Odoo' })
    await card.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Odoo' })
    const told = dialog.getByText('Another address or database is another system')
    assert.equal(await told.count(), 0)
    await dialog.getByLabel('Database').fill('another')
    await told.waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Database').fill(DOUBLE_DATABASE)
    await told.waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('a failure asks whether to retry or to change the configuration', async () => {
    odoo.endKey()
    const card = page.getByRole('region', { name: 'Odoo' })
    await card.getByRole('button', { name: 'Preview an import' }).click()
    await card.getByText('The operation could not be completed.').waitFor()
    await card.getByText('What happened').click()
    await card.getByText('The other system does not accept the key or the login').first().waitFor()
    await assertAccessible(page)
    odoo.reset()
    await card.getByRole('button', { name: 'Yes, retry' }).click()
    await card.getByText('Connected', { exact: false }).first().waitFor()
  })

  test('what waits while the key has ended goes out once another is entered', async () => {
    const order = await orderOf(api, 'MO/7/71')
    const card = page.getByRole('region', { name: 'Odoo' })
    odoo.endKey()
    for (const units of [10, 20]) await confirm(api, order, units)
    await card.getByText('The operation could not be completed.').waitFor()
    await card.getByText('waiting to be sent: 2').waitFor()
    await card.getByRole('button', { name: 'No, change configuration' }).click()
    odoo.reset()
    await setUpAgain(page)
    await card.getByText('waiting to be sent').waitFor({ state: 'hidden' })
    const sent = card.getByRole('listitem').filter({ hasText: 'accepted 180' }).filter({ hasText: 'Sent' })
    await sent.waitFor()
    assert.equal(odoo.data.productions[0]?.made, 180)
  })

  test('one that was disabled, deleted and restored is set up again with its key, and sends again', async () => {
    const card = page.getByRole('region', { name: 'Odoo' })
    await card.getByRole('button', { name: 'Disable' }).click()
    await card.getByText('Disabled', { exact: false }).first().waitFor()
    await card.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete Odoo?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('region', { name: 'Deleted in the last 30 days' }).getByRole('button', { name: 'Restore Odoo' }).click()
    await card.getByText('Disabled', { exact: false }).first().waitFor()
    await card.getByRole('button', { name: 'Set up' }).click()
    await setUpAgain(page)
    await card.getByText('Connected', { exact: false }).first().waitFor()
    await confirm(api, await orderOf(api, 'MO/7/71'), 5)
    await card.getByRole('button', { name: 'Imports and messages' }).click()
    await card.getByRole('listitem').filter({ hasText: 'accepted 185' }).filter({ hasText: 'Sent' }).waitFor()
  })

  test('nothing goes out while the company has integrations switched off, and all of it once they are on again', async () => {
    const switched = async (act: 'activate' | 'deactivate') => await api(`mutation { ${act}Extension(id: "INTEGRATIONS") { id } }`)
    const card = page.getByRole('region', { name: 'Odoo' })
    const linkTo = (path: string) => page.locator(`nav a[href="${path}"]`)
    await linkTo('/integrations').first().waitFor({ state: 'attached' })
    await switched('deactivate')
    await page.reload()
    await card.waitFor({ state: 'hidden' })
    // Its page is gone from the menu, and the server refuses what belongs to it.
    await page.goto(`${product.url}/billing`)
    await linkTo('/billing').first().waitFor({ state: 'attached' })
    assert.equal(await linkTo('/integrations').count(), 0)
    await assert.rejects(api('{ integrations { id } }'), /EXTENSION_OFF/)
    await confirm(api, await orderOf(api, 'MO/7/71'), 15)
    await switched('activate')
    await page.goto(`${product.url}/integrations`)
    await card.getByRole('button', { name: 'Imports and messages' }).click()
    await card.getByRole('listitem').filter({ hasText: 'accepted 200' }).filter({ hasText: 'Sent' }).waitFor()
    assert.equal(odoo.data.productions[0]?.made, 200)
  })

  test('on a phone what is there is read and tried again, and set up elsewhere', async () => {
    const card = page.getByRole('region', { name: 'Odoo' })
    const wide = page.viewportSize()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByText('On a phone you read and retry here.').waitFor()
    for (const name of ['Set up', 'Delete', 'Preview an import']) assert.equal(await card.getByRole('button', { name }).count(), 0, name)
    assert.equal(await page.getByRole('button', { name: 'Connect a system' }).count(), 0)
    await card.getByRole('button', { name: 'Imports and messages' }).waitFor()
    await assertAccessible(page)
    if (wide !== null) await page.setViewportSize(wide)
    await card.getByRole('button', { name: 'Set up' }).waitFor()
  })

  test('orders that come as files are matched by the first of them, and further ones are put in on the card', async () => {
    const file = (...rows: readonly string[]) => ({
      name: 'orders.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Order;Product;Quantity;Work center;Cycle time', ...rows].join('\r\n')),
    })
    await page.getByRole('button', { name: 'Connect a system' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('System').selectOption('CSV')
    await dialog.getByRole('button', { name: 'Next' }).click()
    const [made, ours, left] = ['F-1;B-9;120;Lathe;2.5', 'F-4;B-9;10;Stamping;2.5', 'F-5;B-9;10;Paint;2.5'] as const
    await dialog.getByLabel('Upload a file').setInputFiles(file(made, ours, left))
    await dialog.getByRole('group', { name: 'Lathe', exact: true }).waitFor()
    await matchByKeys(
      page,
      new Map([
        ['Lathe', '1'],
        ['Stamping', '2'],
        ['Paint', '3'],
      ]),
      'Press',
    )
    await assertAccessible(page)
    for (const [name, choice] of [
      ['Lathe', 'New'],
      ['Stamping', 'Existing'],
      ['Paint', 'Ignore'],
    ] as const) {
      const button = dialog.getByRole('group', { name, exact: true }).getByRole('button', { name: choice })
      assert.equal(await button.getAttribute('aria-pressed'), 'true', name)
    }
    const list = dialog.getByRole('group', { name: 'Stamping', exact: true }).getByRole('combobox')
    assert.equal(await list.locator('option:checked').textContent(), 'Press')
    await tabTo(page, 'button', 'Next')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const card = page.getByRole('region', { name: 'Files (CSV, Excel)' })
    await card.getByText('Last file: orders.csv').waitFor()
    await card.getByRole('button', { name: 'Imports and messages' }).click()
    await card.getByText('new: 2').first().waitFor()
    await card.getByLabel('Upload a file').setInputFiles(file('F-1;B-9;1.250;Lathe;2.5'))
    await card.getByRole('alert').getByText('Import it once under Orders', { exact: false }).waitFor()
    await card
      .getByLabel('Upload a file')
      .setInputFiles(file('F-2;B-9;80;Lathe;2.5', 'F-3;B-9;90;Lathe;2.5', 'F-6;B-9;90;Stamping;2.5', left))
    await card.getByText('4 rows').waitFor()
    await card.getByText('new: 3').first().waitFor()
    assert.equal((await orderOf(api, 'F-6')).workCenterId, (await orderOf(api, 'MO/7/71')).workCenterId)
    await assertAccessible(page)
  })

  test('an administrator reads what leaves before the assistant may ask an external model, whose words stand above our lines', async () => {
    const ask = async (question: string) => {
      await page.goto(`${product.url}/bot`)
      await page.getByLabel('Your question').fill(question)
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await page.getByRole('list', { name: 'Questions and answers' }).getByText(question).waitFor()
    }
    model.says('Nobody knows yet what Press does.')
    await ask('what is Press doing')
    await page.getByRole('link', { name: 'Open the page with these filters' }).first().waitFor()
    assert.deepEqual(model.asked, [])
    await page.goto(`${product.url}/general-settings`)
    const allow = page.getByRole('checkbox', { name: `The assistant may ask the external model at ${model.host}` })
    await allow.waitFor()
    await page.getByText('What leaves then: a question as it was typed', { exact: false }).waitFor()
    await assertAccessible(page)
    await allow.click()
    await page.getByText('Assistant saved').waitFor()
    await ask('what is Press doing')
    await page.getByText('Nobody knows yet what Press does.').waitFor()
    await page.getByText('Worded by the external model; the figures are those below.').waitFor()
    await assertAccessible(page)
    await page.goto(`${product.url}/audit`)
    await page.getByRole('row').filter({ hasText: 'External model of the assistant changed' }).first().waitFor()
  })
})

async function makeCompany({
  settings,
}: Product): Promise<{ readonly email: string; readonly password: string; readonly companyId: string }> {
  const command = ['tools/newCompany.ts', '--name', 'Gear works', '--email', EMAIL, '--time-zone', 'Europe/Warsaw']
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT, env: cleanEnvironment(settings) })
  const { companyId, password } = JSON.parse(stdout) as { readonly companyId: string; readonly password: string }
  return { email: EMAIL, password, companyId }
}

type FoundOrder = { readonly id: number; readonly status: string; readonly workCenter: { readonly id: number } | null }

async function orderOf(api: Api, code: string): Promise<{ readonly id: number; readonly status: string; readonly workCenterId: number }> {
  const { jobOrders } = await api<{ jobOrders: readonly FoundOrder[] }>(
    'query ($code: String) { jobOrders(orderCodeFilter: $code) { id status workCenter { id } } }',
    { code },
  )
  const [order] = jobOrders
  assert.ok(order?.workCenter, code)
  return { id: order.id, status: order.status, workCenterId: order.workCenter.id }
}

async function confirm(api: Api, order: { readonly id: number; readonly workCenterId: number }, units: number): Promise<void> {
  await api(
    `mutation ($place: Int!, $id: Int!, $units: Decimal!) { confirmOutput(workCenterId: $place, jobOrderId: $id, acceptedOutput: $units) { id } }`,
    { place: order.workCenterId, id: order.id, units },
  )
}

/** Matches the rows of the table by keys alone, each by its name; the list of our work centers is left with the one of the name. */
async function matchByKeys(page: Page, keys: ReadonlyMap<string, string>, ours: string): Promise<void> {
  await tabTo(page, '[role=group] button')
  for (const _row of keys) {
    const name = await page.evaluate<string | null>(`document.activeElement.closest('[role=group]').getAttribute('aria-label')`)
    const key = keys.get(name ?? '') ?? ''
    await page.keyboard.press(key)
    if (key === '2') {
      await page.keyboard.press('Enter')
      await until(page, `document.activeElement.matches('select')`)
      await page.keyboard.type(ours)
      await page.keyboard.press('Shift+Tab')
    }
    await page.keyboard.press('ArrowDown')
  }
}

/** Presses Tab until the focus is on what the selector names, with the text. */
async function tabTo(page: Page, selector: string, text = ''): Promise<void> {
  const isThere = `document.activeElement.matches(${JSON.stringify(selector)}) && document.activeElement.textContent.includes(${JSON.stringify(text)})`
  for (let presses = 0; presses < 60 && !(await page.evaluate<boolean>(isThere)); presses++) await page.keyboard.press('Tab')
  assert.ok(await page.evaluate<boolean>(isThere), `no ${selector} ${text} is reached by Tab`)
}

/** Goes through the open setup with another key; what was matched and chosen stays. */
async function setUpAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Odoo' })
  await dialog.getByLabel('API key').first().fill(DOUBLE_KEY)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('group', { name: 'Press', exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

function fill({ data }: OdooDouble): void {
  const writeDate = '2026-11-20 10:00:00'
  const common = { productId: 3, start: '2026-11-24 05:00:00', end: false, bomId: 5, made: 0, writeDate } as const
  Object.assign(data, {
    workCenters: [
      { id: 2, code: false, name: 'Press' },
      { id: 3, code: false, name: 'Saw line' },
      { id: 4, code: false, name: FOREIGN_TEXT },
    ],
    products: [{ id: 3, name: FOREIGN_TEXT, default_code: 'B-8' }],
    boms: [{ id: 5, operations: [{ workCenterId: 3, sequence: 10 }] }],
    productions: [
      { ...common, id: 7, name: 'MO/7', state: 'confirmed', quantity: 400 },
      { ...common, id: 8, name: 'MO/8', state: 'draft', quantity: 50 },
    ],
    workOrders: [{ id: 71, state: 'ready', productionId: 7, workCenterId: 2, minutes: 60, start: false, end: false, writeDate }],
  })
}
