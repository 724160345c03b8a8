import { setTimeout as sleep } from 'node:timers/promises'
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { HUB_METHODS, HUB_TARGETS } from '#engine/workCenter/liveWorkCenter.ts'
import type { LiveWorkCenter, WorkCentersChanged } from '#engine/workCenter/liveWorkCenter.ts'
import { openApi } from '../../e2e/api.ts'
import type { Api } from '../../e2e/api.ts'
import { DEMO_PASSWORD, PEOPLE } from '../../e2e/browser.ts'
import { addMachine } from '../../e2e/device.ts'
import type { Machine } from '../../e2e/device.ts'
import { startProduct } from '../../e2e/harness.ts'
import type { Product } from '../../e2e/harness.ts'
import { signIn } from '../../tools/signIn.ts'
import { percentile, print } from '../report/figure.ts'

const COMPANY = 'ACME1'
const MACHINES = 5
/** Of each machine: 500 together. Three minutes each, every nine minutes. */
const STOPS = 100
const PERIOD_MINUTES = 9
const STOPPED_MINUTES = 3
const BULK_LIMIT_MS = 1_000
const BULK_RUNS = 10
const SAYING_LIMIT_MS = 500
const SAYINGS = 100
/** One after the other, so many ms apart, whether the one before was answered or not. */
const EVERY_MS = 250
const GIVEN_UP_MS = 10_000

type Loss = { readonly id: number; readonly workCenterId: number; readonly timeEnd: string | null; readonly isRecalculating: boolean }

/**
 * Prints how long a reason for 500 losses takes until their figures are new, and how soon a page beside hears the new OEE of a machine of which somebody
 * gave a reason, at four a second: of the real product, by the API and the hub.
 */
export async function measureSayings(): Promise<void> {
  const product = await startProduct()
  try {
    const token = await signIn({ url: product.url, email: PEOPLE.admin, password: DEMO_PASSWORD, companyId: COMPANY })
    const api = openApi(product.url, token, COMPANY)
    const machines: Machine[] = []
    for (let at = 1; at <= MACHINES; at++) machines.push(await addMachine(product, api, `Bench ${at}`))
    for (const machine of machines) await sendStops(product, machine)
    const losses = await untilLosses(api, machines)
    const reasons = [await reasonOf(api, 'Jam', true), await reasonOf(api, 'Lunch', false)] as const
    await measureBulk(api, losses, reasons)
    await measureHub(product, { token, api, losses, reasons })
  } finally {
    await product.end()
  }
}

type Reasons = readonly [counted: number, excluded: number]

async function measureBulk(api: Api, losses: readonly Loss[], reasons: Reasons): Promise<void> {
  const times: number[] = []
  let late = 0
  for (let run = 0; run < BULK_RUNS; run++) {
    const startedAt = performance.now()
    const { updateLosses } = await api<{ updateLosses: readonly Loss[] }>(
      'mutation ($input: UpdateLossesInput!) { updateLosses(input: $input) { id isRecalculating } }',
      { input: { ids: losses.map(({ id }) => id), reasonId: reasons[run % 2] } },
    )
    times.push(performance.now() - startedAt)
    if (updateLosses.some(({ isRecalculating }) => isRecalculating)) late++
  }
  const note = `${losses.length} losses of ${MACHINES} machines; ${late} of ${BULK_RUNS} answered before the figures were new`
  print({
    bench: 'a reason for 500 losses, with its recalculation',
    value: percentile(times, 0.95),
    unit: 'ms p95',
    limit: BULK_LIMIT_MS,
    runs: BULK_RUNS,
    note,
  })
}

