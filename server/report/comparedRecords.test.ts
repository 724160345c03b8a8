import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { movedDate } from '#engine/time/statPeriod.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { buildReport } from './buildReport.ts'
import { datesText } from './dateWords.ts'
import { headlineWords } from './headline.ts'
import { createPeopleNames } from './peopleNames.ts'
import type { ReportModel } from './reportModel.ts'
import { reportRequest } from './reportRequest.ts'
import type { ReportRequest } from './reportRequest.ts'
import { reportTextsOf } from './reportTexts.ts'

const MONDAY = '2026-05-04'

describe('what a report is compared with', () => {
  let api: TestApi
  const presses: number[] = []
  /** By the clock of whoever asks. */
  let now = DAY_START + 60 * DAY_MS

  before(async () => {
    api = await startTestApi({ now: () => now })
    for (const name of ['Month', 'Week', 'Silence']) presses.push(await addPress(api, name))
  })
  after(() => api.close())

  const shiftOf = (press: number | undefined, date: string, total: number) =>
    addShift(api, press ?? 0, { start: DAY_START + Date.parse(date) - Date.parse(MONDAY), date, total, rejected: 0 })
  const build = (press: number | undefined, from: string, to: string, more: Partial<ReportRequest> = {}): Promise<ReportModel> => {
    const asked = {
      format: 'PDF',
      language: 'en',
      shiftStart: null,
      workCenterIds: [press],
      zone: 'Europe/Kyiv',
      madeFor: '',
      type: 'GENERAL',
    }
    return api.database.inSnapshot(ACME, (tenant) =>
      buildReport(tenant, reportRequest.parse({ ...asked, from, to, ...more }), {
        now,
        people: createPeopleNames(api.database, ACME),
        check: () => undefined,
      }),
    )
  }
  const onScreen = async (press: number | undefined, from: string, to: string) => {
    const { data, errors } = await api.ask(`{ analytics(input: { measure: OEE, workCenterIds: [${press}], comparison: PREVIOUS,
      dateFrom: "${from}", dateTo: "${movedDate(to, -1)}" }) { before { dateFrom dateTo } whole { isBeforeUnknown before { value } compared { value } } } }`)
    assert.deepEqual(errors, [])
    return data['analytics'] as {
      readonly before: { readonly dateFrom: string; readonly dateTo: string }
      readonly whole: {
        readonly isBeforeUnknown: boolean
        readonly before: { readonly value: number } | null
        readonly compared: { readonly value: number } | null
      }
    }
  }
  const tileOf = ({ tiles }: ReportModel) => tiles[0] ?? assert.fail('there is no tile')
  const mailOf = ({ proof: { headline } }: ReportModel) =>
    headline === null ? null : headlineWords(headline, { language: 'en', texts: reportTextsOf('en') })[0]
  const againstOf = ({ about }: ReportModel) => about.rows.find(([name]) => name === 'Compared with')?.[1] ?? null
  const percent = (value: number | undefined) => Math.round((value ?? Number.NaN) * 10_000) / 100

  it('is of a month the whole month before, as on screen (N-8)', async () => {
    const [press] = presses
    // The day before April is within 31 days of May, and was much worse.
    for (const [date, total] of [
      ['2026-03-31', 50],
      ['2026-04-01', 270],
      ['2026-04-30', 315],
      ['2026-05-01', 360],
      ['2026-05-31', 405],
    ] as const)
      await shiftOf(press, date, total)
    const model = await build(press, '2026-05-01', '2026-06-01')
    const { before: dates, whole } = await onScreen(press, '2026-05-01', '2026-06-01')
    const { value, compared, before: earlier } = tileOf(model)
    // 292.5 and 382.5 of 450 minutes.
    assert.deepEqual([value, compared, earlier], [85, 85, 65])
    assert.deepEqual([compared, earlier], [percent(whole.compared?.value), percent(whole.before?.value)])
    assert.equal(againstOf(model), datesText({ from: dates.dateFrom, to: movedDate(dates.dateTo, 1) }, 'en'))
    assert.equal(model.lead[0], 'OEE 65 % → 85 %: +20 points against 1 Apr 2026 – 30 Apr 2026.')
    assert.equal(mailOf(model), 'OEE 85 % (+20 points against the period before)')
  })

  it('is of a week that goes on as many shifts as are over, in tiles, sentences and e-mail alike (W-33)', async () => {
    const press = presses[1]
    for (let day = 0; day < 7; day++) await shiftOf(press, movedDate('2026-04-27', day), day < 2 ? 270 : 90)
    for (const [day, total] of [360, 270, 45].entries()) await shiftOf(press, movedDate(MONDAY, day), total)
    // On Wednesday, an hour into its shift.
    now = DAY_START + 2 * DAY_MS + HOUR_MS
    const model = await build(press, MONDAY, '2026-05-11')
    const { compared, before: earlier } = tileOf(model)
    assert.deepEqual([compared, earlier, againstOf(model)], [70, 60, '27 Apr 2026 – 28 Apr 2026'])
    assert.equal(model.lead[0], 'OEE 60 % → 70 %: +10 points against 27 Apr 2026 – 28 Apr 2026.')
    assert.match(mailOf(model) ?? '', /^OEE [\d.]+ % \(\+10 points against the period before\)$/)
    const { whole } = await onScreen(press, MONDAY, '2026-05-11')
    assert.deepEqual([percent(whole.compared?.value), percent(whole.before?.value)], [compared, earlier])
    // At night no shift runs, and the week goes on all the same.
    now = DAY_START + 1 * DAY_MS + 10 * HOUR_MS
    assert.equal(againstOf(await build(press, MONDAY, '2026-05-06')), '2 May 2026 – 3 May 2026')
    now = DAY_START + 60 * DAY_MS
  })

  it('is nothing where less than half of the time before is known, and says so (N-9)', async () => {
    const press = presses[2]
    for (const [date, noDataMinutes] of [
      ['2026-04-28', 60],
      ['2026-04-29', 400],
      ['2026-05-05', 30],
    ] as const) {
      const id = await shiftOf(press, date, 45)
      await api.database.pool.query('update shift set no_data_ms = $2::int8, availability_loss_ms = 0 where id = $1', [
        id,
        noDataMinutes * MINUTE_MS,
      ])
    }
    // 460 of 960 minutes are unknown.
    const known = await build(press, MONDAY, '2026-05-11')
    assert.notEqual(tileOf(known).before, null)
    await api.database.pool.query(`update shift set no_data_ms = $2 where work_center_id = $1 and shift_date = '2026-04-28'`, [
      press,
      90 * MINUTE_MS,
    ])
    const model = await build(press, MONDAY, '2026-05-11')
    const { value, compared, before: earlier } = tileOf(model)
    assert.deepEqual([typeof value, compared, earlier], ['number', null, null])
    assert.deepEqual(model.lead, ['Nothing is compared: less than half of the time of 27 Apr 2026 – 3 May 2026 has data.'])
    assert.equal(mailOf(model), `OEE ${value} %`)
    const { whole } = await onScreen(press, MONDAY, '2026-05-11')
    assert.deepEqual([whole.isBeforeUnknown, whole.before], [true, null])
  })

  it('is of one shift the same one seven days before, as on its page', async () => {
    const press = await addPress(api, 'Press of shifts')
    const shifts = [
      ['2026-04-27', 270],
      ['2026-05-03', 90],
      [MONDAY, 315],
    ] as const
    for (const [date, total] of shifts) await shiftOf(press, date, total)
    now = DAY_START + DAY_MS
    const { data, errors } = await api.ask(`{
      shift(workCenterId: ${press}, shiftDate: "2026-04-27", shiftId: 1) { oee { oee { realValue } } }
    }`)
    assert.deepEqual(errors, [])
    const onPage = (data['shift'] as { readonly oee: { readonly oee: { readonly realValue: number } } }).oee.oee.realValue
    const shown = async (ids: readonly number[]) => {
      const model = await build(press, MONDAY, '2026-05-05', { type: 'SHIFT', shiftStart: DAY_START, workCenterIds: [...ids] })
      return { against: againstOf(model), tile: tileOf(model) }
    }
    const { against, tile } = await shown([press])
    assert.deepEqual([tile.value, tile.compared, tile.before, against], [70, 70, onPage, '27 Apr 2026'])
    // Who had none then is told, and compared with nothing.
    const other = await addPress(api, 'Press without a week before')
    await shiftOf(other, MONDAY, 90)
    const both = await shown([press, other])
    assert.deepEqual([both.tile.compared, both.tile.before], [70, onPage])
    const alone = await shown([other])
    assert.deepEqual([alone.tile.compared, alone.tile.before, alone.against], [null, null, null])
  })
})
