import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { fillSignIn, type ContextOptions } from '../browser.ts'
import { COMPANY, type World } from '../world.ts'
import { chooseOption } from '../fields.ts'
import { assertAccessible } from './accessibility.ts'
import { newEmployee, openFresh } from './identity.ts'

const PASSWORD = 'Trueline-2'
const NEW_PASSWORD = 'Trueline-4'

export function profileStories(world: () => World): void {
  test('a person changes name, region and the look of this device', async () => {
    const { page } = await openAs(world, 'changing', '/profile')
    await page.getByLabel('Name', { exact: true }).fill(' ')
    await page.getByLabel('Phone').fill('12')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByText('Enter the name', { exact: true }).waitFor()
    await page.getByText('The phone number is too short').waitFor()
    assert.equal(await page.evaluate('document.activeElement.name'), 'firstName')
    await page.getByLabel('Name', { exact: true }).fill('Hanna')
    await page.getByLabel('Phone').fill('+48 601 234 568')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: /Hanna Nowak/ }).waitFor()
    assert.equal(await page.getByLabel('E-mail').getAttribute('readonly'), '')

    await chooseOption(page.locator('main'), 'Time zone', 'Tashkent')
    const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tashkent', hour: '2-digit' }).format()
    await page.getByText(new RegExp(`Now ${time}:\\d\\d`)).waitFor()
    await page.getByLabel('Language', { exact: true }).selectOption('uk')
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Профіль' }).waitFor()

    await page.getByRole('radio', { name: 'Для рукавичок' }).check({ force: true })
    await page.getByRole('radio', { name: 'Темні' }).check({ force: true })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Профіль' }).waitFor()
    const root = page.locator('html')
    assert.deepEqual([await root.getAttribute('data-density'), await root.getAttribute('data-color-scheme')], ['glove', 'dark'])
    await page.locator('input[name="timeZone"]:enabled').waitFor()
    assert.equal(await page.locator('input[name="timeZone"]').inputValue(), 'Asia/Tashkent')
    await page.close()
  })

  test('a photo is checked, shown everywhere and taken away again', async () => {
    const { page } = await openAs(world, 'pictured', '/profile')
    const chooser = page.getByLabel('Choose a photo').first()
    await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('cannot be used as a photo') })
    await page.getByText('choose a JPEG, PNG or WebP').waitFor()
    await chooser.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
    await page.getByText('The photo is larger than 5 MB').waitFor()
    const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#08855f' } })
      .png()
      .toBuffer()
    await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
    await page.getByText('Photo saved').waitFor()
    await page.locator('header img[src^="/api/photo/"]').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Photo removed').waitFor()
    await page.getByRole('button', { name: 'Remove' }).waitFor({ state: 'detached' })
    await page.close()
  })

  test('a password is changed with the old one, by its rules', async () => {
    const { page, email } = await openAs(world, 'careful', '/password')
    await page.getByRole('button', { name: 'Change password' }).click()
    for (const message of ['Enter the current password', 'Enter the new password', 'Repeat the password'])
      await page.getByText(message, { exact: true }).waitFor()
    await page.getByLabel('Current password').fill('Trueline-9')
    await page.getByLabel('New password', { exact: true }).fill('weak')
    await page.getByLabel('Repeat new password').fill('other')
    await page.getByLabel('Repeat new password').blur()
    await page.getByText('The passwords must match').waitFor()
    await page.getByRole('button', { name: 'Show' }).nth(1).click()
    assert.equal(await page.getByLabel('New password', { exact: true }).getAttribute('type'), 'text')
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Repeat new password').fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('Failed to save password').waitFor()
    await page.getByText('Wrong current password').waitFor()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('Password saved').waitFor()
    await page.close()
    const again = await openFresh(world, '/boxes')
    await fillSignIn(again, email, NEW_PASSWORD)
    await again.waitForURL('**/boxes')
    await again.close()
  })

  test('a second step is turned on, asked for, passed with a recovery code and turned off', async () => {
    const { page, email } = await openAs(world, 'guarded', '/profile')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const secret = (await page.locator('dialog code').textContent()) ?? ''
    await page.getByLabel('Code from the app').fill('000 000')
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByText(/Wrong code|already used/)
      .waitFor()
    await assertAccessible(page)
    await page.getByLabel('Code from the app').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    const codes = await page.locator('dialog li').allTextContents()
    assert.equal(new Set(codes).size, 10)
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'I have saved the codes' }).check()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('On', { exact: true }).waitFor()
    await page.close()

    const again = await openFresh(world, '/boxes')
    await fillSignIn(again, email, PASSWORD)
    await again.getByRole('heading', { level: 1, name: 'Confirm that it is you' }).waitFor()
    await assertAccessible(again)
    await again.getByLabel('Code').fill('1')
    await again.keyboard.press('Enter')
    await again.getByText('Wrong code').waitFor()
    await again.getByRole('button', { name: 'Use a recovery code' }).click()
    await again.getByLabel('Recovery code').fill(codes[0] ?? '')
    await again.keyboard.press('Enter')
    await again.waitForURL('**/boxes')
    await again.goto('/profile')
    await again.getByRole('button', { name: 'Turn off' }).click()
    await again.getByLabel('Your password').fill(PASSWORD)
    await again.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await again.getByText('Two-step sign-in is off').waitFor()
    await again.close()
  })

  test('another role is asked for', async () => {
    const { page } = await openAs(world, 'ambitious', '/profile')
    await page.getByRole('button', { name: 'Request another role' }).click()
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByText('Choose the role', { exact: true }).waitFor()
    await page.getByRole('dialog').getByLabel('Role').selectOption('ADMIN')
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByText("Request for changing access level of 'Anna Nowak' was sent").waitFor()
    await page.close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the pages of a person have no serious fault of accessibility in ${colorScheme}, and fit a phone in Uzbek`, async () => {
      const { page } = await openAs(world, 'small', '/profile', { colorScheme, width: 390, height: 844 })
      await page.evaluate(`localStorage.setItem('trueline.language', 'uz')`)
      for (const path of ['/profile', '/password']) {
        await page.goto(path)
        await page.locator('main section').first().waitFor()
        await assertAccessible(page)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, path)
      }
      await page.close()
    })
  }
}

/** Returns a page of a new person of the company, signed in. */
async function openAs(
  world: () => World,
  name: string,
  path: string,
  options: ContextOptions = {},
): Promise<{ readonly page: Page; readonly email: string }> {
  const email = await newEmployee(world, name, PASSWORD)
  const page = await world().newPage({ ...options, companyId: COMPANY })
  await page.goto(path)
  await fillSignIn(page, email, PASSWORD)
  await page.waitForURL(`**${path}`)
  await page.locator('main section').first().waitFor()
  return { page, email }
}
