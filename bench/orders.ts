/**
 * Prints how fast pages of 210,000 job orders come, for filters and orders of the list, what the forecast of their queues takes, how late each will be, what
 * a move would do, and the check of what was made; and how long the event loop is kept from others meanwhile.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { asId } from '#engine/ids.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import {
  addUpAll,
  countChecked,
  countLate,
  countsOfOrders,
  forecastsOf,
  generateOrders,
  LAST_ORDER_AT,
  pageOfOrders,
  PLACES,
  previewMoveToTop,
} from '#server/testing/manyOrders.ts'
import type { OrdersQuestion } from '#server/testing/manyOrders.ts'
import { gatherStatistics } from '#server/testing/millionLosses.ts'
import { percentile, print } from './report/figure.ts'

const LIMIT_MS = 60
const FIRST_PAGE_LIMIT_MS = 40
const CLOSED = 200_000
const OPEN = 10_000
/** Others are answered after it at the latest. */
const LONGEST_TURN_MS = 50
const RUNS = 15
const WARM_UP_RUNS = 3
const COMPANY = asId<CompanyId>('BENCH')
const place = (id: number) => asId<WorkCenterId>(id)

const QUESTIONS: Readonly<Record<string, OrdersQuestion>> = {
  'the newest': {},
  'planned and draft': { statuses: ['DRAFT', 'PLANNED'] },
  'planned, by priority': { statuses: ['PLANNED'], field: 'PRIORITY', isDescending: false },
  completed: { statuses: ['COMPLETED'] },
  cancelled: { statuses: ['CANCELLED'] },
  'of one work center': { workCenterIds: [place(7)] },
  'of five work centers': { workCenterIds: [1, 20, 40, 60, 80].map(place) },
  overdue: { overdueAt: LAST_ORDER_AT + DAY_MS },
  'by due date': { field: 'DUE_DATE', isDescending: false },
  'by plan': { field: 'PLAN_START' },
  'by description': { field: 'DESCRIPTION', isDescending: false },
  'by last change': { field: 'UPDATED_DATE' },
  'a code': { code: 'so-1234' },
  'a code that nobody has': { code: 'nobody-has-it' },
  'a word': { search: 'urgent' },
  'a product': { search: 'dt-2077' },
  'a word that nobody wrote': { search: 'gearbox' },
  'a day': { period: { start: LAST_ORDER_AT - DAY_MS, end: LAST_ORDER_AT } },
  'a month': { period: { start: LAST_ORDER_AT - 30 * DAY_MS, end: LAST_ORDER_AT } },
  'a day long ago': { period: { start: LAST_ORDER_AT - 70 * DAY_MS, end: LAST_ORDER_AT - 69 * DAY_MS } },
  'what an operator sees': { workCenterIds: [1, 2, 3].map(place), isOperators: true, field: 'PRIORITY', isDescending: false },
  'page 100': { page: 100 },
}

const { database, postgres, drop } = await createDurableDatabase()
try {
  await generateOrders(database, COMPANY, { closed: CLOSED, open: OPEN })
  await gatherStatistics(postgres.url)
  const addedFrom = performance.now()
  const added = await addUpAll(database)
  print({ bench: 'times of 2,000 finished orders added up', value: ((performance.now() - addedFrom) / added) * 2_000, unit: 'ms', runs: 1 })
  const all: number[] = []
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const times = await timesOf(() => pageOfOrders(database, COMPANY, question))
    all.push(...times)
    const limit = name === 'planned and draft' ? FIRST_PAGE_LIMIT_MS : LIMIT_MS
    print({ bench: `orders page, ${name}`, value: percentile(times, 0.95), unit: 'ms p95', limit, runs: RUNS })
  }
  print({
    bench: 'orders page over 210,000 orders, all filters',
    value: percentile(all, 0.95),
    unit: 'ms p95',
    limit: LIMIT_MS,
    runs: all.length,
  })
  const counts = await timesOf(() => countsOfOrders(database, COMPANY, {}))
  print({ bench: 'orders, counts of the tabs', value: percentile(counts, 0.95), unit: 'ms p95', limit: LIMIT_MS, runs: RUNS })
  const one = await timesOf(() => forecastsOf(database, COMPANY, [place(3)]))
  print({ bench: 'forecast of one queue', value: percentile(one, 0.95), unit: 'ms p95', limit: LIMIT_MS, runs: RUNS })
  const startedAt = performance.now()
  let known = 0
  for (let first = 1; first <= PLACES; first += 50) {
    const places = Array.from({ length: 50 }, (_none, index) => place(first + index))
    known += [...(await forecastsOf(database, COMPANY, places)).values()].filter((end) => end !== null).length
  }
  print({
    bench: `forecast of ${PLACES} queues, 50 at a time`,
    value: performance.now() - startedAt,
    unit: 'ms',
    limit: 2_000,
    runs: 1,
    note: `${known} orders have an end`,
  })
  const turn = await longestTurn(() => countLate(database, COMPANY))
  print({
    bench: 'event loop during the lateness of 10,000 open orders',
    value: turn,
    unit: 'ms of the processor in a turn, at most',
    limit: LONGEST_TURN_MS,
    runs: 1,
  })
  const late = await timesOf(() => countLate(database, COMPANY), 3)
  print({
    bench: 'lateness of 10,000 open orders',
    value: percentile(late, 0.95),
    unit: 'ms p95',
    limit: 2_000,
    runs: late.length,
    note: `${await countLate(database, COMPANY)} of them late or at risk`,
  })
  let ends = 0
  const moves = await timesOf(async () => (ends = await previewMoveToTop(database, COMPANY, place(3))))
  print({
    bench: 'preview of a move to the top of a queue',
    value: percentile(moves, 0.95),
    unit: 'ms p95',
    limit: LIMIT_MS,
    runs: RUNS,
    note: `${ends} ends change`,
  })
  for (const [name, places] of [
    ['all work centers', null],
    ['a work center', [place(7)]],
  ] as const) {
    const checks = await timesOf(() => countChecked(database, COMPANY, places))
    print({
      bench: `check of three witnesses, ${name}, a month`,
      value: percentile(checks, 0.95),
      unit: 'ms p95',
      limit: LIMIT_MS,
      runs: RUNS,
    })
  }
} finally {
  await drop()
}

/** Returns the ms that it takes each time, warmed up. */
async function timesOf(act: () => Promise<unknown>, runs = RUNS): Promise<readonly number[]> {
  const times: number[] = []
  for (let run = 0; run < runs + WARM_UP_RUNS; run++) {
    const startedAt = performance.now()
    await act()
    if (run >= WARM_UP_RUNS) times.push(performance.now() - startedAt)
  }
  return times
}

/** Returns how long a turn of the event loop works at most while the act goes on: by the processor time of its thread, so that a busy machine does not count. */
async function longestTurn(act: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let longest = 0
  let last = threadMs()
  const watched = (async () => {
    while (!isOver) {
      await nextTurn()
      const now = threadMs()
      longest = Math.max(longest, now - last)
      last = now
    }
  })()
  await act()
  isOver = true
  await watched
  return longest
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
