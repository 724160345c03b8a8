/**
 * Prints how long the whole product takes to answer what the screens of job orders ask: the list of 10,000 open orders, the board of 40 queues of 25, and output
 * that is confirmed, answered once its figures are recalculated. Questions are those of the screens, over HTTP.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { generateOrders } from '#server/testing/manyOrders.ts'
import { gatherStatistics } from '#server/testing/millionLosses.ts'
import { openApi, type Api } from '../e2e/api.ts'
import { DEMO_PASSWORD, PEOPLE } from '../e2e/browser.ts'
import { addMachine, connectDevice } from '../e2e/device.ts'
import { startProduct } from '../e2e/harness.ts'
import { signIn } from '../tools/signIn.ts'
import { cpuMs, databaseCpuMs } from './ingest/processorTime.ts'
import { median, print } from './report/figure.ts'

const MANY = asId<CompanyId>('MANY1')
const BOARD = asId<CompanyId>('BOARD')
const QUEUES = 40
const A_QUEUE = 25
const RUNS = 7
const WARM_UP_RUNS = 3
const LIST_LIMIT_MS = 300
const BOARD_LIMIT_MS = 400
const FOLDED_LIMIT_MS = 500
const CONFIRMS = 4
/** Within ten seconds a second cut is the first one (domain.md O-4). */
const APART_MS = 11_000

const durable = await createDurableDatabase()
const product = await startProduct({ settings: { DATABASE_URL: durable.postgres.url, DEMO_HISTORY_DAYS: '1', DEMO_SIMULATOR: 'off' } })
try {
  await generateOrders(durable.database, MANY, { closed: 20_000, open: 10_000 })
  await generateOrders(durable.database, BOARD, { closed: 1_000, open: QUEUES * A_QUEUE, places: QUEUES, newestAt: Date.now() })
  await durable.database.pool.query(
    `insert into membership (company_id, user_id, role)
     select company_id, id, 'ADMIN' from app_user cross join unnest($1::text[]) as company_id where email = $2`,
    [[MANY, BOARD], PEOPLE.admin],
  )
  await gatherStatistics(durable.postgres.url)
  const list = await apiOf(MANY)
  const listed = documentOf('web/jobOrder/jobOrders.graphql', 'fragment ListedOrder', 'query JobOrdersList')
  await measure('list of 10,000 open orders, its first 50', LIST_LIMIT_MS, () =>
    list(listed, { filter: { statuses: ['PLANNED'] }, order: null, page: 1, size: 50 }),
  )
  const board = await apiOf(BOARD)
  const shown = documentOf('web/jobOrder/board/board.graphql', 'fragment BoardOrder', 'query OrderBoard')
  await measure(`board of ${QUEUES} queues of ${A_QUEUE}`, BOARD_LIMIT_MS, () => board(shown, { workCenterIds: null }))
  await measureConfirming(await apiOf('ACME1'))
} finally {
  await product.end()
  await durable.drop()
}

async function apiOf(companyId: string): Promise<Api> {
  return openApi(product.url, await signIn({ url: product.url, email: PEOPLE.admin, password: DEMO_PASSWORD, companyId }), companyId)
}

/** The named parts of a file of questions, as the screens ask them. */
function documentOf(path: string, ...starts: readonly string[]): string {
  const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  return starts.map((start) => text.slice(text.indexOf(start), text.indexOf('\n}\n', text.indexOf(start)) + 3)).join('')
}

async function measure(bench: string, limit: number, ask: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  let before = 0
  for (let run = 0; run < WARM_UP_RUNS + RUNS; run++) {
    if (run === WARM_UP_RUNS) before = worked()
    const began = performance.now()
    await ask()
    if (run >= WARM_UP_RUNS) times.push(performance.now() - began)
  }
  const note = `${Math.round((worked() - before) / RUNS)} ms of the processor each, of the server and its database`
  print({ bench: `${bench}, answered`, value: median(times), unit: 'ms', limit, runs: RUNS, note })
}

function worked(): number {
  return cpuMs(product.pid()) + databaseCpuMs(durable.postgres.pid)
}

/** A machine counts ten pieces, and a person confirms them. */
async function measureConfirming(api: Api): Promise<void> {
  const machine = await addMachine(product, api, 'Bench press')
  const device = await connectDevice(product, machine)
  try {
    await device.publish({ values: { POWER: 8, TOTAL_OUTPUT: 0 } })
    const { createOrUpdateItem: item } = await api<{ createOrUpdateItem: { id: number } }>(
      'mutation { createOrUpdateItem(input: { name: "Bench tube", sku: "BT-1", measureUnitId: 1 }) { id } }',
    )
    const input = {
      orderCode: 'BENCH-1',
      status: 'PLANNED',
      productId: item.id,
      workCenterId: machine.workCenterId,
      planOutput: 800,
      planCycleTime: 12,
    }
    const { createJobOrder: order } = await api<{ createJobOrder: { id: number } }>(
      'mutation ($input: JobOrderInput!) { createJobOrder(input: $input) { id } }',
      { input },
    )
    await api('mutation ($id: Int!) { startJobOrder(id: $id) { id } }', { id: order.id })
    const times: number[] = []
    for (let round = 1; round <= CONFIRMS; round++) {
      await device.publish({ values: { POWER: 8, TOTAL_OUTPUT: round * 10 } })
      await sleep(APART_MS)
      const began = performance.now()
      await api(
        'mutation ($place: Int!, $order: Int!) { confirmOutput(workCenterId: $place, jobOrderId: $order, acceptedOutput: 10, cutAtNow: true) { id } }',
        { place: machine.workCenterId, order: order.id },
      )
      times.push(performance.now() - began)
    }
    const note = 'answered once its figures are recalculated'
    print({ bench: 'output confirmed', value: median(times), unit: 'ms', limit: FOLDED_LIMIT_MS, runs: CONFIRMS, note })
  } finally {
    await device.end()
  }
}
