import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { DAY_MS, SECOND_MS } from '#engine/time/durations.ts'
import { openedByOffice } from '#server/testing/openedByOffice.ts'
import { until } from '../browser.ts'
import { lengthOf, savedLines, savedSheet } from '../savedSheet.ts'
import { DEMO_COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { taps } from './finishedShift.ts'

type Answer = {
  readonly data: {
    readonly analytics: {
      readonly isRunning: boolean
      readonly cells: readonly { readonly keys: readonly string[]; readonly figure: { readonly part: number } }[]
    }
  }
}
type Totals = { readonly data: { readonly lossesTotals: { readonly duration: number } } }

/** Of all machines of the demo together, in the seconds until the list is answered. */
const MOST_GROWN_SECONDS = 60

export function analyticsStories(world: () => World): void {
  test('analytics opens on what costs most, and its first mark opens the losses that add up to it', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY })
    const answered = page.waitForResponse((response) => response.request().postData()?.includes('"Analytics"') === true)
    await page.getByRole('link', { name: 'Analytics' }).click()
    const { data } = (await (await answered).json()) as Answer
    const [first] = data.analytics.cells
    const chart = page.getByRole('figure', { name: 'Lost time · Reason' })
    await chart.getByText(/ against /).waitFor()
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'nothing is wider than the window')
    await assertAccessible(page)
    const listed = page.waitForResponse((response) => response.request().postData()?.includes('"LossesList"') === true)
    await chart.getByRole('link').first().click()
    const totals = (await (await listed).json()) as Totals
    // A stop of a night shift that goes on grows between the two answers.
    const grown = totals.data.lossesTotals.duration - Math.floor((first?.figure.part ?? 0) + 0.5)
    assert.ok(grown >= 0 && grown <= (data.analytics.isRunning ? MOST_GROWN_SECONDS : 0), `in whole seconds, ${grown} more`)
    await page.close()
  })

  test('a mark is divided by something else from its menu, and narrowed to with Alt and a click', async () => {
    const page = await world().openPage('/analytics?m=DURATION&by=SOURCE&kind=ALL', { companyId: DEMO_COMPANY })
    const chart = page.getByRole('figure', { name: /^Lost time · / })
    await chart.getByRole('link').first().focus()
    await page.keyboard.press('d')
    const menu = page.getByRole('dialog')
    await menu.getByRole('link', { name: 'Its rows' }).waitFor()
    await assertAccessible(page)
    await menu.getByRole('link', { name: 'Reason group', exact: true }).click()
    await menu.waitFor({ state: 'detached' })
    await page.waitForURL(/by=REASON_GROUP/)
    await page.goto(`${new URL(page.url()).origin}/analytics?m=COUNT&by=SHIFT`)
    await page
      .getByRole('figure', { name: 'Number of losses · Shift' })
      .getByRole('link')
      .first()
      .click({ modifiers: ['Alt'] })
    await page.waitForURL(/shift=/)
    await page
      .getByRole('table')
      .getByRole('button', { name: /^More for / })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('link', { name: 'Show only this' }).waitFor()
    await page.close()
  })

  test('the address of analytics holds the question, and a question of OEE says why it changed', async () => {
    const page = await world().openPage('/analytics?m=OEE&by=DAY', { companyId: DEMO_COMPANY })
    await page.getByRole('figure', { name: 'OEE · Day' }).getByRole('link').first().waitFor()
    await page.getByText('Why OEE changed').waitFor()
    await page.getByLabel('Measure').selectOption('COUNT')
    await page.getByLabel('And by').selectOption('SHIFT')
    await page.getByRole('figure', { name: 'Number of losses · Day × Shift' }).waitFor()
    assert.match(page.url(), /m=COUNT&by=DAY&and=SHIFT$/)
    await page.close()
  })

  test('ratios along days are a line for each shift, whose values the keyboard goes along, and whose names hide and show them', async () => {
    const page = await world().openPage('/analytics?m=OEE&by=DAY&and=SHIFT', { companyId: DEMO_COMPANY })
    const chart = page.getByRole('figure', { name: 'OEE · Day × Shift' })
    const along = chart.getByRole('slider', { name: 'OEE · Day × Shift' })
    await along.focus()
    await page.keyboard.press('Home')
    const first = (await along.getAttribute('aria-valuetext')) ?? ''
    assert.match(first, /, Shift 1 .*, Shift 2 .*, Shift 3 /)
    await page.keyboard.press('ArrowRight')
    const second = (await along.getAttribute('aria-valuetext')) ?? ''
    assert.notEqual(second, first)
    await chart.getByRole('heading', { name: second.split(', ')[0] ?? '' }).waitFor()
    await chart.getByRole('button', { name: 'Shift 2' }).click()
    await until(page, `!document.querySelector('[role=slider]').getAttribute('aria-valuetext').includes('Shift 2')`)
    await assertAccessible(page)
    await chart.getByRole('link', { name: /Shift 1: / }).click()
    await page.waitForURL(/\/shifts\?/)
    await page.close()
  })

  test('a chart is saved as a picture of itself', async () => {
    const page = await world().openPage('/analytics?m=OEE&by=DAY&and=SHIFT', { companyId: DEMO_COMPANY })
    const chart = page.getByRole('figure', { name: 'OEE · Day × Shift' })
    await chart.getByRole('slider').waitFor()
    const menu = chart.getByRole('button', { name: 'More for OEE · Day × Shift' })
    const saved = page.waitForEvent('download')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Save as picture' }).click()
    const file = await saved
    assert.match(file.suggestedFilename(), /^oee-day-shift\.png$/)
    const bytes = await buffer(await file.createReadStream())
    assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from('PNG')])
    // Twice as many dots as the figure has, both ways.
    const wide = bytes.readUInt32BE(16)
    assert.ok(wide >= 1600, `${wide} dots wide`)
    await page.close()
  })

  test('a note stands on the time chart, tells what was before and since, and goes away', async () => {
    const page = await world().openPage('/analytics?m=OEE&by=DAY')
    const chart = page.getByRole('figure', { name: 'OEE · Day' })
    await chart.getByRole('button', { name: 'Write a note' }).click()
    const form = page.getByRole('dialog', { name: 'Write a note' })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('This is a required field').waitFor()
    const text = `Nozzle ${crypto.randomUUID().slice(0, 8)}`
    await form.getByLabel('What happened').fill(text)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    // What begins today stands on a chart of this week only.
    await page.getByLabel('Days').selectOption('thisWeek')
    await chart.getByRole('button', { name: text }).click()
    const told = page.getByRole('dialog', { name: text })
    await told.getByText('There are no finished shifts yet both before and after this note.').waitFor()
    await assertAccessible(page)
    await told.getByRole('button', { name: 'Change' }).click()
    const changing = page.getByRole('dialog', { name: 'Change' })
    await changing.getByLabel('What happened').fill(`${text}!`)
    await changing.getByRole('button', { name: 'Save' }).click()
    await changing.waitFor({ state: 'detached' })
    await chart.getByRole('button', { name: `${text}!` }).click()
    await page
      .getByRole('dialog', { name: `${text}!` })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText('Note deleted').waitFor()
    await chart.getByRole('button', { name: text }).waitFor({ state: 'detached' })
    await page.close()
  })

  test('a manager sees what costs most in one tap, the stops behind it in two, and has a month as a file in four (T-15, T-16, T-18)', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY })
    const tap = taps()
    await tap.on(page.getByRole('navigation').getByRole('link', { name: 'Analytics', exact: true }))
    const chart = page.getByRole('figure', { name: 'Lost time · Reason' })
    await chart.getByText(/ against /).waitFor()
    assert.equal(tap.count, 1)
    await tap.on(chart.getByRole('link').first())
    await page.getByRole('heading', { level: 1, name: 'Losses' }).waitFor()
    assert.equal(tap.count, 2)

    const month = taps()
    await month.on(page.getByRole('navigation').getByRole('link', { name: 'Analytics', exact: true }))
    // A list to choose from costs two: opening it, and the choice.
    month.count++
    // The answers of the page as it was: what is waited for next is the month.
    await chart.getByText(/ against /).waitFor()
    const asked = page.waitForResponse((response) => response.request().postData()?.includes('"Analytics"') === true)
    await page.getByLabel('Days', { exact: true }).selectOption('thisMonth')
    month.count++
    await asked
    const button = page.getByRole('button', { name: 'Download XLSX' })
    month.count++
    const { name, rows, formatAt } = await savedSheet(page, button)
    assert.match(name, /\.xlsx$/)
    assert.equal(month.count, 4)
    // Times are durations that a spreadsheet adds up, all other figures have their unit in the head.
    assert.deepEqual(rows[0], ['Reason', 'Lost time', 'Share, %', 'Of planned time, %', 'Before', 'Change, %'])
    assert.equal(formatAt('1,1'), '[h]:mm:ss')
    await page.close()
  })

  test('the files of losses and of analytics add up to what the API answers of the same days', async () => {
    const page = await world().openPage('/boxes', { companyId: DEMO_COMPANY })
    // The demo has lived for two days, of which the first is over in each of its shifts.
    const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)
    const dates = `range=dates&from=${day}&to=${day}`
    const answerOf = async <Data>(path: string, query: string) => {
      const answered = page.waitForResponse((response) => response.request().postData()?.includes(`"${query}"`) === true)
      await page.goto(path)
      return (await (await answered).json()) as Data
    }
    const [xlsx, csv] = ['Download XLSX', 'Download CSV'].map((name) => page.getByRole('button', { name }))
    assert.ok(xlsx && csv)
    const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
    const ascending = (values: readonly number[]) => values.toSorted((one, other) => one - other)
    /** The seconds of a column of durations in each kind of file, LibreOffice among them where it is installed. */
    const columnIn = async (title: string) => {
      const sheet = await savedSheet(page, xlsx)
      const at = sheet.rows[0]?.indexOf(title) ?? -1
      const inSheet = sheet.rows.slice(1).map((row) => Math.round(lengthOf(row[at]) / SECOND_MS))
      const lines = await savedLines(page, csv)
      const place = lines[0]?.indexOf(`${title} (s)`) ?? -1
      assert.deepEqual(
        lines.slice(1).map((line) => Math.round(Number(line[place]))),
        inSheet,
        `${title} in CSV: ${lines[0]?.join()}`,
      )
      const opened = await openedByOffice(sheet.bytes)
      if (opened !== null) {
        const shown = opened.slice(1).flatMap((line) => /\b(\d+):(\d\d):(\d\d)\b(?!.*\b\d+:\d\d:\d\d\b)/.exec(line)?.slice(1) ?? [])
        assert.equal(shown.length, 3 * inSheet.length, 'LibreOffice shows a duration of each')
      }
      return inSheet
    }
    const { data: losses } = await answerOf<Totals>(`/losses?${dates}&source=STATUS`, 'LossesList')
    await xlsx.waitFor()
    const ofLosses = await columnIn('Duration')
    assert.ok(ofLosses.length > 0)
    // A list says each in whole seconds.
    assert.ok(
      Math.abs(sum(ofLosses) - losses.lossesTotals.duration) <= ofLosses.length / 2,
      `${sum(ofLosses)} of ${losses.lossesTotals.duration}`,
    )

    const { data } = await answerOf<Answer>(`/analytics?m=DURATION&by=WORK_CENTER&${dates}`, 'Analytics')
    await xlsx.waitFor()
    const parts = data.analytics.cells.map(({ figure }) => Math.round(figure.part))
    assert.deepEqual(ascending(await columnIn('Lost time')), ascending(parts))
    assert.ok(Math.abs(sum(parts) - losses.lossesTotals.duration) <= parts.length / 2, `${sum(parts)} of ${losses.lossesTotals.duration}`)
    await page.close()
  })

  test('a view that was saved becomes a report at once, and one that comes by itself', async () => {
    const page = await world().openPage('/analytics?m=OEE&by=WORK_CENTER', { companyId: DEMO_COMPANY })
    const name = `View ${crypto.randomUUID().slice(0, 8)}`
    await page.getByRole('button', { name: 'Views' }).click()
    const panel = page.getByRole('dialog', { name: 'Views' })
    await panel.getByLabel('Name of this view').fill(name)
    await panel.getByRole('button', { name: 'Save' }).click()
    await assertAccessible(page)
    await panel.getByRole('button', { name: `Report of “${name}”…` }).click()
    const report = page.getByRole('dialog', { name: `Report of “${name}”` })
    await report.getByLabel('Format').selectOption('XLSX')
    await assertAccessible(page)
    await report.getByRole('button', { name: 'Make the report' }).click()
    await report.getByRole('link', { name: 'To your reports' }).waitFor()
    await report.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: `Views: ${name}` }).click()
    await panel.getByRole('button', { name: `Send “${name}” regularly by e-mail…` }).click()
    const subscription = page.getByRole('dialog', { name: 'Subscribe to a report' })
    assert.equal(await subscription.getByLabel('Report', { exact: true }).inputValue(), 'VIEW')
    await subscription.getByLabel('View', { exact: true }).locator(`option:checked:has-text("${name}")`).waitFor({ state: 'attached' })
    await subscription.getByRole('button', { name: 'Cancel' }).click()
    await page.goto('/reports')
    await page
      .getByRole('listitem')
      .filter({ hasText: `${name} · XLSX` })
      .getByText('Ready', { exact: true })
      .waitFor()
    await page.close()
  })

  test('analytics is narrowed to several machines, with another measure beside that of the chart', async () => {
    const page = await world().openPage('/analytics?by=WORK_CENTER', { companyId: DEMO_COMPANY })
    await page.getByText('Filters', { exact: true }).click()
    await page.getByRole('button', { name: 'Work center: Any' }).click()
    const places = page.getByRole('dialog', { name: /^Work center: / })
    await places.getByRole('searchbox').fill('press')
    await places.getByRole('checkbox', { name: 'Press 3' }).check()
    await places.getByRole('checkbox', { name: 'Press 7' }).check()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Also in the table: / }).click()
    await page.getByRole('checkbox', { name: 'Number of losses' }).check()
    await page.keyboard.press('Escape')
    const table = page.getByRole('table', { name: 'Analytics' })
    await table.getByRole('columnheader', { name: 'Number of losses' }).waitFor()
    await table.getByRole('cell', { name: /^\d+$/ }).first().waitFor()
    assert.equal(await table.getByRole('row').count(), 3, 'a head and two machines')
    const asked = new URL(page.url()).searchParams
    assert.equal(asked.get('also'), 'COUNT')
    assert.equal(asked.get('wc')?.split(',').length, 2)
    await page.close()
  })
}
