import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { DIMENSIONS, mayDivide, type Dimension } from '#engine/analytics/dimensions.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { runTimesOf } from '#engine/oee/kpis.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { movedDate, periodOf } from '#engine/time/statPeriod.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { EVERY_LOSS } from '#server/loss/lossFilter.service.ts'
import { listShifts } from '#server/shift/shift.store.ts'
import type { ShiftFilter } from '#server/shift/shift.store.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { answerAnalytics } from './answerAnalytics.service.ts'

const ACME = asId<CompanyId>('ACME1')
const FIRST = '2026-05-04'
const DAYS = 20
const LAST = movedDate(FIRST, DAYS - 1)
const ALL: ShiftFilter = { ids: null, workCenterIds: null, start: null, end: null, dateFrom: FIRST, dateTo: LAST }
/** By what the list of shifts can be narrowed. */
const LISTED = DIMENSIONS.filter((one) => mayDivide('OEE', one) && !['HOUR', 'ORDER', 'PRODUCT'].includes(one))

describe('the list of shifts behind a mark (N-10)', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi({ now: () => DAY_START + 40 * DAY_MS })
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into work_center_group (company_id, name, color) values ('ACME1', 'Presses', '#336699'), ('ACME1', 'Mills', '#996633') returning id`,
    )
    const groups = [...rows.map(({ id }) => id), null]
    for (const [at, groupId] of groups.entries()) {
      const id = await addPress(api, `drill-${at}`)
      await api.database.pool.query('update work_center set group_id = $2 where id = $1', [id, groupId])
      for (let day = 0; day < DAYS; day += 1 + (at % 2))
        for (const shift of [0, 1]) {
          const hours = 4 + ((day + at + shift) % 5)
          const start = DAY_START + day * DAY_MS + shift * 12 * 3_600_000
          const made = await addShift(api, id, { start, hours, date: movedDate(FIRST, day), shiftId: shift + 1 })
          await api.database.pool.query(`update shift set code = $2 where id = $1`, [made, shift === 0 ? 'A' : 'N'])
        }
    }
  })
  after(() => api.close())

  it('adds up to every mark, whatever OEE is divided by', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([...LISTED], { minLength: 1, maxLength: 2 }), fc.boolean(), async (by, isNarrowed) => {
        const shiftCodes = isNarrowed ? ['A'] : null
        const { cells } = await answerAnalytics((work) => api.database.inTenant(ACME, work), {
          measure: 'AVAILABILITY',
          by,
          dates: { first: FIRST, last: LAST },
          comparison: null,
          unit: null,
          now: DAY_START + 40 * DAY_MS,
          filter: { ...EVERY_LOSS, shiftCodes },
        })
        assert.ok(cells.length > 0)
        for (const { cell } of cells) {
          const parts = by.map((dimension, at) => filterOf(dimension, cell.keys[at] ?? ''))
          const narrowed: Partial<Narrowed> = Object.assign({}, ...parts)
          const shifts = await api.database.inTenant(ACME, (tenant) =>
            listShifts(tenant, { ...ALL, ...(shiftCodes !== null && { codes: shiftCodes }), ...narrowed, ...within(parts) }, 1000),
          )
          const listed = narrowed.isUngrouped === true ? await ungrouped(shifts) : shifts
          const times = listed.map(({ terms }) => runTimesOf(terms))
          assert.deepEqual(
            [times.reduce((sum, { runMs }) => sum + runMs, 0), times.reduce((sum, { plannedMs }) => sum + plannedMs, 0)],
            [cell.part, cell.base],
            `${by.join(' ')}: ${cell.keys.join(' ')}`,
          )
        }
      }),
      { numRuns: 25 },
    )
  })

  async function ungrouped<T extends { readonly workCenterId: WorkCenterId }>(shifts: readonly T[]): Promise<readonly T[]> {
    const { rows } = await api.database.pool.query<{ id: WorkCenterId }>(`select id from work_center where group_id is null`)
    return shifts.filter(({ workCenterId }) => rows.some(({ id }) => id === workCenterId))
  }
})

type Narrowed = Pick<ShiftFilter, 'codes' | 'dateFrom' | 'dateTo' | 'weekdays' | 'workCenterGroupIds' | 'workCenterIds'> & {
  readonly isUngrouped?: boolean
}

function filterOf(dimension: Dimension, key: string): Partial<Narrowed> {
  switch (dimension) {
    case 'GROUP':
      return key === '' ? { isUngrouped: true } : { workCenterGroupIds: [Number(key)] }
    case 'SHIFT':
      return { codes: [key] }
    case 'WEEKDAY':
      return { weekdays: [Number(key)] }
    case 'WORK_CENTER':
      return { workCenterIds: [asId<WorkCenterId>(Number(key))] }
    case 'DAY':
    case 'MONTH':
    case 'WEEK': {
      const { from, to } = periodOf(dimension, key)
      return { dateFrom: from, dateTo: movedDate(to, -1) }
    }
    default:
      throw new Error(`the list of shifts knows no ${dimension}`)
  }
}

/** A mark is where its dimensions and the dates of the question meet. */
function within(parts: readonly Partial<Narrowed>[]): Pick<ShiftFilter, 'dateFrom' | 'dateTo'> {
  return {
    dateFrom: parts.map((part) => part.dateFrom ?? FIRST).reduce((last, one) => (one > last ? one : last), FIRST),
    dateTo: parts.map((part) => part.dateTo ?? LAST).reduce((first, one) => (one < first ? one : first), LAST),
  }
}
