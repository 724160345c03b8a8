import { after, afterEach, before } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { signIn as accessToken } from '../tools/signIn.ts'
import { openApi, type Api } from './api.ts'
import { DEMO_PASSWORD, openBrowser, PEOPLE, signIn, type ContextOptions } from './browser.ts'
import { addMachine, connectDevice, type ConnectedDevice, type Machine } from './device.ts'
import { startProduct, type Product } from './harness.ts'
import { KeptContexts } from './keptContexts.ts'
import { SETUP_LIMIT_MS, patiently } from './patience.ts'
import { tellOpenPages } from './tellOpenPages.ts'

/** The second company of the demo: the administrator is an administrator there, and nothing in it is simulated. */
export const COMPANY = 'ACME1'
export const DEMO_COMPANY = 'DEFLT'

/** What all stories share: one running product, one browser, one machine of the second company. */
export type World = {
  readonly product: Product
  readonly browser: Browser
  readonly api: Api
  readonly press: Machine
  readonly device: ConnectedDevice
  /** Opens a page of a person who has signed in before and shares nothing with other pages; the caller closes it. */
  openPage(path: string, options?: PageOptions): Promise<Page>
  /** Opens an empty page of somebody who has never been here, or only chose the company; the caller closes it. */
  newPage(options?: PageOptions): Promise<Page>
  end(): Promise<void>
}

export type PageOptions = ContextOptions & { readonly companyId?: string }

/** Shifts around the clock, so that stories always have one. */
const SHIFTS = [
  { code: 'D', name: 'Day', timeStart: '06:00', timeEnd: '18:00' },
  { code: 'N', name: 'Night', timeStart: '18:00', timeEnd: '06:00' },
]

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

export type WorldOptions = {
  /** Whether the simulated factory goes on publishing; the stories need it only where they look at what machines do now. */
  readonly isLive?: boolean
}

/** Opens one world for the tests of the suite in which it is called, and closes it after them. */
export function sharedWorld({ isLive = false }: WorldOptions = {}): () => World {
  let opened: World | null = null
  before(
    async () => {
      opened = await openWorld(isLive)
    },
    { timeout: SETUP_LIMIT_MS },
  )
  afterEach(async (story) => {
    if ('passed' in story && !story.passed && opened !== null) await tellOpenPages(opened.browser)
  })
  after(async () => {
    await opened?.end()
  })
  return () => {
    if (opened === null) throw new Error('the world is not open')
    return opened
  }
}

/** Returns the world, its machine running and seen by the server; of a world that cannot be opened nothing is left running. */
async function openWorld(isLive: boolean): Promise<World> {
  const product = await patiently('to start the product', () => startProduct({ isLive }))
  const browser = await openBrowser()
  try {
    return await setUpWorld(product, browser)
  } catch (error) {
    await browser.close()
    await product.end()
    throw error
  }
}

async function setUpWorld(product: Product, browser: Browser): Promise<World> {
  const token = await patiently('to sign in', () =>
    accessToken({ url: product.url, email: PEOPLE.admin, password: DEMO_PASSWORD, companyId: COMPANY }),
  )
  const ask = openApi(product.url, token, COMPANY)
  const api: Api = (query, variables) => patiently('to ask the API', () => ask(query, variables))
  await api(
    'mutation ($input: [ShiftInput!]!, $validFrom: DateTime) { createOrUpdateShifts(input: $input, validFrom: $validFrom) { __typename } }',
    {
      input: SHIFTS,
      validFrom: new Date(Date.now() - 2 * 86_400_000).toISOString(),
    },
  )
  const press = await addMachine(product, api, 'Press 1')
  const device = await patiently('to connect a device', () => connectDevice(product, press))
  await device.publish({ values: { POWER: 8, TOTAL_OUTPUT: 1000 } })
  const states = new Map<string, Promise<StorageState>>()
  const contexts = new KeptContexts(browser, product.url)
  return {
    product,
    browser,
    api,
    press,
    device,
    openPage: async (path, options = {}) => {
      const companyId = options.companyId ?? COMPANY
      const state = states.get(companyId) ?? patiently('to sign in on the screen', () => firstSignIn(contexts, chose(product, companyId)))
      states.set(companyId, state)
      state.catch(() => states.delete(companyId))
      const page = await contexts.newPage({ ...options, storageState: await state })
      await page.goto(path)
      return page
    },
    newPage: ({ companyId, ...options } = {}) =>
      contexts.newPage(companyId === undefined ? options : { ...options, storageState: chose(product, companyId) }),
    end: async () => {
      await browser.close()
      await device.end()
      await product.end()
    },
  }
}

/** Returns what a browser stores in which the company was chosen. */
function chose({ url }: Product, companyId: string): StorageState {
  return { cookies: [], origins: [{ origin: url, localStorage: [{ name: 'trueline.tenant', value: companyId }] }] }
}

/** Returns what the browser stores after a sign-in to the company that it begins with, for later pages. */
async function firstSignIn(contexts: KeptContexts, storageState: StorageState): Promise<StorageState> {
  const page = await contexts.newPage({ storageState })
  try {
    await signIn(page)
    return await page.context().storageState()
  } finally {
    await page.close()
  }
}
