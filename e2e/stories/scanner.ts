import type { Locator, Page } from 'playwright-core'

/** Types as fast as a scanner on a cable does: into the page, or where the field is. */
export async function scan(page: Page, text: string, field?: Locator): Promise<void> {
  const place = field ?? page.locator('body')
  await place.evaluate((element, keys) => {
    for (const key of [...keys, 'Enter']) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, text)
}
