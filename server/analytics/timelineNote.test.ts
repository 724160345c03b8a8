import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'

const dateOf = (day: number) => new Date(DAY_START + day * DAY_MS).toISOString().slice(0, 10)
/** The note is in the shift of the fifteenth day. */
const NOTE_DAY = 14
const AT = new Date(DAY_START + NOTE_DAY * DAY_MS + HOUR_MS).toISOString()
const NOTES = 'text dateFrom dateTo workCenterId groupId reasonId author { fullName }'

type Added = {
  readonly id: string
  readonly dateFrom: string
  readonly dateTo: string
  readonly author: { readonly fullName: string } | null
}

describe('notes on the timeline', () => {
  let api: TestApi
  let press: number
  let other: number
  let jam: number
  let group: number
  before(async () => {
    api = await startTestApi({ now: () => DAY_START + 60 * DAY_MS })
    ;[press, other] = [await addPress(api, 'w-1'), await addPress(api, 'w-2')]
    jam = await idOf(`insert into loss_reason (company_id, name, type) values ('ACME1', 'Jam', 'UNPLANNED') returning id`)
    group = await idOf(`insert into work_center_group (company_id, name, color) values ('ACME1', 'Hall', '#2E6FDB') returning id`)
    await api.database.pool.query('update work_center set group_id = $1 where id = $2', [group, press])
    // Fourteen shifts on both sides of the note, and one more before, of 450 planned minutes each (W-36).
    for (let day = -1; day <= 2 * NOTE_DAY; day++) {
      const start = DAY_START + day * DAY_MS
      await addShift(api, press, { start, date: dateOf(day) })
      const lost = day < 0 ? 300 : day === NOTE_DAY ? 200 : day < NOTE_DAY ? 30 : 18
      const minutes = day * 24 * 60
      await addLoss(api, press, [minutes, minutes + lost], { reason_id: jam, reason_source: 'MANUAL', shift_start_at: start })
      await addLoss(api, press, [minutes + 310, minutes + 320], { shift_start_at: start })
    }
  })
  after(() => api.close())

  const idOf = async (text: string) => (await api.database.pool.query<{ id: number }>(text)).rows[0]?.id ?? 0
  const add = async (input: string, as: 'ADMIN' | 'OPERATOR' | 'USER' = 'ADMIN') => {
    const { data, errors } = await api.ask(`mutation { addTimelineNote(input: { ${input} }) { id ${NOTES} } }`, { as })
    return { note: data?.['addTimelineNote'] as Added | null | undefined, errors }
  }
  const list = async (args: string) => {
    const { data, errors } = await api.ask(`{ timelineNotes(${args}) { text } }`)
    assert.deepEqual(errors, [])
    return (data['timelineNotes'] as readonly { readonly text: string }[]).map(({ text }) => text)
  }
  const effect = async (id: string) => {
    const { data, errors } = await api.ask(
      `{ timelineNoteEffect(id: "${id}") { shifts before { lostPerHour oee } since { lostPerHour oee } } }`,
    )
    assert.deepEqual(errors, [])
    return data['timelineNoteEffect']
  }

  it('tell what was lost in fourteen shifts before and since, without the shift of the note (W-36)', async () => {
    const { note } = await add(`text: " New nozzle ", start: "${AT}", workCenterId: ${press}, reasonId: ${jam}`)
    assert.ok(note)
    const { id, author, ...told } = note
    assert.deepEqual(told, {
      text: 'New nozzle',
      dateFrom: dateOf(NOTE_DAY),
      dateTo: dateOf(NOTE_DAY),
      workCenterId: press,
      groupId: null,
      reasonId: jam,
    })
    assert.notEqual(author?.fullName ?? '', '')
    const oee = 270 / 450
    assert.deepEqual(await effect(id), { shifts: 14, before: { lostPerHour: 4, oee }, since: { lostPerHour: 2.4, oee } })
  })

  it('are of all stops without a reason, of as many shifts on each side, and say nothing where there are none', async () => {
    // Five days before the end five shifts follow, and the last one of the span is left out.
    const [start, end] = [2 * NOTE_DAY - 7, 2 * NOTE_DAY - 5].map((day) => new Date(DAY_START + day * DAY_MS + HOUR_MS).toISOString())
    const { note } = await add(`text: "Other steel", start: "${start}", end: "${end}", groupId: ${group}`)
    assert.ok(note)
    const { id, dateFrom, dateTo } = note
    assert.deepEqual([dateFrom, dateTo], [dateOf(2 * NOTE_DAY - 7), dateOf(2 * NOTE_DAY - 5)])
    const found = (await effect(id)) as { readonly shifts: number; readonly before: { readonly lostPerHour: number } }
    assert.equal(found.shifts, 5)
    // Of the five shifts before, all after the first note, 28 of 450 minutes.
    assert.ok(Math.abs(found.before.lostPerHour - 28 / 7.5) < 1e-9)
    const { note: lonely } = await add(`text: "Moved", start: "${AT}", workCenterId: ${other}`)
    assert.equal(((await effect(lonely?.id ?? '')) as typeof found).shifts, 0)
  })

  it('are listed by shift date, and with a work center or a group only those about it or about all', async () => {
    await add(`text: "New shifts", start: "${AT}"`)
    const days = `dateFrom: "${dateOf(NOTE_DAY)}", dateTo: "${dateOf(NOTE_DAY)}"`
    assert.deepEqual(await list(days), ['New nozzle', 'Moved', 'New shifts'])
    assert.deepEqual(await list(`${days}, workCenterIds: [${other}]`), ['Moved', 'New shifts'])
    assert.deepEqual(await list(`${days}, workCenterGroupIds: [${group}]`), ['New nozzle', 'New shifts'])
    assert.deepEqual(await list(`dateFrom: "${dateOf(2 * NOTE_DAY - 6)}", dateTo: "${dateOf(2 * NOTE_DAY)}"`), ['Other steel'])
  })

  it('lie on the date of the shift, though the day after begins in it', async () => {
    const late = DAY_START + 40 * DAY_MS + 16 * HOUR_MS
    await addShift(api, other, { start: late, date: dateOf(40) })
    const { note } = await add(`text: "Night", start: "${new Date(late + 6 * HOUR_MS).toISOString()}", workCenterId: ${other}`)
    assert.equal(note?.dateFrom, dateOf(40))
  })

  it('are refused with the field and the range, and where what they name is not of the company', async () => {
    const foreign = await idOf(`insert into loss_reason (company_id, name, type) values ('${OTHER}', 'Theirs', 'UNPLANNED') returning id`)
    const codes = async (input: string, as?: 'OPERATOR' | 'USER') =>
      (await add(input, as)).errors.map(({ extensions }) => [extensions?.['code'], extensions?.['field']])
    assert.deepEqual(await codes(`text: " ", start: "${AT}"`), [['REQUIRED', 'text']])
    assert.deepEqual(await codes(`text: "x", start: "${AT}", end: "${AT}"`), [['INVALID_PERIOD', 'end']])
    assert.deepEqual(await codes(`text: "x", start: "${AT}", reasonId: ${foreign}`), [['LOSS_REASON_NOT_FOUND', 'reasonId']])
    assert.deepEqual(await codes(`text: "x", start: "${AT}", groupId: 999999`), [['GROUP_NOT_FOUND', 'groupId']])
    assert.deepEqual((await codes(`text: "x", start: "${AT}", workCenterId: 999999`))[0]?.[0], 'WORK_CENTER_NOT_FOUND')
    assert.deepEqual((await codes(`text: "x", start: "${AT}"`, 'OPERATOR'))[0]?.[0], 'FORBIDDEN')
  })

  it('are changed as a whole, by whoever may write them, and keep their author', async () => {
    const { note } = await add(`text: "Typo", start: "${AT}", workCenterId: ${press}, reasonId: ${jam}`)
    const id = note?.id ?? ''
    const edit = async (input: string, options?: Parameters<TestApi['ask']>[1]) => {
      const { data, errors } = await api.ask(`mutation { updateTimelineNote(id: "${id}", input: { ${input} }) { id ${NOTES} } }`, options)
      return { note: data?.['updateTimelineNote'] as Added | null | undefined, errors }
    }
    const end = new Date(Date.parse(AT) + DAY_MS).toISOString()
    const { note: changed, errors } = await edit(`text: " Right ", start: "${AT}", end: "${end}", groupId: ${group}`)
    assert.deepEqual(errors, [])
    assert.deepEqual(changed, { ...note, text: 'Right', workCenterId: null, groupId: group, reasonId: null, dateTo: changed?.dateTo })
    assert.ok((await list(`dateFrom: "${dateOf(NOTE_DAY)}", dateTo: "${dateOf(NOTE_DAY)}"`)).includes('Right'))
    const codes = async (input: string, options?: Parameters<TestApi['ask']>[1]) =>
      (await edit(input, options)).errors.map(({ extensions }) => [extensions?.['code'], extensions?.['field']])
    assert.deepEqual(await codes(`text: "", start: "${AT}"`), [['REQUIRED', 'text']])
    assert.deepEqual((await codes(`text: "x", start: "${AT}"`, { as: 'OPERATOR' }))[0]?.[0], 'FORBIDDEN')
    const theirs = await edit(`text: "x", start: "${AT}"`, { as: api.stranger, company: OTHER })
    assert.deepEqual([theirs.errors, theirs.note], [[], null])
    await api.ask(`mutation { deleteTimelineNote(id: "${id}") }`)
    assert.equal((await edit(`text: "x", start: "${AT}"`)).note, null)
  })

  it('go away once, and not those of another company', async () => {
    const { note } = await add(`text: "Wrong", start: "${AT}"`)
    const drop = async (options?: Parameters<TestApi['ask']>[1]) =>
      (await api.ask(`mutation { deleteTimelineNote(id: "${note?.id ?? ''}") }`, options)).data?.['deleteTimelineNote']
    assert.equal(await drop({ as: api.stranger, company: OTHER }), false)
    assert.equal(await drop(), true)
    assert.equal(await drop(), false)
  })
})
