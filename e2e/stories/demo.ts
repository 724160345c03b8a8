import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

/** Answers within the product. */
const DEMO_ERP = 'https://odoo.demo.example'

const LOOK = 'Its settings are open to try: nothing is kept.'

/** Pages of the demo company's administrator, with a word of each that only its content has. */
const SETTINGS = [
  { path: '/general-settings', heading: 'General', word: 'Language and region' },
  { path: '/users', heading: 'Users', word: 'Katarzyna Lis' },
  { path: '/trueline-api', heading: 'API keys', word: 'Documentation' },
  { path: '/audit', heading: 'Audit log', word: 'Audit log' },
] as const

export function demoStories(world: () => World): void {
  test('a visitor of the demo moves a threshold and sees what follows; nothing can be saved, and nothing is kept', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY })
    const link = page.getByRole('link', { name: 'Press 7', exact: true }).first()
    const machine = await link.getAttribute('href')
    await page.goto(`${machine}/settings?tab=statuses`)
    await page.getByText(LOOK).waitFor()
    const bound = page.getByRole('slider').first()
    const before = Number(await bound.getAttribute('aria-valuenow'))
    await bound.focus()
    await page.keyboard.press('PageUp')
    await page.getByRole('cell', { name: /^[+−]/ }).first().waitFor()
    assert.notEqual(Number(await bound.getAttribute('aria-valuenow')), before)
    await page.getByText(/try it: nothing is kept/).waitFor()
    await page.keyboard.press('Control+s')
    for (const name of ['Save', 'Change source', /^Archive/, /^Restore/])
      assert.equal(await page.getByRole('button', { name, exact: typeof name === 'string' }).count(), 0, String(name))
    await assertAccessible(page)
    await page.reload()
    await bound.waitFor()
    assert.equal(Number(await bound.getAttribute('aria-valuenow')), before)
    await page.close()
  })

  test('a visitor of the demo reads every settings screen, and finds no button that changes one', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY })
    for (const { path, heading, word } of SETTINGS) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await page.getByText(word).first().waitFor()
      await page.getByText(LOOK).waitFor()
      for (const name of ['Save', 'Invite', 'Add employee', 'Create key', 'Add'])
        assert.equal(await page.getByRole('main').getByRole('button', { name, exact: true }).count(), 0, `${path}: ${name}`)
      await assertAccessible(page)
    }
    await page.goto('/users')
    await page.getByRole('button', { name: 'Katarzyna Lis' }).first().click()
    const panel = page.getByRole('dialog')
    await panel.getByText('katarzyna@demo.trueline.example').waitFor()
    assert.equal(await panel.getByRole('button', { name: /role|Delete/i }).count(), 0)
    await page.close()
  })

  test('a visitor of the demo connects its ERP, matches its machines and sees what an import would do', async () => {
    const page = await world().openPage('/integrations', { companyId: DEMO_COMPANY })
    await page.getByRole('button', { name: 'Connect a system' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address', { exact: false }).fill('https://erp.example')
    await dialog.getByLabel('Database').fill('plant')
    await dialog.getByLabel('API key').first().fill('any')
    // Nothing else is asked for the demo.
    await dialog.getByRole('button', { name: 'Check' }).click()
    await dialog.getByText('This demo account is shared', { exact: false }).first().waitFor()
    await dialog.getByLabel('Address', { exact: false }).fill(DEMO_ERP)
    await dialog.getByRole('button', { name: 'Check' }).click()
    await dialog.getByText('Odoo 19.0').waitFor()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('button', { name: /^Take all proposals/ }).click()
    for (const name of ['Packing bench', 'Assembly bench'])
      await dialog.getByRole('group', { name, exact: true }).getByRole('button', { name: 'Ignore' }).click()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await dialog.getByText('An import would do this:').waitFor()
    await dialog
      .getByText(/new: [1-9]/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'Later' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.close()
  })

  test('the demo calls its statuses, shifts and groups by words of the language: in the header, the chart, its shifts, the settings and the groups', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY, locale: 'uk' })
    const link = page.getByRole('link', { name: 'Press 7', exact: true }).first()
    const machine = await link.getAttribute('href')
    await page.goto(`${machine}`)
    await page
      .getByText(/Зміна (Ранкова|Вечірня|Нічна)/)
      .first()
      .waitFor()
    const shown = [
      [`${machine}`, 'Робота'],
      [`${machine}?tab=shifts&range=last7`, 'Ранкова'],
      [`${machine}/settings?tab=statuses`, 'Робота'],
      ['/boxes?by=group', 'Формування'],
    ] as const
    for (const [path, word] of shown) {
      await page.goto(path)
      await page.getByText(word).first().waitFor()
      const text = await page.locator('main').innerText()
      assert.doesNotMatch(text, /\b(Working|Idle|Break|Morning|Afternoon|Night|Forming)\b/, path)
    }
    await page.close()
  })

  test('a visitor of the demo is led to a machine of their own within it, which stands among the others', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY })
    await page.getByRole('button', { name: 'Connect your own machine' }).click()
    await page.getByRole('button', { name: 'Try it here with your phone' }).click()
    await page.getByText('They are removed every night.').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Make a test machine' }).click()
    await page.getByRole('heading', { name: 'Waiting for the first data' }).waitFor()
    const open = page.getByRole('link', { name: /^Open Visitor \d\d$/ })
    const name = ((await open.textContent()) ?? '').replace('Open ', '')
    await page.goto('/boxes')
    await page.getByRole('link', { name, exact: true }).first().waitFor()
    await page.close()
  })
}