async function measureHub(
  product: Product,
  {
    token,
    api,
    losses,
    reasons,
  }: { readonly token: string; readonly api: Api; readonly losses: readonly Loss[]; readonly reasons: Reasons },
): Promise<void> {
  const page = new LivePage()
  const connection = new HubConnectionBuilder()
    .withUrl(`${product.url}/api/supervisor?x-schema-code=${COMPANY}`, {
      skipNegotiation: true,
      transport: HttpTransportType.WebSockets,
      accessTokenFactory: () => token,
    })
    .configureLogging(LogLevel.None)
    .build()
  connection.on(HUB_TARGETS.workCentersChanged, (frame: WorkCentersChanged) => page.hear(frame.workCenters))
  connection.on(HUB_TARGETS.resync, () => undefined)
  await connection.start()
  const subscribed = await connection.invoke<{ readonly workCenters: readonly LiveWorkCenter[] }>(HUB_METHODS.subscribeWorkCenters)
  page.hear(subscribed.workCenters)
  const latest = [...Map.groupBy(losses, ({ workCenterId }) => workCenterId).values()].flatMap((own) =>
    own.toSorted((left, right) => Date.parse(right.timeEnd ?? '') - Date.parse(left.timeEnd ?? '')).slice(0, 1),
  )
  const waited: Promise<number>[] = []
  const startedAt = performance.now()
  for (let at = 0; at < SAYINGS; at++) {
    const loss = latest[at % latest.length]
    if (loss === undefined) throw new Error('no machine has a loss')
    // Each machine in turn gets the other reason: one counts in OEE, the other does not.
    const reasonId = reasons[Math.floor(at / latest.length) % 2]
    waited.push(page.nextFigure(loss.workCenterId))
    void api('mutation ($input: UpdateLossInput!) { updateLoss(input: $input) { id } }', { input: { id: loss.id, reasonId } })
    await sleep(Math.max(0, startedAt + (at + 1) * EVERY_MS - performance.now()))
  }
  const times = (await Promise.all(waited)).slice(latest.length)
  await connection.stop()
  const note = `${1_000 / EVERY_MS} a second over ${latest.length} machines`
  const common = { runs: times.length, note }
  print({ bench: 'reason given to new OEE on another page p50', value: percentile(times, 0.5), unit: 'ms', ...common })
  print({
    bench: 'reason given to new OEE on another page p95',
    value: percentile(times, 0.95),
    unit: 'ms',
    limit: SAYING_LIMIT_MS,
    ...common,
  })
}

/** What a page shows of OEE, and who waits for it to change. */
class LivePage {
  readonly #shown = new Map<number, number | null>()
  readonly #waiting = new Map<number, () => void>()

  hear(workCenters: readonly LiveWorkCenter[]): void {
    for (const { workCenterId, oee } of workCenters) {
      const figure = oee?.availability ?? null
      if (figure === this.#shown.get(workCenterId)) continue
      this.#shown.set(workCenterId, figure)
      this.#waiting.get(workCenterId)?.()
      this.#waiting.delete(workCenterId)
    }
  }

  /** Returns after how many ms the figure of the machine changes. */
  async nextFigure(workCenterId: number): Promise<number> {
    const startedAt = performance.now()
    const changed = new Promise<void>((resolve) => this.#waiting.set(workCenterId, resolve))
    const limit = AbortSignal.timeout(GIVEN_UP_MS)
    await Promise.race([changed, sleep(GIVEN_UP_MS, undefined, { signal: limit }).catch(() => undefined)])
    return performance.now() - startedAt
  }
}

async function sendStops({ url }: Product, { deviceId, secret }: Machine): Promise<void> {
  const minutes = STOPS * PERIOD_MINUTES
  const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - minutes * MINUTE_MS
  const samples = Array.from({ length: minutes }, (_, minute) => ({
    at: start + minute * MINUTE_MS,
    values: {
      POWER: minute % PERIOD_MINUTES >= PERIOD_MINUTES - STOPPED_MINUTES - 1 && minute % PERIOD_MINUTES < PERIOD_MINUTES - 1 ? 2 : 12,
    },
  }))
  const answer = await fetch(`${url}/api/devices/${deviceId}/telemetry`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(samples),
  })
  if (answer.status !== 202) throw new Error(`the listener answered ${answer.status}: ${await answer.text()}`)
}

async function untilLosses(api: Api, machines: readonly Machine[]): Promise<readonly Loss[]> {
  const ids = machines.map(({ workCenterId }) => workCenterId)
  for (let turn = 0; turn < 120; turn++) {
    const { lossesPages } = await api<{ lossesPages: { readonly items: readonly Loss[] } }>(
      'query ($ids: [Int!]) { lossesPages(filter: { source: STATUS, workCenterIds: $ids }, size: 1000) { items { id workCenterId timeEnd isRecalculating } } }',
      { ids },
    )
    if (lossesPages.items.length >= MACHINES * STOPS) return lossesPages.items.slice(0, MACHINES * STOPS)
    await sleep(SECOND_MS)
  }
  throw new Error('the stops of the bench were not derived in time')
}

async function reasonOf(api: Api, name: string, isCounted: boolean): Promise<number> {
  const { createLossReason } = await api<{ createLossReason: { readonly id: number } }>(
    'mutation ($input: CreateLossReasonInput!) { createLossReason(input: $input) { id } }',
    { input: { name: `${name} of the bench`, type: isCounted ? 'UNPLANNED' : 'PLANNED', includeInOeeCalculation: isCounted } },
  )
  return createLossReason.id
}
