import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openApi, type Api } from '../../e2e/api.ts'
import { DEMO_PASSWORD, openBrowser, openContext, PEOPLE, signIn } from '../../e2e/browser.ts'
import { addMachine, connectDevice, type ConnectedDevice, type Machine } from '../../e2e/device.ts'
import { signIn as accessToken } from '../../tools/signIn.ts'
import { startProduct, type Product } from '../../e2e/harness.ts'

export const COMPANY = 'ACME1'
export const MACHINE_COUNT = 100

/** The real product with 100 connected machines of one company, and its list of work centers open in a real browser. */
export type Plant = {
  readonly product: Product
  readonly browser: Browser
  readonly context: BrowserContext
  readonly page: Page
  readonly token: string
  readonly api: Api
  readonly machines: readonly (Machine & { readonly device: ConnectedDevice })[]
  end(): Promise<void>
}

/** Returns the plant, running, every machine having reported once. */
export async function openPlant(): Promise<Plant> {
  const product = await startProduct()
  const browser = await openBrowser()
  const context = await openContext(browser, product.url)
  await context.addInitScript(`localStorage.setItem('trueline.tenant', '${COMPANY}')`)
  const page = await context.newPage()
  await signIn(page, '/boxes', PEOPLE.admin)
  const token = await accessToken({ url: product.url, email: PEOPLE.admin, password: DEMO_PASSWORD, companyId: COMPANY })
  const api = openApi(product.url, token, COMPANY)
  const machines = await addMachines(product, api)
  return {
    product,
    browser,
    context,
    page,
    token,
    api,
    machines,
    end: async () => {
      await browser.close()
      await Promise.all(machines.map(({ device }) => device.end()))
      await product.end()
    },
  }
}

/** Two at a time: the command that registers a device is a process of its own. */
async function addMachines(product: Product, api: Api): Promise<Plant['machines']> {
  const names = Array.from({ length: MACHINE_COUNT }, (_, index) => `Press ${index + 1}`)
  const machines: (Machine & { readonly device: ConnectedDevice })[] = []
  const worker = async (): Promise<void> => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const machine = await addMachine(product, api, name)
      const device = await connectDevice(product, machine)
      await device.publish({ values: { POWER: 8, TOTAL_OUTPUT: 100 } })
      machines.push({ ...machine, device })
    }
  }
  await Promise.all([worker(), worker()])
  return machines
}
