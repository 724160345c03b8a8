import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import { DAY_START } from './testing.ts'

type Row = Readonly<Record<string, unknown>>

/** Three shifts a day in UTC: 06–14, 14–22, 22–06. */
const MORNING = DAY_START
const EVENING = MORNING + 8 * HOUR_MS

describe('what people leave for each other and choose at a station (domain.md S-37)', () => {
  let api: TestApi
  let now = MORNING + HOUR_MS
  let box = 0
  let cleaningId = 0
  let [anna, zoe] = [asId<UserId>(''), asId<UserId>('')]

  before(async () => {
    api = await startTestApi({ now: () => now, ingest: true })
    await addCompany(api.database, ACME)
    box = (await addMachine(api.database, ACME)).workCenterId
    const [rule] = await run(
      `with rule as (insert into status_rule (company_id, work_center_id, name, color, range_type) values ($1, $2, 'Cleaning', '#2266aa', 'MANUAL')
         returning company_id, id)
       insert into status_rule_version (company_id, status_rule_id, valid_from, is_effective) select company_id, id, $3, false from rule
       returning status_rule_id as id`,
      [ACME, box, Date.UTC(2026, 0, 1)],
    )
    cleaningId = Number(rule?.['id'])
    anna = await addMember('anna')
    zoe = await addMember('zoe')
    for (const userId of [api.users.OPERATOR, anna])
      await run('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [ACME, userId, box])
    await run('update membership set is_station = true where company_id = $1 and user_id = $2', [ACME, api.users.OPERATOR])
  })
  after(() => api.close())

  const run = async (text: string, values: unknown[]) => (await api.database.pool.query<Row>(text, values)).rows
  async function addMember(name: string): Promise<UserId> {
    const [row] = await run(
      `insert into app_user (email, first_name, last_name, email_verified_on) values ($1, $2, 'Person', now()) returning id`,
      [`${name}@acme.example`, name],
    )
    await run(`insert into membership (company_id, user_id, role) values ($1, $2, 'OPERATOR')`, [ACME, row?.['id']])
    return asId<UserId>(String(row?.['id']))
  }
  /** As the page of the station asks: the header says who works there. */
  const atStation = async (query: string, acting: UserId | null = anna) =>
    await api.post(JSON.stringify({ query }), {
      authorization: `Bearer ${await api.token(api.users.OPERATOR)}`,
      'x-schema-code': ACME,
      ...(acting !== null && { 'x-acting-user': acting }),
    })
  const answered = ({ data, errors }: Answer, field: string): Row => {
    assert.deepEqual(errors, [])
    return data[field] as Row
  }
  const refusal = ({ errors }: Answer) => `${errors[0]?.extensions.code} ${errors[0]?.extensions.field ?? ''}`.trim()
  const by = (userId: UserId) => ({ id: userId })

  it('is a note of the person who works there, and its author may correct it there', async () => {
    const input = `workCenterIds: [${box}], text: "Belt slips", kind: OPEN_ITEM, owner: NEXT_SHIFT`
    const query = `mutation { saveShiftNote(input: { ${input} }) { id version createdBy { id } viaStation { id } } }`
    const note = answered(await atStation(query), 'saveShiftNote')
    assert.deepEqual([note['createdBy'], note['viaStation']], [by(anna), by(api.users.OPERATOR)])
    const correct = `mutation { saveShiftNote(input: { id: ${String(note['id'])}, workCenterIds: [${box}], text: "Belt slips badly" }) { text } }`
    assert.equal(answered(await atStation(correct), 'saveShiftNote')['text'], 'Belt slips badly')
    // The account of the station did not write it.
    assert.equal(refusal(await atStation(correct, null)), 'NOTE_OF_ANOTHER')
    const close = `mutation { closeShiftNote(id: ${String(note['id'])}) { closedBy { id } } }`
    assert.deepEqual(answered(await atStation(close), 'closeShiftNote')['closedBy'], by(anna))
    assert.deepEqual(await run('select via_station, closed_via_station from shift_note', []), [
      { via_station: api.users.OPERATOR, closed_via_station: api.users.OPERATOR },
    ])
  })

  it('is who has read what was left, of the shift that ran then', async () => {
    now = EVENING + HOUR_MS
    const late = `occurredAt: "${new Date(EVENING - HOUR_MS).toISOString()}"`
    const seen = answered(
      await atStation(
        `mutation { acknowledgeHandover(workCenterId: ${box}, ${late}) { shiftStart seenOn seenBy { id } viaStation { id } } }`,
      ),
      'acknowledgeHandover',
    )
    assert.deepEqual(seen, {
      shiftStart: new Date(MORNING).toISOString(),
      seenOn: new Date(EVENING - HOUR_MS).toISOString(),
      seenBy: by(anna),
      viaStation: by(api.users.OPERATOR),
    })
    const written = await atStation(
      `mutation { saveShiftNote(input: { workCenterIds: [${box}], text: "Was hot", ${late}, actingUserId: "${anna}" }) { shiftStart createdOn createdBy { id } } }`,
      null,
    )
    assert.deepEqual(answered(written, 'saveShiftNote'), {
      shiftStart: new Date(MORNING).toISOString(),
      createdOn: new Date(EVENING - HOUR_MS).toISOString(),
      createdBy: by(anna),
    })
    // A clock that is ahead does not write into the shift after.
    const ahead = await atStation(
      `mutation { saveShiftNote(input: { workCenterIds: [${box}], text: "Ahead", occurredAt: "${new Date(now + 9 * HOUR_MS).toISOString()}" }) { shiftStart createdOn } }`,
    )
    assert.deepEqual(answered(ahead, 'saveShiftNote'), {
      shiftStart: new Date(EVENING).toISOString(),
      createdOn: new Date(now).toISOString(),
    })
  })

  it('is of whoever said it, not of who works there when it is sent', async () => {
    const late = `occurredAt: "${new Date(now - HOUR_MS).toISOString()}", actingUserId: null`
    const note = `mutation { saveShiftNote(input: { workCenterIds: [${box}], text: "Nobody named", ${late} }) { createdBy { id } viaStation { id } } }`
    assert.deepEqual(answered(await atStation(note), 'saveShiftNote'), { createdBy: by(api.users.OPERATOR), viaStation: null })
    const seen = `mutation { acknowledgeHandover(workCenterId: ${box}, ${late}) { seenBy { id } viaStation { id } } }`
    await run('delete from handover_seen', [])
    assert.deepEqual(answered(await atStation(seen), 'acknowledgeHandover'), { seenBy: by(api.users.OPERATOR), viaStation: null })
  })

  it('is taken for 14 days, and can be corrected once it arrived', async () => {
    const [before, days] = [now, (count: number) => `occurredAt: "${new Date(now - count * DAY_MS).toISOString()}"`]
    const save = (said: string) => `mutation { saveShiftNote(input: { workCenterIds: [${box}], text: "Late", ${said} }) { id shiftStart } }`
    now += 20 * DAY_MS
    const note = answered(await atStation(save(days(13))), 'saveShiftNote')
    assert.equal(note['shiftStart'], new Date(EVENING + 7 * DAY_MS).toISOString())
    now += 14 * MINUTE_MS
    const correct = `mutation { saveShiftNote(input: { id: ${String(note['id'])}, workCenterIds: [${box}], text: "Later" }) { text } }`
    assert.equal(answered(await atStation(correct), 'saveShiftNote')['text'], 'Later')
    now += 2 * MINUTE_MS
    assert.equal(refusal(await atStation(correct)), 'NOTE_IS_FINAL')
    for (const query of [save(days(15)), `mutation { acknowledgeHandover(workCenterId: ${box}, ${days(15)}) { seenOn } }`]) {
      const answer = await atStation(query)
      assert.equal(refusal(answer), 'SAID_TOO_LONG_AGO occurredAt')
      assert.equal(answer.errors[0]?.extensions.params?.['maxDays'], 14)
    }
    now = before
  })

  it('is the status that the person chose, and who ended it', async () => {
    const choose = `mutation { setManualStatus(workCenterId: ${box}, statusRuleId: ${cleaningId}) { id } }`
    assert.deepEqual((await atStation(choose)).errors, [])
    now += HOUR_MS
    assert.deepEqual((await atStation(`mutation { endManualStatus(workCenterId: ${box}) { id } }`)).errors, [])
    assert.deepEqual(await run('select created_by, via_station, ended_by, ended_via_station from manual_status', []), [
      { created_by: anna, via_station: api.users.OPERATOR, ended_by: anna, ended_via_station: api.users.OPERATOR },
    ])
  })

  it('is of nobody who is not assigned to the machine, and other accounts name nobody', async () => {
    const asked = [
      `mutation { saveShiftNote(input: { workCenterIds: [${box}], text: "No" }) { id } }`,
      `mutation { acknowledgeHandover(workCenterId: ${box}) { seenOn } }`,
      `mutation { setManualStatus(workCenterId: ${box}, statusRuleId: ${cleaningId}) { id } }`,
      `mutation { endManualStatus(workCenterId: ${box}) { id } }`,
    ]
    for (const query of asked) assert.equal(refusal(await atStation(query, zoe)), 'NOT_ASSIGNED actingUserId', query)
    const named = `mutation { acknowledgeHandover(workCenterId: ${box}, actingUserId: "${anna}") { seenOn } }`
    assert.equal(refusal(await api.ask(named)), 'NOT_A_STATION actingUserId')
    assert.equal(refusal(await api.ask(named, { as: zoe })), 'WORK_CENTER_NOT_FOUND')
  })
})
