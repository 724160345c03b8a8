import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi, type TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const IDLE_KW = 2
/** Both shifts, and a sample after them. */
const UNTIL = 962

/** Stops in minutes since the first of two shifts of 480 minutes, one over the border between them. */
const BREAKDOWNS = [
  [60, 90],
  [200, 245],
  [470, 500],
  [700, 715],
] as const
const LUNCH = [300, 320] as const
const WITHOUT_REASON = [120, 130] as const

type Stats = {
  readonly runTime: number
  readonly plannedProductionTime: number
  readonly failureCount: number
  readonly failureDuration: number
  readonly mtbf: number | null
  readonly mttr: number | null
}

describe('the time between failures and to repair, of a machine whose stops are known', () => {
  let api: TestApi
  let press: TestMachine
  before(async () => {
    api = await startTestApi({ ingest: true, now: () => START + UNTIL * MINUTE_MS })
    press = await addPressWithStops(api, ACME, {
      start: START,
      until: UNTIL,
      stops: [...BREAKDOWNS, LUNCH, WITHOUT_REASON].map(([from, to]) => ({ from, to, powerKw: IDLE_KW })),
    })
    const breakdown = await reason('name: "Breakdown", activityTypes: [BREAKDOWN_TIME]')
    const lunch = await reason('name: "Lunch", type: PLANNED, includeInOeeCalculation: false')
    for (const [from, to] of BREAKDOWNS) await classify(from, to, breakdown)
    await classify(...LUNCH, lunch)
  })
  after(() => api.close())

  const ask = async <Answer>(text: string): Promise<Answer> => {
    const { data, errors } = await api.ask(text)
    assert.deepEqual(errors, [])
    return data as Answer
  }
  const reason = async (input: string) =>
    (await ask<{ readonly createLossReason: { readonly id: number } }>(`mutation { createLossReason(input: { ${input} }) { id } }`))
      .createLossReason.id
  /** Gives the reason to every loss of the stop: one over a border of shifts is one in each. */
  const classify = async (from: number, to: number, reasonId: number) => {
    const { lossesPages } = await ask<{
      readonly lossesPages: { readonly items: readonly { readonly id: number; readonly timeStart: string; readonly version: number }[] }
    }>('{ lossesPages(filter: { source: STATUS }, sort: ASC, size: 100) { items { id timeStart version } } }')
    const minute = (at: string) => (Date.parse(at) - START) / MINUTE_MS
    const own = lossesPages.items.filter(({ timeStart }) => minute(timeStart) >= from && minute(timeStart) < to)
    assert.ok(own.length > 0, `no loss begins in minute ${from}`)
    for (const { id, version } of own)
      await ask(`mutation { updateLoss(input: { id: ${id}, reasonId: ${reasonId}, version: ${version} }) { id } }`)
  }
  const filter = (shiftIds: readonly number[]) =>
    `filter: { workCenterIds: [${press.workCenterId}], period: { start: "2026-05-03T21:00:00Z", end: "2026-05-04T21:00:00Z" }, shiftIds: ${JSON.stringify(shiftIds)} }`
  const statsOf = async (shiftIds: readonly number[]): Promise<Stats> =>
    (
      await ask<{ readonly oeeStatisticsDetails: { readonly stats: Stats } }>(
        `{ oeeStatisticsDetails(${filter(shiftIds)}) { stats { runTime plannedProductionTime failureCount failureDuration mtbf mttr } } }`,
      )
    ).oeeStatisticsDetails.stats

  it('counts a failure in the shift where it began, and its time where it was', async () => {
    // 480 minutes without 20 of lunch; breakdowns of 30, 45 and 10 minutes up to the border, and 10 without a reason.
    assert.deepEqual(await statsOf([1]), {
      plannedProductionTime: 460 * 60,
      runTime: (460 - 30 - 45 - 10 - 10) * 60,
      failureCount: 3,
      failureDuration: (30 + 45 + 10) * 60,
      mtbf: (365 / 3) * 60,
      mttr: (85 / 3) * 60,
    })
    // 20 minutes after the border, of a failure that is not this shift's, and 15 of its own.
    assert.deepEqual(await statsOf([2]), {
      plannedProductionTime: 480 * 60,
      runTime: (480 - 20 - 15) * 60,
      failureCount: 1,
      failureDuration: (20 + 15) * 60,
      mtbf: 445 * 60,
      mttr: 35 * 60,
    })
  })

  it('divides the sums of several shifts, and the shifts behind them tell the same', async () => {
    assert.deepEqual(await statsOf([1, 2]), {
      plannedProductionTime: 940 * 60,
      runTime: 810 * 60,
      failureCount: 4,
      failureDuration: 120 * 60,
      mtbf: 202.5 * 60,
      mttr: 30 * 60,
    })
    const { oeeReport } = await ask<{ readonly oeeReport: readonly unknown[] }>(
      `{ oeeReport(${filter([1, 2])}) { failureCount failureDuration setupDuration } }`,
    )
    assert.deepEqual(oeeReport, [
      { failureCount: 3, failureDuration: 85 * 60, setupDuration: 0 },
      { failureCount: 1, failureDuration: 35 * 60, setupDuration: 0 },
    ])
  })
})
