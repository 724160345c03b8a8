import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { DEMO_PASSWORD, PEOPLE } from '../browser.ts'
import type { World } from '../world.ts'

const MOST_STEPS = 60

export function keyboardStories(world: () => World): void {
  test('the keyboard alone leads from sign-in to a work center', async () => {
    const page = await world().newPage()
    await page.goto('/boxes')
    await page.locator('input[autocomplete~="username"]').waitFor()
    await tabTo(page, `matches('input[autocomplete~="username"]')`)
    await page.keyboard.type(PEOPLE.user)
    await tabTo(page, `matches('input[autocomplete~="current-password"]')`)
    await page.keyboard.type(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/boxes')
    await page.getByRole('article').nth(11).waitFor()
    const link = page.getByRole('article').nth(2).getByRole('link').first()
    const name = await link.innerText()
    await tabTo(page, `getAttribute('href') === ${JSON.stringify(await link.getAttribute('href'))}`)
    assert.ok(await hasVisibleFocus(page), 'the focus of the card is not visible')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    assert.match(new URL(page.url()).pathname, /^\/boxes\/[0-9a-f-]{36}$/)
    await page.close()
  })

  test('a slash leads to the search and Escape empties it', async () => {
    const page = await world().openPage('/boxes')
    const search = page.getByRole('searchbox', { name: 'Search work centers' })
    await search.waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('zzz')
    assert.equal(await search.inputValue(), 'zzz')
    await page.keyboard.press('Escape')
    assert.equal(await search.inputValue(), '')
    await page.close()
  })
}

/** Presses Tab until the focused element answers the question; fails when the page has no way there. */
async function tabTo(page: Page, question: string): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await page.evaluate(`document.activeElement !== null && document.activeElement.${question}`)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab does not lead to the element with ${question}`)
}

/** Returns whether the focused element, or the one that shows its focus, has an outline or a shadow. */
async function hasVisibleFocus(page: Page): Promise<boolean> {
  return Boolean(
    await page.evaluate(`(() => {
      const marks = (element, pseudo) => {
        const style = getComputedStyle(element, pseudo)
        return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none'
      }
      const focused = document.activeElement
      return [focused, focused.closest('article')].some((element) => element && (marks(element) || marks(element, '::after') || marks(element, '::before')))
    })()`),
  )
}
