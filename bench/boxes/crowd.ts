import type { Browser, BrowserContext } from 'playwright-core'
import { openApi, type Api } from '../../e2e/api.ts'
import { DEMO_PASSWORD, openBrowser, openContext, PEOPLE, signIn } from '../../e2e/browser.ts'
import { connectDevice, type ConnectedDevice, type NewDevice, registerDevices } from '../../e2e/device.ts'
import { startProduct, type Product } from '../../e2e/harness.ts'
import { signIn as accessToken } from '../../tools/signIn.ts'

const COMPANY = 'ACME1'
const AT_ONCE = 4
const RENEW_AFTER_MS = 120_000
const MODELS = ['P-100', 'P-200', 'X9']

/** Around the clock, so that every card has a shift, its OEE and its strip. */
const SHIFTS = [
  { code: 'D', name: 'Day', timeStart: '06:00', timeEnd: '18:00' },
  { code: 'N', name: 'Night', timeStart: '18:00', timeEnd: '06:00' },
]
const RULES = [
  { name: 'Running', color: '#08855F', isEffective: true, rangeType: 'POWER', byPower: { minPower: 5 } },
  { name: 'Idle', color: '#C28500', isEffective: false, rangeType: 'POWER', byPower: { minPower: 1, maxPower: 5 } },
]

/** The real product with many connected machines of one company, and the state of a browser that is signed in to it. */
export type Crowd = {
  readonly product: Product
  readonly browser: Browser
  readonly api: Api
  readonly devices: readonly ConnectedDevice[]
  /** Adds machines until there are so many, each having reported once. */
  growTo(count: number): Promise<void>
  openContext(): Promise<BrowserContext>
  end(): Promise<void>
}

/** Returns the product, running and without machines yet. */
export async function openCrowd(): Promise<Crowd> {
  const product = await startProduct()
  const browser = await openBrowser()
  const api = lastingApi(product.url)
  await api('mutation ($input: [ShiftInput!]!, $from: DateTime) { createOrUpdateShifts(input: $input, validFrom: $from) { __typename } }', {
    input: SHIFTS,
    from: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  })
  const first = await openContext(browser, product.url)
  await first.addInitScript(`localStorage.setItem('trueline.tenant', '${COMPANY}')`)
  await signIn(await first.newPage(), '/boxes', PEOPLE.admin)
  const storageState = await first.storageState()
  await first.close()
  const devices: ConnectedDevice[] = []
  return {
    product,
    browser,
    api,
    devices,
    growTo: async (count) => {
      const waiting = [...(await registerDevices(product, count - devices.length))]
      const worker = async (): Promise<void> => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
          devices.push(await addMachine(product, api, { device: next, number: count - waiting.length }))
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
    },
    openContext: () => openContext(browser, product.url, { storageState }),
    end: async () => {
      await browser.close()
      await Promise.all(devices.map((device) => device.end()))
      await product.end()
    },
  }
}

/** Five hundred machines take longer to add than a token lasts. */
function lastingApi(url: string): Api {
  let current: Promise<Api> | null = null
  let renewAt = 0
  const open = async (): Promise<Api> =>
    openApi(url, await accessToken({ url, email: PEOPLE.admin, password: DEMO_PASSWORD, companyId: COMPANY }), COMPANY)
  return async <Data>(query: string, variables?: Readonly<Record<string, unknown>>) => {
    if (current === null || performance.now() > renewAt) {
      current = open()
      renewAt = performance.now() + RENEW_AFTER_MS
    }
    return (await current)<Data>(query, variables)
  }
}

type NewMachine = { readonly device: NewDevice; readonly number: number }

async function addMachine(product: Product, api: Api, { device, number }: NewMachine): Promise<ConnectedDevice> {
  const { addBox } = await api<{ addBox: { id: number } }>(
    'mutation ($guid: Guid!, $name: String) { addBox(guid: $guid, name: $name) { id } }',
    {
      guid: device.deviceId,
      name: `${MODELS[number % MODELS.length] ?? ''} press ${number}`,
    },
  )
  const validFrom = new Date(Date.now() - 3_600_000).toISOString()
  await api(
    'mutation ($a: StatusRuleInput!, $b: StatusRuleInput!) { a: createOrUpdateState(input: $a) { id } b: createOrUpdateState(input: $b) { id } }',
    {
      a: { ...RULES[0], workCenterId: addBox.id, validFrom },
      b: { ...RULES[1], workCenterId: addBox.id, validFrom },
    },
  )
  const connected = await connectDevice(product, device)
  await connected.publish(...history(number))
  return connected
}

/** Half an hour of samples, so that the strip and the figures have something to show. */
function history(number: number) {
  const now = Date.now()
  return Array.from({ length: 30 }, (_, index) => ({
    at: now - (30 - index) * 60_000,
    values: { POWER: (index + number) % 7 === 0 ? 3 : 8, TOTAL_OUTPUT: index * 10 },
  }))
}
