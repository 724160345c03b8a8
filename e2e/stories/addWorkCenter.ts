import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { deviceLabelText } from '#engine/workCenter/deviceLabel.ts'
import { openBrowser, openContext, until } from '../browser.ts'
import { connectDevice, registerDevice, type NewDevice } from '../device.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

const NARROW = { width: 390, height: 800 }
const WIDE = { width: 1440, height: 900 }

export function addWorkCenterStories(world: () => World): void {
  test('a device is added by its printed code with the keyboard alone, and its first data is seen as it comes', async () => {
    const device = await registerDevice(world().product)
    const page = await world().openPage('/addbox')
    await page.getByLabel('First two characters').waitFor()
    await assertAccessible(page)
    await assertFits(page)
    await page.getByLabel('First two characters').focus()
    await page.keyboard.type('zz0000')
    await page.keyboard.press('Enter')
    await page.getByText('No equipment found').waitFor()
    await typeCode(page, device)
    await nameIt(page, 'Saw 7')
    await page.getByRole('heading', { name: 'Waiting for the first data' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Waiting for the first data' }).waitFor()
    const connected = await connectDevice(world().product, device)
    await connected.publish({ values: { POWER: 7.5, TOTAL_OUTPUT: 1204, TEMPERATURE: 41 } })
    await page.getByRole('heading', { name: 'Saw 7 sends data' }).waitFor()
    await page.getByText('7.5 kW').waitFor()
    // The counter, too: nobody has to guess whether it arrived.
    await page.getByText('Total output').waitFor()
    await page.getByText('1,204 pcs').waitFor()
    await page.getByText('Temperature').waitFor()
    assert.match((await page.getByRole('main').getByRole('link', { name: 'Shifts' }).getAttribute('href')) ?? '', /settings\?tab=shifts$/)
    await connected.end()
    await page.close()
  })

  test('somebody without a device has a machine by one command and by a phone, and sees each value as a bar', async () => {
    const page = await world().openPage('/addbox')
    await page.getByRole('radio', { name: 'No device yet' }).check()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Make a test machine' }).click()
    await page.getByRole('heading', { name: 'Waiting for the first data' }).waitFor()
    await assertAccessible(page)
    await assertFits(page)
    await sendBy((await page.locator('pre').textContent()) ?? '')
    await page.getByRole('img', { name: /^Power, the last 1 values; now 12.4 kW$/ }).waitFor()
    const address = (await page.getByRole('link', { name: 'Open it in this browser' }).getAttribute('href')) ?? ''
    const phone = await page.context().newPage()
    await phone.setViewportSize(NARROW)
    await phone.goto(address)
    await phone.getByRole('button', { name: 'Start' }).click()
    await phone.getByText('Stopped').waitFor()
    await assertAccessible(phone)
    await phone.getByRole('button', { name: 'Hold to run' }).hover()
    await phone.mouse.down()
    await phone.getByText('Runs', { exact: true }).waitFor()
    await page.getByRole('img', { name: /now 15(\.0)? kW$/ }).waitFor()
    await phone.mouse.up()
    await phone.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('img', { name: /now 0(\.0)? kW$/ }).waitFor()
    await page.getByRole('link', { name: 'Open Test machine' }).click()
    await page.getByRole('heading', { level: 1, name: 'Test machine' }).waitFor()
    await phone.close()
    await page.close()
  })

  test('a device is added by the camera, which reads the QR code of its label', async () => {
    const { product } = world()
    const device = await registerDevice(product)
    const film = join(tmpdir(), `trueline-label-${device.code}.y4m`)
    await writeFile(film, filmOf(deviceLabelText(product.url, { guid: device.deviceId, code: device.code })))
    const signedIn = await world().openPage('/addbox')
    const storageState = await signedIn.context().storageState()
    await signedIn.close()
    const browser = await openBrowser('--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`)
    try {
      const context = await openContext(browser, product.url, { storageState })
      await context.grantPermissions([], { origin: product.url })
      const page = await context.newPage()
      await page.goto('/addbox?way=scan')
      await page.getByText('The browser will ask whether it may use the camera').waitFor()
      await page.getByRole('button', { name: 'Turn on the camera' }).click()
      const refused = page.getByRole('alert').filter({ hasText: 'Allow the application to use the camera' })
      await refused.getByRole('button', { name: 'Type the code instead' }).click()
      await page.getByLabel('First two characters').waitFor()
      await context.grantPermissions(['camera'], { origin: product.url })
      await page.getByRole('radio', { name: 'Scan' }).check()
      await page.getByRole('button', { name: 'Turn on the camera' }).click()
      await nameIt(page, 'Mill 3')
      await page.getByText(`Turn on Mill 3`).waitFor()
    } finally {
      await browser.close()
      await rm(film, { force: true })
    }
  })
}

/** Types over the present text: the first box takes both halves of a pasted code. */
async function typeCode(page: Page, device: NewDevice): Promise<void> {
  await page.getByLabel('Last four characters').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(device.code.replace('-', '').toUpperCase())
  await page.keyboard.press('Enter')
}

/** Does what the shown command does in a terminal. */
async function sendBy(command: string): Promise<void> {
  const [, url = '', key = '', body = ''] = /^curl (\S+) -H 'Authorization: (.+?)' -d '(.+)'$/.exec(command) ?? []
  const type = 'application/x-www-form-urlencoded'
  const response = await fetch(url, { method: 'POST', headers: { authorization: key, 'content-type': type }, body })
  assert.equal(response.status, 202, command)
}

async function nameIt(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the work center').fill(name)
  await page.keyboard.press('Enter')
}

async function assertFits(page: Page): Promise<void> {
  await page.setViewportSize(NARROW)
  await until(page, 'document.documentElement.scrollWidth <= innerWidth')
  await page.setViewportSize(WIDE)
}

/** Returns a film of one picture in the form that the browser takes for a camera: the QR code of the text in its middle. */
function filmOf(text: string): Buffer {
  const [width, height] = [640, 480]
  const { size, data } = encode(text, { border: 4 })
  const cell = Math.floor(height / size)
  const [left, top] = [Math.floor((width - size * cell) / 2), Math.floor((height - size * cell) / 2)]
  const light = Buffer.alloc(width * height, 235)
  for (let y = 0; y < size * cell; y++)
    for (let x = 0; x < size * cell; x++)
      if (data[Math.floor(y / cell)]?.[Math.floor(x / cell)] === true) light[(top + y) * width + left + x] = 16
  const colors = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colors])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}
