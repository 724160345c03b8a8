import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { signIn as accessToken } from '../../tools/signIn.ts'
import { openApi } from '../api.ts'
import { fillSignIn, PEOPLE, signIn } from '../browser.ts'
import { linkOfEmail } from '../outbox.ts'
import { COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

const PASSWORD = 'Trueline-2'

export function userStories(world: () => World): void {
  test('an administrator makes an account, and what is missing is told beside every field', async () => {
    const { page, dialog } = await openAddDialog(world)
    await dialog.getByRole('button', { name: 'Add employee' }).click()
    for (const message of ['name', 'surname', 'e-mail', 'phone number', 'login', 'password']) {
      await dialog.getByText(`Enter the ${message}`, { exact: true }).waitFor()
    }
    await dialog.getByText('Required fields are missing').waitFor()
    assert.equal(await page.evaluate('document.activeElement.getAttribute("name")'), 'firstName')
    await assertAccessible(page)
    await fillEmployee(page, { name: 'Jan Story', email: 'jan.story@acme.example', login: 'jan.story' })
    await dialog.getByLabel('Role').selectOption('OPERATOR')
    await dialog.getByRole('checkbox', { name: world().press.name }).check()
    await dialog.getByRole('button', { name: 'Add employee' }).click()
    const row = page.getByRole('row', { name: /Jan Story/ })
    await row.getByText(world().press.name).waitFor()
    await row.getByText('Not verified').last().waitFor()
    await page.close()

    // The login works at once, and the operator gets no further than the work centers.
    const own = await world().newPage()
    await signIn(own, '/boxes', 'jan.story', PASSWORD)
    await own.goto('/users')
    await own.waitForURL('**/boxes')
    await own.getByText('No access to Users').waitFor()
    await own.close()
  })

  test('a pasted list of addresses is checked line by line, and the invited follow the link in the e-mail', async () => {
    const page = await world().openPage('/users')
    await page.getByRole('button', { name: 'Invite' }).first().click()
    const emails = page.getByLabel('E-mails')
    await emails.fill(`Maria Silva <maria.story@acme.example>, nobody,, ${PEOPLE.admin}\nmaria.story@acme.example`)
    await page.getByText('Please check if the mail is correct:').waitFor()
    await page.getByText('nobody', { exact: true }).waitFor()
    await page.getByText('empty value').waitFor()
    await page.getByText('1 repeated address gets only one e-mail.').waitFor()
    await page.getByText(`Already members, they get no e-mail: ${PEOPLE.admin}`).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Correct or remove 2 addresses' }).click()
    assert.equal(await page.evaluate('document.activeElement.getAttribute("name")'), 'emails')
    await emails.fill('Maria Silva <maria.story@acme.example>')
    await page.getByRole('button', { name: 'Send 1 invitation' }).click()
    await page.getByText('Invitations were successfully sent to 1 employee!', { exact: false }).waitFor()
    await page.getByText('Employees will be added to the organization after following the link in the letter', { exact: false }).waitFor()

    const message = await world().newPage()
    await message.goto(await linkOfEmail(world().product, 'maria.story@acme.example', '/invitation'))
    await message.getByLabel('Name', { exact: true }).fill('Maria')
    await message.getByLabel('Surname').fill('Story')
    await message.getByLabel('Phone').fill('+48 601 234 567')
    await message.locator('input[autocomplete~="new-password"]').fill(PASSWORD)
    await message.getByRole('checkbox').check()
    await message.getByRole('button', { name: /Join/ }).click()
    await message.getByRole('heading', { level: 1, name: 'You have joined Acme Works' }).waitFor()
    await message.close()

    await page.goto('/users?q=maria.story')
    await page.getByRole('button', { name: 'Maria Story' }).waitFor()
    await page.getByText('There are no employees').waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('nobody has this')
    await page.getByText('There are no employees').waitFor()
    assert.match(page.url(), /q=nobody/)
    await page.close()
  })

  test('a link to join by waits for whoever has to make an account first', async () => {
    const { product, api } = world()
    const email = 'joiner.story@acme.example'
    const { createJoinLink } = await api<{ createJoinLink: { id: string; url: string } }>(
      'mutation { createJoinLink(role: USER, days: 1) { id url } }',
    )
    const page = await world().newPage()
    await page.goto(createJoinLink.url)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Country').selectOption('pl')
    await page.getByLabel('Name', { exact: true }).fill('Jo')
    await page.getByLabel('Surname').fill('Joiner')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Phone').fill('+48 601 234 567')
    await page.locator('input[autocomplete~="new-password"]').fill(PASSWORD)
    await page.getByRole('checkbox').check()
    await page.locator('button[type="submit"]').click()
    await page.goto(await linkOfEmail(product, email, '/activation'))
    await fillSignIn(page, email, PASSWORD)
    await page.waitForURL(createJoinLink.url)
    await page.getByRole('button', { name: 'Join Acme Works' }).click()
    await page.waitForURL('**/boxes')
    await page.getByRole('button', { name: /Acme Works, Profile menu/ }).waitFor()
    assert.equal(await page.evaluate(`localStorage.getItem('trueline.joinLink')`), null)
    await api('mutation ($id: Guid!) { revokeJoinLink(id: $id) }', { id: createJoinLink.id })
    await page.close()
  })

  test('an invitation is sent again and revoked, and a link to join by is shown once', async () => {
    const page = await world().openPage('/users?tab=invitations')
    await world().api('mutation { inviteUsers(emails: ["late.story@acme.example"], role: GUEST) { invited } }')
    await page.reload()
    const card = page.getByRole('listitem').filter({ hasText: 'late.story@acme.example' })
    await card.getByText(/Valid until/).waitFor()
    await card.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('The invitation was sent to late.story@acme.example again').waitFor()
    await card.getByRole('button', { name: 'Revoke' }).click()
    await card.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Create join link' }).click()
    await page.getByLabel('Role').selectOption('OPERATOR')
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('img', { name: 'The link as a QR code' }).waitFor()
    const url = await page.getByLabel('Link', { exact: true }).inputValue()
    await page.keyboard.press('Escape')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'I saved it' }).click()
    await page.getByText('Joins as Operator').first().waitFor()

    const other = await world().openPage(new URL(url).pathname + new URL(url).search)
    await other.getByRole('heading', { level: 1, name: 'Join Acme Works as Operator?' }).waitFor()
    await other.getByRole('button', { name: 'Join Acme Works' }).click()
    // People of the demo are shared, so they join nothing.
    await other
      .getByRole('alert')
      .getByText(/demo account/)
      .waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Joins as Operator' }).first().getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The join link was revoked').waitFor()
    await other.reload()
    await other.getByText('The link is no longer valid', { exact: false }).waitFor()
    await other.close()
    await page.close()
  })

  test('a request for a role is approved, and the employee is in a new team then', async () => {
    const id = await addEmployee(world(), { name: 'Petra Story', email: 'petra.story@acme.example', login: 'petra.story' })
    const { product } = world()
    const token = await accessToken({ url: product.url, email: 'petra.story', password: PASSWORD, companyId: COMPANY })
    const ask = 'mutation ($id: Guid!) { requestRoleChange(userId: $id, role: ADMIN, comment: "I plan the shifts") }'
    await openApi(product.url, token, COMPANY)(ask, { id })
    const page = await world().openPage('/users?tab=requests')
    const card = page.getByRole('listitem').filter({ hasText: 'Petra Story' })
    await card.getByText('I plan the shifts').waitFor()
    await assertAccessible(page)
    await card.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('No requests for roles').waitFor()

    await page.getByRole('link', { name: /Teams/ }).click()
    await page.getByRole('button', { name: 'Create team' }).first().click()
    await page.getByLabel('Team name').fill('Story crew')
    await page.getByLabel('Colour code').fill('#ffffff')
    await page.getByText(/Hard to see/).waitFor()
    await page.getByRole('radio', { name: /#1886D4/ }).check()
    await page.getByText(/Easy to see/).waitFor()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: 'Story crew' }).waitFor()
    await page.goto(`/users?user=${id}`)
    await page.getByRole('dialog').getByLabel('Team', { exact: false }).selectOption({ label: 'Story crew' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Petra Story: saved').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /Petra Story.*Admin.*Story crew/ }).waitFor()
    await page.goto('/users?tab=teams')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 employee will have no team', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Delete team' }).click()
    await page.getByText('There are no teams').waitFor()
    await world().api('mutation ($id: Guid!) { deleteUserFromCompany(userId: $id) }', { id })
    await page.close()
  })

  test('an employee is deleted with the keyboard alone; the last administrator is not', async () => {
    await addEmployee(world(), { name: 'Zoe Story', email: 'zoe.story@acme.example', login: 'zoe.story' })
    const page = await world().openPage('/users')
    await page.getByRole('table').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('zoe.story')
    await page.getByText(/^1 of \d+ employees$/).waitFor()
    const name = page.getByRole('button', { name: 'Zoe Story' })
    for (let steps = 0; steps < 20 && !(await name.evaluate((one) => one === one.ownerDocument.activeElement)); steps += 1) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    const remove = page.getByRole('button', { name: 'Delete employee' })
    for (let steps = 0; steps < 20 && !(await remove.evaluate((one) => one === one.ownerDocument.activeElement)); steps += 1) {
      await page.keyboard.press('Tab')
    }
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Are you sure you want to delete employee?' }).waitFor()
    const confirm = page.getByRole('button', { name: 'Delete Zoe Story' })
    for (let steps = 0; steps < 5 && !(await confirm.evaluate((one) => one === one.ownerDocument.activeElement)); steps += 1) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.getByText("The user 'Zoe Story' was deleted").waitFor()
    await page.getByText('There are no employees').waitFor()

    await page.goto(`/users?q=${encodeURIComponent(PEOPLE.admin)}`)
    await page.getByRole('table').getByRole('button', { name: /Olena/ }).click()
    await page.getByText('This is the last administrator of the company.', { exact: false }).waitFor()
    assert.ok(await page.getByRole('dialog').getByLabel('Role').isDisabled())
    assert.equal(await remove.getAttribute('aria-disabled'), 'true')
    await page.close()
  })

  test('the parts of the page of users are no wider than a phone and have no serious fault in the dark', async () => {
    const page = await world().openPage('/users', { locale: 'uz-UZ', width: 390, height: 844, colorScheme: 'dark' })
    await page.getByRole('table').waitFor()
    const tabs = page.locator('main nav a[href^="/users"]')
    for (let at = 0; at < 4; at += 1) {
      await tabs.nth(at).click()
      await page.locator(`main nav a:nth-of-type(${at + 1})[aria-current="page"]`).waitFor()
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390, `part ${at + 1}`)
      await assertAccessible(page)
    }
    await page.close()
  })

  test('a user without the right gets from the users to the work centers, and is told so', async () => {
    const page = await world().newPage()
    await signIn(page, '/boxes', PEOPLE.user)
    await page.goto('/users')
    await page.waitForURL('**/boxes')
    await page.getByText('No access to Users').waitFor()
    await page.close()
  })
}

