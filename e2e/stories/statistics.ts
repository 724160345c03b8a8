import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../browser.ts'
import { DEMO_COMPANY, type World } from '../world.ts'
import { lengthOf, savedSheet } from '../savedSheet.ts'
import { assertAccessible } from './accessibility.ts'

type Percent = { readonly exactValue: number } | null

type Shifts = {
  readonly oeeReport: readonly {
    readonly oee: Percent
    readonly rejectedOutput: number
    readonly shiftStart: string
    readonly shiftEnd: string
    readonly shift: { readonly name: string }
  }[]
  readonly oeeStatisticsDetails: { readonly stats: { readonly oee: Percent; readonly records: number } }
}

type Statistics = {
  readonly oeeStatisticsDetails: {
    readonly stats: { readonly oee: Percent; readonly runTime: number; readonly plannedProductionTime: number }
  }
  readonly statusesStat: readonly { readonly duration: number; readonly statusName: string | null }[]
}

type ByTime = {
  readonly oeeByTime: {
    readonly hours: readonly { readonly timeStart: string; readonly timeEnd: string; readonly figures: { readonly oee: Percent } }[]
    readonly total: { readonly oee: Percent }
  }
}

const DAY_SECONDS = 86_400

export function statisticsStories(world: () => World): void {
  test('shifts, statistics and hours of a period show the figures that the API answers, and explain them', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY })
    const address = await page.getByRole('article').first().getByRole('link').first().getAttribute('href')
    assert.ok(address)
    const shifts = await answerTo<Shifts>(page, 'ShiftsOfPeriod', () => page.goto(`${address}?tab=shifts&range=yesterday`))
    await assertShifts(page, shifts)
    await assertFits(page)

    const statistics = await answerTo<Statistics>(page, 'StatisticsOfPeriod', () =>
      page.getByRole('navigation').getByRole('link', { name: 'Statistics' }).click(),
    )
    assert.match(page.url(), /range=yesterday/)
    await assertStatistics(page, statistics)
    await assertCompared(page)
    await assertAccessible(page)
    await assertFits(page)

    const byTime = await answerTo<ByTime>(page, 'FiguresByTime', () =>
      page.getByRole('navigation').getByRole('link', { name: 'By time' }).click(),
    )
    await page.getByText(`OEE ${percent(byTime.oeeByTime.total.oee)} overall`, { exact: false }).waitFor()
    await assertAccessible(page)
    await assertFits(page)
    await openHourByKeyboard(page, byTime)
    await page.close()
  })

  test('a person whose clock is elsewhere sees the same shifts and figures of a day, and which zone they are of', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY })
    const address = await page.getByRole('article').first().getByRole('link').first().getAttribute('href')
    assert.ok(address)
    const read = async () => {
      const { oeeReport, oeeStatisticsDetails } = await answerTo<Shifts>(page, 'ShiftsOfPeriod', () =>
        page.goto(`${address}?tab=shifts&range=yesterday`),
      )
      const table = page.getByRole('table', { name: 'Shifts of the period' })
      await table.waitFor()
      const rows = await table.locator('tbody tr').allInnerTexts()
      return withoutGrowing({ oeeReport, stats: oeeStatisticsDetails.stats, newestFirst: rows })
    }
    const atPlant = await read()
    assert.equal(await page.getByText('plant time').count(), 0)
    await page.route('**/api/graphql', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      // Five hours ahead of UTC, where the plant is one or two.
      await route.fulfill({ response, body: text.replace(/("userSettings":\{[^}]*"timeZone":)"[^"]*"/, '$1"Asia/Tashkent"') })
    })
    const elsewhere = await read()
    assert.deepEqual(elsewhere, atPlant)
    await page.getByText('plant time').first().waitFor()
    await assertAccessible(page)
    await assertFits(page)
    await page.context().close()
  })
}

/** Late data and the hold of the last sample may change the figures of a shift so long after its end. */
const SETTLED_AFTER_MS = 3_600_000

