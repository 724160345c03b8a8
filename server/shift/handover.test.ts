import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addCompany } from '#server/testing/testMachines.ts'
import { addPress, addShift, DAY_START } from './testing.ts'

type Row = Readonly<Record<string, unknown>>

/** Three shifts a day in UTC: 06–14, 14–22, 22–06. */
const MORNING = DAY_START
const EVENING = MORNING + 8 * HOUR_MS
const NIGHT = EVENING + 8 * HOUR_MS

describe('notes from one shift to the next (domain.md S-94)', () => {
  let api: TestApi
  let now = MORNING + HOUR_MS
  before(async () => {
    api = await startTestApi({ now: () => now })
    await addCompany(api.database, ACME)
  })
  after(() => api.close())

  const save = (input: string, options: Parameters<TestApi['ask']>[1] = {}, key = '') =>
    api.ask(
      `mutation { saveShiftNote(input: { ${input} }${key}) { id version text kind shiftName shiftDate carriedCount
        dueShift { name shiftDate timeEnd } owner team ownerUser { id } } }`,
      options,
    )
  const saved = ({ data, errors }: Answer): Row => {
    assert.deepEqual(errors, [])
    return data['saveShiftNote'] as Row
  }
  const refusal = ({ errors }: Answer) => `${errors[0]?.extensions.code} ${errors[0]?.extensions.field ?? ''}`.trim()
  const handoverOf = async (id: number, as: 'ADMIN' | 'GUEST' = 'ADMIN') => {
    const { data, errors } = await api.ask(
      `{ shifts(filter: { ids: [${id}] }) { notes { text } handover { notes { text kind } openItems { text carriedCount isCarriedOften } seenBy { id } seenOn } } }`,
      { as },
    )
    assert.deepEqual(errors, [])
    return (data['shifts'] as readonly { notes: Row[]; handover: Row & { notes: Row[]; openItems: Row[] } }[])[0]
  }

  it('belongs to the running shift, and is found by the next one', async () => {
    const press = await addPress(api, 'handover-1')
    now = MORNING + HOUR_MS
    const morning = await addShift(api, press, { start: MORNING })
    const note = saved(await save(`workCenterIds: [${press}], text: " Belt slips "`))
    assert.deepEqual([note['text'], note['kind'], note['shiftName'], note['shiftDate']], ['Belt slips', 'NOTE', 'Morning', '2026-05-04'])
    const item = saved(await save(`workCenterIds: [${press}], text: "Order a belt", kind: OPEN_ITEM, owner: TEAM, team: "Maintenance"`))
    assert.deepEqual(item['dueShift'], { name: 'Late', shiftDate: '2026-05-04', timeEnd: '2026-05-04T22:00:00.000Z' })
    assert.deepEqual((await handoverOf(morning))?.notes, [{ text: 'Belt slips' }, { text: 'Order a belt' }])
    const evening = await addShift(api, press, { start: EVENING, shiftId: 2 })
    now = EVENING + HOUR_MS
    const found = await handoverOf(evening)
    assert.deepEqual(found?.handover.notes, [{ text: 'Belt slips', kind: 'NOTE' }])
    assert.deepEqual(found?.handover.openItems, [{ text: 'Order a belt', carriedCount: 0, isCarriedOften: false }])
    assert.deepEqual(found?.notes, [])
  })

  it('carries an open item on, shift by shift, until it is done', async () => {
    const press = await addPress(api, 'handover-2')
    now = MORNING + HOUR_MS
    for (const [index, start] of [MORNING, EVENING, NIGHT].entries()) await addShift(api, press, { start, shiftId: index + 1 })
    const next = await addShift(api, press, { start: NIGHT + 8 * HOUR_MS, shiftId: 1, date: '2026-05-05' })
    const item = saved(await save(`workCenterIds: [${press}], text: "Grease", kind: OPEN_ITEM, owner: NEXT_SHIFT`))
    const carried = async () => (await handoverOf(next))?.handover.openItems
    now = NIGHT + HOUR_MS
    assert.deepEqual(await carried(), [{ text: 'Grease', carriedCount: 1, isCarriedOften: false }])
    now = NIGHT + 17 * HOUR_MS
    assert.deepEqual(await carried(), [{ text: 'Grease', carriedCount: 3, isCarriedOften: true }])
    const open = await api.ask(`{ openShiftItems(workCenterIds: [${press}]) { text } }`)
    assert.deepEqual(open.data['openShiftItems'], [{ text: 'Grease' }])
    const close = (args: string) =>
      api.ask(`mutation { closeShiftNote(id: ${String(item['id'])}${args}) { version closedBy { id } closedOn } }`)
    assert.equal(refusal(await close(', version: 9')), 'CONFLICT')
    const { data } = await close(', version: 1')
    assert.deepEqual(data['closeShiftNote'], { version: 2, closedBy: { id: api.users.ADMIN }, closedOn: new Date(now).toISOString() })
    assert.equal(refusal(await close('')), 'NOTE_IS_CLOSED')
    assert.deepEqual((await api.ask(`{ openShiftItems(workCenterIds: [${press}]) { text } }`)).data['openShiftItems'], [])
    const { errors } = await close(', isClosed: false')
    assert.deepEqual(errors, [], 'done by mistake')
    now += 20 * HOUR_MS
    const later = await addShift(api, press, { start: NIGHT + 24 * HOUR_MS, shiftId: 3, date: '2026-05-05' })
    assert.equal((await handoverOf(later))?.handover.openItems.length, 1)
  })

  it('is due by the end of a date where no shift is named', async () => {
    const press = await addPress(api, 'handover-8')
    now = EVENING + HOUR_MS
    const item = saved(
      await save(`workCenterIds: [${press}], text: "Grease", kind: OPEN_ITEM, owner: NEXT_SHIFT, dueShiftDate: "2026-05-04"`),
    )
    assert.deepEqual(item['dueShift'], { name: 'Night', shiftDate: '2026-05-04', timeEnd: '2026-05-05T06:00:00.000Z' })
  })

  it('is corrected by its author for 15 minutes, and nobody else', async () => {
    const press = await addPress(api, 'handover-3')
    now = MORNING + HOUR_MS
    const note = saved(await save(`workCenterIds: [${press}], text: "Grese"`))
    const correct = (text: string, options: Parameters<TestApi['ask']>[1] = {}) =>
      save(`id: ${String(note['id'])}, text: "${text}"`, options)
    assert.equal(refusal(await correct('Mine', { as: 'USER' })), 'NOTE_OF_ANOTHER')
    assert.equal(saved(await correct('Grease'))['text'], 'Grease')
    assert.equal(refusal(await correct('')), 'REQUIRED text')
    now += 15 * MINUTE_MS + 1
    assert.equal(refusal(await correct('Late')), 'NOTE_IS_FINAL')
  })

  it('is stored once for one request key', async () => {
    const press = await addPress(api, 'handover-4')
    const key = ', requestKey: "018f0000-0000-7000-8000-00000000ab01"'
    const first = saved(await save(`workCenterIds: [${press}], text: "Once"`, {}, key))
    const again = saved(await save(`workCenterIds: [${press}], text: "Once"`, {}, key))
    assert.equal(again['id'], first['id'])
    assert.equal(refusal(await save(`workCenterIds: [${press}], text: "Other"`, {}, key)), 'REQUEST_KEY_REUSED requestKey')
  })

  it('tells who of the shift was the first to read what was left', async () => {
    const press = await addPress(api, 'handover-5')
    const evening = await addShift(api, press, { start: EVENING, shiftId: 2 })
    now = EVENING + HOUR_MS
    const seen = (as: 'ADMIN' | 'USER') =>
      api.ask(`mutation { acknowledgeHandover(workCenterId: ${press}) { shiftStart seenBy { id } } }`, { as })
    const said = { shiftStart: new Date(EVENING).toISOString(), seenBy: { id: api.users.USER } }
    assert.deepEqual((await seen('USER')).data['acknowledgeHandover'], said)
    now += MINUTE_MS
    assert.deepEqual((await seen('ADMIN')).data['acknowledgeHandover'], said, 'the first stays')
    const handover = (await handoverOf(evening))?.handover
    assert.deepEqual([handover?.['seenBy'], handover?.['seenOn']], [{ id: api.users.USER }, new Date(EVENING + HOUR_MS).toISOString()])
  })

  it('refuses what is no note, each with its field', async () => {
    const press = await addPress(api, 'handover-6')
    now = MORNING + HOUR_MS
    const at = `workCenterIds: [${press}]`
    const cases = {
      [`${at}, text: " "`]: 'REQUIRED text',
      [`${at}, text: "${'x'.repeat(1001)}"`]: 'LENGTH_OUT_OF_RANGE text',
      'text: "x"': 'LENGTH_OUT_OF_RANGE workCenterIds',
      'workCenterIds: [999999], text: "x"': 'WORK_CENTER_NOT_FOUND workCenterIds',
      [`${at}, text: "x", kind: OPEN_ITEM`]: 'REQUIRED owner',
      [`${at}, text: "x", kind: OPEN_ITEM, owner: PERSON`]: 'REQUIRED ownerId',
      [`${at}, text: "x", kind: OPEN_ITEM, owner: PERSON, ownerId: "${api.stranger}"`]: 'USER_NOT_FOUND ownerId',
      [`${at}, text: "x", kind: OPEN_ITEM, owner: TEAM`]: 'REQUIRED team',
      [`${at}, text: "x", shiftDate: "2026-05-04", shiftId: 3`]: 'SHIFT_NOT_FOUND shiftDate',
      [`${at}, text: "x", shiftDate: "2025-05-04"`]: 'SHIFT_NOT_FOUND shiftDate',
      [`${at}, text: "x", kind: OPEN_ITEM, owner: NEXT_SHIFT, dueShiftDate: "2026-05-03"`]: 'DUE_SHIFT_OUT_OF_RANGE dueShiftDate',
      [`${at}, text: "x", kind: OPEN_ITEM, owner: NEXT_SHIFT, dueShiftDate: "2026-07-04"`]: 'DUE_SHIFT_OUT_OF_RANGE dueShiftDate',
    }
    for (const [input, expected] of Object.entries(cases)) assert.equal(refusal(await save(input)), expected, input)
  })

  it('is read by whoever reads shifts, and written by those who may comment on them', async () => {
    const press = await addPress(api, 'handover-7')
    const id = await addShift(api, press, { start: MORNING })
    now = MORNING + HOUR_MS
    const note = saved(await save(`workCenterIds: [${press}], text: "Hello"`, { as: 'USER' }))
    assert.deepEqual((await handoverOf(id, 'GUEST'))?.notes, [{ text: 'Hello' }])
    assert.equal(refusal(await save(`workCenterIds: [${press}], text: "x"`, { as: 'GUEST' })), 'FORBIDDEN')
    // An operator sees only the work centers assigned to them.
    assert.equal(refusal(await save(`workCenterIds: [${press}], text: "x"`, { as: 'OPERATOR' })), 'WORK_CENTER_NOT_FOUND workCenterIds')
    await api.database.pool.query(`insert into operator_work_center (company_id, user_id, work_center_id) values ('ACME1', $1, $2)`, [
      api.users.OPERATOR,
      press,
    ])
    saved(await save(`workCenterIds: [${press}], text: "Mine"`, { as: 'OPERATOR' }))
    const foreign = await api.ask(`mutation { closeShiftNote(id: ${String(note['id'])}) { id } }`, { as: api.stranger, company: 'OTHER' })
    assert.equal(refusal(foreign), 'SHIFT_NOTE_NOT_FOUND')
    assert.equal(
      refusal(await save(`workCenterIds: [${press}], text: "x"`, { as: api.stranger, company: 'OTHER' })),
      'WORK_CENTER_NOT_FOUND workCenterIds',
    )
  })

  it('says whom an item can be for and by when: those who see the machine, and the shifts to come', async () => {
    const press = await addPress(api, 'handover-8')
    now = MORNING + HOUR_MS
    const choices = async (as: Parameters<TestApi['ask']>[1]) => {
      const answer = await api.ask(`{ handoverChoices(workCenterId: ${press}) { people { id } shifts { shiftId shiftDate timeEnd } } }`, as)
      if (answer.errors.length > 0) return refusal(answer)
      return answer.data['handoverChoices'] as {
        readonly people: readonly { readonly id: string }[]
        readonly shifts: readonly { readonly shiftId: number; readonly shiftDate: string; readonly timeEnd: string }[]
      }
    }
    const asked = await choices({ as: 'USER' })
    assert.ok(typeof asked === 'object')
    const ids = asked.people.map(({ id }) => id)
    assert.ok(ids.includes(api.users.ADMIN) && ids.includes(api.users.USER))
    assert.ok(!ids.includes(api.users.OPERATOR) && !ids.includes(api.users.GUEST), 'an operator of other machines, a guest')
    assert.ok(!ids.includes(api.stranger))
    const ends = asked.shifts.map(({ timeEnd }) => Date.parse(timeEnd))
    assert.ok(ends.length > 0 && ends.length <= 9)
    assert.deepEqual(
      ends,
      ends.toSorted((left, right) => left - right),
    )
    const [, second] = asked.shifts
    assert.ok(second)
    const said = `workCenterIds: [${press}], text: "Oil", kind: OPEN_ITEM, owner: PERSON, ownerId: "${api.users.USER}"`
    saved(await save(`${said}, dueShiftDate: "${second.shiftDate}", dueShiftId: ${second.shiftId}`, { as: 'USER' }))
    const guest = await choices({ as: 'GUEST' })
    assert.ok(typeof guest === 'object')
    assert.deepEqual(guest.people, [], 'who writes no notes needs no names')
    assert.equal(await choices({ as: api.stranger, company: 'OTHER' }), 'WORK_CENTER_NOT_FOUND')
  })
})
