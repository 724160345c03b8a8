import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openContext, type ContextOptions } from './browser.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** A context with a page that stays open, so that its process stays too, which has the scripts of the application compiled. */
type Kept = { readonly context: BrowserContext; readonly keeper: Page; isTaken: boolean }

/** Any file of the product: a page on it can reach what the browser stores for the product. */
export const KEEPER_PATH = '/logo.svg'

/**
 * Contexts that stories use one after the other. A page of a new context starts a process and compiles all scripts again, which costs more than most
 * stories; here each page begins with only what it is given to store, and none meets another one in its context.
 */
export class KeptContexts {
  readonly #browser: Browser
  readonly #url: string
  readonly #kept: Kept[] = []

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  /** Returns an empty page of a browser that stores nothing but the given state; the caller closes the page. */
  async newPage(options: ContextOptions = {}): Promise<Page> {
    // A language and a touch screen belong to a whole context.
    if (options.locale !== undefined || options.hasTouch === true) return this.#newPageAlone(options)
    const kept = this.#kept.find(({ context, isTaken }) => !isTaken && context.pages().length === 1) ?? (await this.#keep())
    kept.isTaken = true
    try {
      await store(kept, options.storageState ?? { cookies: [], origins: [] })
      const page = await kept.context.newPage()
      await page.setViewportSize({ width: options.width ?? 1440, height: options.height ?? 900 })
      if (options.colorScheme !== undefined) await page.emulateMedia({ colorScheme: options.colorScheme })
      return page
    } finally {
      kept.isTaken = false
    }
  }

  async #keep(): Promise<Kept> {
    const context = await openContext(this.#browser, this.#url)
    const keeper = await context.newPage()
    await keeper.goto(KEEPER_PATH)
    const kept = { context, keeper, isTaken: true }
    this.#kept.push(kept)
    return kept
  }

  async #newPageAlone(options: ContextOptions): Promise<Page> {
    const context = await openContext(this.#browser, this.#url, options)
    const page = await context.newPage()
    // The browser may be closed meanwhile, and its contexts with it.
    page.once('close', () => void context.close().catch(() => {}))
    return page
  }
}

async function store({ context, keeper }: Kept, { cookies, origins }: StorageState): Promise<void> {
  await context.clearPermissions()
  await context.clearCookies()
  await context.addCookies(cookies)
  const values = origins.flatMap(({ localStorage }) => localStorage.map(({ name, value }) => [name, value]))
  await keeper.evaluate(
    `localStorage.clear(); for (const [name, value] of ${JSON.stringify(values)}) localStorage.setItem(name, value); undefined`,
  )
}