/** Leaves out what changes between two looks: in the morning yesterday's night shift still runs, so of it only which one it is remains. */
function withoutGrowing({
  oeeReport,
  stats,
  newestFirst,
}: {
  readonly oeeReport: Shifts['oeeReport']
  readonly stats: Shifts['oeeStatisticsDetails']['stats']
  readonly newestFirst: readonly string[]
}) {
  const isGrowing = ({ shiftEnd }: Shifts['oeeReport'][number]): boolean => Date.parse(shiftEnd) > Date.now() - SETTLED_AFTER_MS
  const newest = oeeReport.toReversed()
  return {
    shifts: oeeReport.map(({ shiftStart, shiftEnd, shift }) => [shiftStart, shiftEnd, shift.name]),
    report: oeeReport.filter((row) => !isGrowing(row)),
    rows: newestFirst.filter((_text, index) => newest[index] !== undefined && !isGrowing(newest[index])),
    records: stats.records,
    stats: oeeReport.some(isGrowing) ? null : stats,
  }
}

/** The table equals the API, row by row and in the totals; a row opens the ledger of its shift. */
async function assertShifts(page: Page, { oeeReport, oeeStatisticsDetails }: Shifts): Promise<void> {
  const table = page.getByRole('table', { name: 'Shifts of the period' })
  await table.waitFor()
  const rows = await table.locator('tbody tr').allInnerTexts()
  const newest = oeeReport.toReversed()
  assert.ok(newest.length > 0, 'the demo has no shift yesterday')
  assert.equal(rows.length, newest.length)
  newest.forEach(({ shift, oee, rejectedOutput }, index) => {
    const row = rows[index] ?? ''
    assert.ok(row.includes(shift.name) && row.includes(percent(oee)) && row.includes(whole(rejectedOutput)), `${row} is not ${shift.name}`)
  })
  const file = await savedSheet(page, page.getByRole('button', { name: 'Download XLSX' }))
  assert.deepEqual(file.rows[0]?.slice(0, 3), ['Day', 'Shift', 'From (local time)'])
  const oeeAt = file.rows[0]?.indexOf('OEE, %') ?? -1
  assert.deepEqual(
    file.rows.slice(1).map((row) => [row[1], row[oeeAt] ?? null]),
    newest.map(({ shift, oee }) => [shift.name, oee?.exactValue ?? null]),
  )
  const { stats } = oeeStatisticsDetails
  const total = await table.locator('tfoot tr').innerText()
  assert.ok(total.includes(percent(stats.oee)) && total.includes(String(stats.records)), total)
  await table.locator('tbody button').first().click()
  const panel = page.getByRole('dialog')
  await panel.getByText('Planned production time').first().waitFor()
  await panel
    .getByText(percent(newest[0]?.oee ?? null))
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
}

