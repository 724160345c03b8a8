import type { Browser, Page } from 'playwright-core'
import { KEEPER_PATH } from './keptContexts.ts'

const MOST_CHARACTERS = 1_500

/**
 * Writes what the pages show that a failed story left open, and closes them: on a busy machine the call that ran out of time alone tells too little. The
 * next story has a connection, whatever this one did with it.
 */
export async function tellOpenPages(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.setOffline(false)
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    // Nothing of the product: it keeps a context open for later pages.
    if (page.url().endsWith(KEEPER_PATH)) continue
    console.error(`open page ${page.url()}\n${await textOf(page)}\n`)
    await page.close()
  }
}

/** Returns the first words of what is open on a page, dialogs before the page itself; of one that has words in neither all of it. */
async function textOf(page: Page): Promise<string> {
  try {
    const found = (await page.locator('dialog[open], main').allInnerTexts()).filter((text) => text.trim() !== '')
    const texts = found.length === 0 ? [await page.locator('body').innerText({ timeout: 5_000 })] : found.toReversed()
    return texts.map((text) => text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, MOST_CHARACTERS)).join('\n')
  } catch (error) {
    return `could not be read: ${String(error)}`
  }
}
