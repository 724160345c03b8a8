import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

export function tvStories(world: () => World): void {
  test('the board turns and pauses by keys, cuts nothing off, and Escape leads back to the list', async () => {
    const page = await world().openPage('/boxes?tv=1', { companyId: DEMO_COMPANY, width: 390, height: 844 })
    const board = page.getByRole('region', { name: 'Board of work centers' })
    await board.getByRole('article').first().waitFor()
    await board.getByRole('img', { name: 'Page 1 of 4' }).waitFor()
    await board.getByText(/ of 12 running/).waitFor()
    assert.equal(await board.getByRole('article').count(), 3)
    await page.keyboard.press('Space')
    await board.getByText('Paused').waitFor()
    await page.keyboard.press('ArrowRight')
    await board.getByRole('img', { name: 'Page 2 of 4' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await board.getByRole('img', { name: 'Page 4 of 4' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, 'it is wider than the screen')
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await board.waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Search work centers' }).waitFor()
    assert.ok(!page.url().includes('tv='), page.url())
    await page.close()
  })

  test('the screen of one machine follows its status in letters that can be read from afar', async () => {
    const { press, device } = world()
    await device.publish({ values: { POWER: 8 } })
    const page = await world().openPage(`/boxes/${press.deviceId}?tv=1`, { width: 1920, height: 1080 })
    const screen = page.getByRole('region', { name: `Screen of ${press.name}` })
    await screen.getByText('Running').waitFor()
    await device.publish({ values: { POWER: 2 } })
    await screen.getByText('Small stop').waitFor()
    const sizes = String(
      await page.evaluate(
        `[...document.querySelectorAll('[role=region] h1, [role=region] time')].map((one) => getComputedStyle(one).fontSize).join()`,
      ),
    )
    const [clock = 0, name = 0, timer = 0] = sizes.split(',').map(Number.parseFloat)
    assert.ok(clock >= 40 && name >= 40 && timer >= 72, sizes)
    const scheme = () => page.evaluate('document.documentElement.dataset.colorScheme')
    assert.equal(await scheme(), 'dark', 'a screen in a hall is dark')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: press.name }).waitFor()
    assert.equal(await scheme(), 'light')
    assert.ok(!page.url().includes('tv='), page.url())
    await page.close()
  })
}
