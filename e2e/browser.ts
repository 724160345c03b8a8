import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core'

/** The last list of features holds, so what Playwright has off for a browser on this machine stands here again. */
const OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
  // The next page of a site gets a new frame to draw in.
  'RenderDocument',
]

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one context share a process: the next one finds the scripts compiled.
  '--process-per-site',
]

/** What only stories want, for they measure nothing: a third less work of the browser for a page. */
const SPARING = [
  // No page lives long enough to earn back what its scripts cost when they are optimized.
  '--js-flags=--no-opt --no-maglev',
  `--disable-features=${OFF.join(',')}`,
]

/** Names the address of a browser that several files of stories share, in their processes. */
export const SHARED_BROWSER = 'SHARED_BROWSER'

/** The engine without the frame of its window: in stories the frame costs half as much again as the pages. */
const SHELL = '/usr/bin/chromium-headless-shell'
/** Places where a system keeps the browser, after the one that CHROMIUM_PATH names. */
const USUAL_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** How long a story waits for what must come; a busy machine is slow, so it is far more than a person would wait. */
const LIMIT_MS = 90_000

export const DEMO_PASSWORD = 'Trueline-demo-1'

/** People of the demo. */
export const PEOPLE = {
  admin: 'olena@demo.trueline.example',
  user: 'marek@demo.trueline.example',
  operator: 'ivan@demo.trueline.example',
  guest: 'guest@demo.trueline.example',
} as const

export type ContextOptions = {
  readonly locale?: string
  readonly colorScheme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  readonly hasTouch?: boolean
  /** Whether the application may keep itself for the time without a connection; only stories about that want it, for it would outlive a page. */
  readonly hasServiceWorker?: boolean
  /** Cookies and stored values of an earlier context. */
  readonly storageState?: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** A Chromium for several processes: each connects to its address and sees only its own pages. */
export type SharedBrowser = { readonly address: string; close(): Promise<void> }

/** Returns a running Chromium without a window for `openBrowser` of other processes. */
export async function shareBrowser(): Promise<SharedBrowser> {
  const server = await chromium.launchServer({ executablePath: browserPath(), args: [...FLAGS, ...SPARING], headless: true })
  return { address: server.wsEndpoint(), close: () => server.close() }
}

/** Returns a real Chromium without a window, the shared one where there is one and no further flag is wanted; the caller closes it. */
export async function openBrowser(...flags: readonly string[]): Promise<Browser> {
  const shared = process.env[SHARED_BROWSER]
  if (shared !== undefined && flags.length === 0) {
    const browser = await chromium.connect(shared).catch(() => null)
    if (browser !== null) return browser
  }
  // Some flags, as those of the camera, mean something only where there is a window.
  return chromium.launch({ executablePath: browserPath(flags.length > 0), args: [...FLAGS, ...flags], headless: true })
}

function browserPath(hasWindow = false): string {
  const named = process.env['CHROMIUM_PATH']
  const executablePath = [named, ...(hasWindow ? [] : [SHELL]), ...USUAL_PATHS].find((path) => path !== undefined && existsSync(path))
  assert.ok(executablePath, 'Chromium was not found: install it or name it in CHROMIUM_PATH')
  return executablePath
}

/** Returns a context of its own, as a person with a fresh browser has it. */
export async function openContext(browser: Browser, url: string, options: ContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    locale: options.locale ?? 'en-GB',
    colorScheme: options.colorScheme ?? 'light',
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    reducedMotion: 'reduce',
    hasTouch: options.hasTouch ?? false,
    serviceWorkers: options.hasServiceWorker === true ? 'allow' : 'block',
    ...(options.storageState === undefined ? {} : { storageState: options.storageState }),
  })
  context.setDefaultTimeout(LIMIT_MS)
  return context
}

/** Waits until the question, a JavaScript expression, is answered with a yes in the page; the page's own way to wait is forbidden by its content policy. */
export async function until(page: Page, question: string, limitMs = LIMIT_MS): Promise<void> {
  const giveUpAt = performance.now() + limitMs
  while (!(await page.evaluate(question).catch(() => false))) {
    assert.ok(performance.now() < giveUpAt, `never became true: ${question}`)
    await sleep(30)
  }
}

/** Fills in the sign-in screen that is shown and sends it. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.locator('input[autocomplete~="username"]').fill(email)
  await page.locator('input[autocomplete~="current-password"]').fill(password)
  await page.locator('button[type="submit"]').click()
}

/** Opens the address, signs in on the screen to which that leads, and resolves when the application shows the address asked for. */
export async function signIn(page: Page, path = '/boxes', email: string = PEOPLE.admin, password = DEMO_PASSWORD): Promise<void> {
  await page.goto(path)
  await fillSignIn(page, email, password)
  await page.waitForURL((url) => url.pathname === new URL(path, url).pathname)
}

/** Presses a key until what it opens is there: what listens to the keys comes after the page, so the first presses may be too early. */
export async function openBy(page: Page, key: string, opened: Locator): Promise<void> {
  for (let attempt = 0; attempt < 50 && (await opened.count()) === 0; attempt++) {
    await page.keyboard.press(key)
    await opened.waitFor({ timeout: 1000 }).catch(() => undefined)
  }
  await opened.waitFor()
}