/** The statuses sum to the day, and OEE shows its real terms and the shifts behind it. */
async function assertStatistics(page: Page, { oeeStatisticsDetails, statusesStat }: Statistics): Promise<void> {
  const { stats } = oeeStatisticsDetails
  assert.equal(
    statusesStat.reduce((sum, { duration }) => sum + duration, 0),
    DAY_SECONDS,
  )
  const statuses = page.getByRole('table', { name: 'Time by status' })
  await statuses.waitFor()
  assert.match(await statuses.locator('tfoot tr').innerText(), /1 d\s+100\.0%/)
  for (const { statusName, duration } of statusesStat.filter((status) => status.statusName !== null)) {
    const row = statuses.locator('tbody tr', { hasText: statusName ?? '' }).first()
    assert.ok(
      (await row.innerText()).includes(`${((duration / DAY_SECONDS) * 100).toFixed(1)}%`),
      `${statusName}: ${await row.innerText()}`,
    )
  }
  const shares = page.getByRole('figure', { name: 'Time by status' })
  const { rows, formatAt } = await savedSheet(page, shares.getByRole('button', { name: 'Download XLSX' }))
  assert.deepEqual([rows[0], formatAt('1,1')], [['Status', 'Duration', 'Share, %'], '[h]:mm:ss'])
  const [lengths, percents] = [rows.slice(1).map((row) => lengthOf(row[1])), rows.slice(1).map((row) => Number(row[2]))]
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
  assert.deepEqual([Math.round(sum(lengths) / 1000), Math.round(sum(percents) * 1000) / 1000], [DAY_SECONDS, 100])
  for (const [name, header] of [
    ['Losses', 'Loss'],
    ['Trend', 'Day'],
    ['Energy', 'From (local time)'],
  ] as const) {
    // The trend is named after its grain.
    const section = page.getByRole('figure', { name: name === 'Trend' ? /^(Day by day|Shift by shift)$/ : name, exact: true })
    const saved = await savedSheet(page, section.getByRole('button', { name: 'Download XLSX' }))
    assert.equal(saved.rows[0]?.[0], header)
    assert.ok(saved.rows.length > 1, `${name} has rows`)
  }
  await page.getByRole('region', { name: 'Figures of the period' }).getByRole('button', { name: /^OEE/ }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText(`= ${percent(stats.oee)}`).waitFor()
  const behind = panel.getByRole('heading', { name: /shifts? in this figure/ })
  await behind.waitFor()
  await panel.getByRole('listitem').getByRole('button').first().click()
  await panel.getByRole('radio', { name: 'Availability' }).waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
}

/** The switch is in the URL, and each figure then shows its earlier value. */
async function assertCompared(page: Page): Promise<void> {
  const figures = page.getByRole('region', { name: 'Figures of the period' })
  assert.equal(await figures.getByText(/ vs |no change/).count(), 0)
  await answerTo<Statistics>(page, 'StatisticsOfPeriod', () => page.getByRole('checkbox', { name: 'Compare with previous period' }).check())
  await figures
    .getByText(/ vs |no change/)
    .first()
    .waitFor()
  assert.match(page.url(), /cmp=1/)
}

/** The grid is one stop of the Tab key; the arrows walk in it, and Enter opens the hour in the history. */
async function openHourByKeyboard(page: Page, { oeeByTime }: ByTime): Promise<void> {
  const grid = page.getByRole('grid', { name: 'OEE by hour and day' })
  assert.equal(await grid.locator('button[tabindex="0"]').count(), 1)
  await grid.locator('button[tabindex="0"]').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const hour = oeeByTime.hours[2]
  assert.ok(hour)
  const focused = String(await page.evaluate('document.activeElement?.getAttribute("aria-label")'))
  assert.ok(hour.figures.oee === null || focused.includes(percent(hour.figures.oee)), `${focused} is not ${percent(hour.figures.oee)}`)
  await page.keyboard.press('Enter')
  await until(page, `new URLSearchParams(location.search).get('tab') === 'history'`)
  const search = new URL(page.url()).searchParams
  assert.deepEqual([search.get('from'), search.get('to')], [hour.timeStart, hour.timeEnd])
}

/** Nothing is wider than a phone; the page then is as wide as it was. */
async function assertFits(page: Page): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await until(page, 'document.documentElement.scrollWidth <= 390')
  if (size) await page.setViewportSize(size)
}

async function answerTo<Answer>(page: Page, operation: string, act: () => Promise<unknown>): Promise<Answer> {
  const answered = page.waitForResponse((response) => (response.request().postData() ?? '').includes(`query ${operation}`))
  await act()
  const { data } = (await (await answered).json()) as { readonly data: Answer }
  return data
}

function percent(value: Percent): string {
  return value === null
    ? '—'
    : `${new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(Number(value.exactValue.toPrecision(14)))}%`
}

function whole(value: number): string {
  return new Intl.NumberFormat('en').format(Math.round(value))
}