type NewPerson = { readonly name: string; readonly email: string; readonly login: string }

async function openAddDialog(world: () => World) {
  const page = await world().openPage('/users')
  await page.getByRole('button', { name: 'Add employee' }).click()
  return { page, dialog: page.getByRole('dialog') }
}

async function fillEmployee(page: Page, { name, email, login }: NewPerson): Promise<void> {
  const [firstName = '', lastName = ''] = name.split(' ')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(firstName)
  await dialog.getByLabel('Surname').fill(lastName)
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Phone').fill('+48 601 234 567')
  await dialog.getByLabel('Login').fill(login)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Repeat password').fill('Trueline-3')
  await dialog.getByLabel('Login').focus()
  await dialog.getByText('The passwords must match').waitFor()
  await dialog.getByLabel('Repeat password').fill(PASSWORD)
}

/** Returns the id of a new employee with the role of a user. */
async function addEmployee({ api }: World, { name, email, login }: NewPerson): Promise<string> {
  const [firstName = '', lastName = ''] = name.split(' ')
  const { createUser } = await api<{ createUser: { id: string } }>(
    `mutation ($email: String!, $firstName: String!, $lastName: String!, $login: String, $password: String) {
      createUser(email: $email, firstName: $firstName, lastName: $lastName, login: $login, password: $password, phone: "+48 601 234 567", role: USER) { id }
    }`,
    { email, firstName, lastName, login, password: PASSWORD },
  )
  return createUser.id
}
