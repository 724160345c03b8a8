import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addSegment, addShift, DAY_START } from './testing.ts'

type Row = Readonly<Record<string, unknown>>

/** Friday, 8 May 2026, noon in Kyiv. */
const NOW = DAY_START + 4 * DAY_MS + 3 * HOUR_MS

describe('the pages of shifts', () => {
  let api: TestApi
  let press: number
  let monday: number
  let mondayNight: number
  let tuesday: number
  before(async () => {
    api = await startTestApi({ now: () => NOW })
    press = await addPress(api, 'qa-900a')
    monday = await addShift(api, press)
    mondayNight = await addShift(api, press, { start: DAY_START + 12 * HOUR_MS, shiftId: 3, total: 420, rejected: 0 })
    tuesday = await addShift(api, press, { start: DAY_START + DAY_MS, date: '2026-05-05', total: 100, rejected: 0 })
  })
  after(() => api.close())

  const ask = async (text: string, as: Parameters<TestApi['ask']>[1] = {}): Promise<Row> => {
    const { data, errors } = await api.ask(text, as)
    assert.deepEqual(errors, [])
    return data
  }
  const shiftIs = async (args: string, as: Parameters<TestApi['ask']>[1] = {}) =>
    ((await ask(`{ shift(${args}) { id } }`, as))['shift'] as Row | null)?.['id'] ?? null
  const named = (date: string, number: number) => `workCenterId: ${press}, shiftDate: "${date}", shiftId: ${number}`

  it('finds a shift by its id, or by its work center, date and number where the id is unknown', async () => {
    assert.equal(await shiftIs(`id: ${monday}`), monday)
    assert.equal(await shiftIs(named('2026-05-04', 3)), mondayNight)
    assert.equal(await shiftIs(`id: 999999, ${named('2026-05-05', 1)}`), tuesday)
    assert.equal(await shiftIs(`id: ${monday}, ${named('2026-05-05', 1)}`), monday)
    assert.equal(await shiftIs(named('2026-05-06', 1)), null)
    assert.equal(await shiftIs(`workCenterId: ${press}, shiftId: 1`), null)
  })

  it('finds none of another company, and none of a work center that an operator is not assigned to', async () => {
    assert.equal(await shiftIs(`id: ${monday}`, { as: api.stranger }), null)
    assert.equal(await shiftIs(`id: ${monday}, ${named('2026-05-04', 1)}`, { as: 'OPERATOR' }), null)
    assert.equal(await shiftIs(`id: ${monday}`, { as: 'GUEST' }), monday)
  })

  it('knows the shifts of the work center before and after it', async () => {
    const around = async (start: number) =>
      (
        await ask(`{ shiftsAround(workCenterId: ${press}, timeStart: "${new Date(start).toISOString()}") { previous { id } next { id } } }`)
      )['shiftsAround']
    assert.deepEqual(await around(DAY_START), { previous: null, next: { id: mondayNight } })
    assert.deepEqual(await around(DAY_START + 12 * HOUR_MS), { previous: { id: monday }, next: { id: tuesday } })
    const { errors } = await api.ask(`{ shiftsAround(workCenterId: ${press}, timeStart: "2026-05-04T06:00:00Z") { next { id } } }`, {
      as: api.stranger,
    })
    assert.equal(errors[0]?.extensions?.code, 'WORK_CENTER_NOT_FOUND')
  })

  it('lists shifts by their dates and numbers, newest first or in the order asked for, page by page', async () => {
    const pageOf = async (filter: string, rest = '') => {
      const data = await ask(
        `{ shiftsPages(filter: { workCenterIds: [${press}], ${filter} } ${rest}) { items { id } totalItems hasNext current size } }`,
      )
      const { items, ...page } = data['shiftsPages'] as Row & { readonly items: readonly Row[] }
      return { ids: items.map((item) => item['id']), ...page }
    }
    const both = 'shiftDateFrom: "2026-05-04", shiftDateTo: "2026-05-05"'
    assert.deepEqual(await pageOf(both), { ids: [tuesday, mondayNight, monday], totalItems: 3, hasNext: false, current: 1, size: 50 })
    assert.deepEqual((await pageOf(both, ', order: { field: OEE, direction: ASC }')).ids, [tuesday, monday, mondayNight])
    assert.deepEqual((await pageOf(both, ', order: { field: DATE, direction: ASC }, page: 2, size: 2')).ids, [tuesday])
    assert.deepEqual((await pageOf('shiftDateTo: "2026-05-04"')).ids, [mondayNight, monday])
    assert.deepEqual((await pageOf('shiftDateFrom: "2026-05-04", shiftIds: [3]')).ids, [mondayNight])
    assert.deepEqual((await pageOf('shiftDateFrom: "2026-05-06"')).ids, [])
    const { errors } = await api.ask('{ shiftsPages(size: 0) { totalItems } }')
    assert.equal(errors[0]?.extensions?.field, 'size')
  })

  it('tells how much of the stopped time is explained and how much of the output confirmed', async () => {
    const other = await addPress(api, 'qa-900b')
    const id = await addShift(api, other)
    await addLoss(api, other, [100, 160])
    await addSegment(api, other, [0, 60], { isConfirmed: true })
    await addSegment(api, other, [60, 120])
    await addSegment(api, other, [120, 130], { total: 0 })
    const data = await ask(`{ shift(id: ${id}) { explainedShare outputConfirmedShare isRecalculating } }`)
    assert.deepEqual(data['shift'], { explainedShare: 30 / 90, outputConfirmedShare: 0.5, isRecalculating: false })
    assert.deepEqual((await ask(`{ shift(id: ${monday}) { outputConfirmedShare } }`))['shift'], { outputConfirmedShare: null })
  })

  it('counts what waits for its confirmation, of what the caller may see', async () => {
    const count = async (from: string, as: Parameters<TestApi['ask']>[1] = {}) =>
      (await ask(`{ unconfirmedShiftsCount(shiftDateFrom: "${from}") }`, as))['unconfirmedShiftsCount']
    const all = Number(await count('2026-05-04'))
    assert.ok(all >= 3)
    assert.equal(await count('2026-05-05'), 1)
    assert.equal(await count('2026-05-04', { as: 'OPERATOR' }), 0)
    assert.equal(await count('2026-05-04', { as: api.stranger }), 0)
  })

  it('confirms many against the versions that were seen: who came later is told, row by row', async () => {
    const [first, second] = [await addShift(api, press, at(2)), await addShift(api, press, at(3))]
    const confirm = (ids: readonly number[], versions: readonly number[]) =>
      api.ask(
        `mutation { confirmShifts(input: { ids: [${ids.join()}], versions: [${versions.join()}] }) { id isConfirmed errorCode shift { version confirmedBy { id } } } }`,
        {
          as: 'USER',
        },
      )
    await api.ask(`mutation { commentShift(id: ${second}, comment: "belt was changed") { id } }`)
    const { data } = await confirm([first, second], [1, 1])
    assert.deepEqual(data['confirmShifts'], [
      { id: first, isConfirmed: true, errorCode: null, shift: { version: 2, confirmedBy: { id: api.users.USER } } },
      { id: second, isConfirmed: false, errorCode: 'CONFLICT', shift: { version: 2, confirmedBy: null } },
    ])
    const { errors } = await confirm([first, second], [1])
    assert.deepEqual(errors[0]?.extensions, { code: 'LENGTH_OUT_OF_RANGE', field: 'input.versions', params: { min: 2, max: 2 } })
  })

  it('tells what a second confirmation says differently, term by term, with the stops that moved', async () => {
    const other = await addPress(api, 'qa-900c')
    const id = await addShift(api, other)
    const stop = await addLoss(api, other, [10, 70])
    const confirm = () => ask(`mutation { confirmShift(id: ${id}, comment: "as it is") { id } }`)
    await confirm()
    await ask(`mutation { reopenShift(id: ${id}, reason: "the stop was lunch") { id } }`)
    await api.database.pool.query('delete from recalculation where work_center_id = $1', [other])
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into loss_reason (company_id, name, color, type) values ('ACME1', 'Lunch of 900c', '#24489E', 'PLANNED') returning id`,
    )
    await api.database.pool.query('update loss set reason_id = $2 where id = $1', [stop, rows[0]?.id])
    await api.database.pool.query(
      'update shift set excluded_ms = 3600000, availability_loss_ms = 1800000, unclassified_downtime_ms = 0, planned_downtime_ms = 4800000 where id = $1',
      [id],
    )
    await confirm()
    const data = await ask(`{ shift(id: ${id}) { revision revisions { revision changes { since
      terms { key unit before after } losses { before { reason { name } duration } after { reason { name } duration } } } } } }`)
    const { revision, revisions } = data['shift'] as Row & { readonly revisions: readonly (Row & { readonly changes: Row | null })[] }
    assert.equal(revision, 2)
    assert.equal(revisions[0]?.changes, null)
    const changes = revisions[1]?.changes
    assert.equal(changes?.['since'], 1)
    assert.deepEqual(
      ((changes?.['terms'] ?? []) as readonly Row[])
        .filter((term) => term['unit'] === 'MS')
        .map((term) => [term['key'], term['before'], term['after']]),
      [
        ['excluded', 0, 3_600_000],
        ['plannedProduction', 27_000_000, 23_400_000],
        ['availabilityLoss', 5_400_000, 1_800_000],
      ],
    )
    assert.deepEqual(changes?.['losses'], [
      { before: { reason: null, duration: 3600 }, after: { reason: { name: 'Lunch of 900c' }, duration: 3600 } },
    ])
  })
})

/** The first shift of a day so many days after Monday. */
function at(days: number) {
  return { start: DAY_START + days * DAY_MS, date: `2026-05-0${4 + days}` }
}
