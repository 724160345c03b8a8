import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'

type Row = Readonly<Record<string, unknown>>

const START = Date.UTC(2026, 4, 20, 6)
const PIN = '4071'

describe('the PIN of people at a station (domain.md S-37a)', () => {
  let api: TestApi
  let now = START
  let box = 0
  let [anna, zoe] = [asId<UserId>(''), asId<UserId>('')]

  before(async () => {
    api = await startTestApi({ now: () => now, ingest: true })
    await addCompany(api.database, ACME)
    box = (await addMachine(api.database, ACME)).workCenterId
    anna = await addMember('anna')
    zoe = await addMember('zoe')
    for (const userId of [api.users.OPERATOR, anna])
      await run('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [ACME, userId, box])
    await run('update membership set is_station = true where company_id = $1 and user_id = $2', [ACME, api.users.OPERATOR])
  })
  after(() => api.close())
  beforeEach(async () => {
    now += DAY_MS
    await run('delete from station_work', [])
    await run('delete from station_pin', [])
    await run('update company set station_pins = true where id = $1', [ACME])
  })

  const run = async (text: string, values: unknown[]) => (await api.database.pool.query<Row>(text, values)).rows
  async function addMember(name: string): Promise<UserId> {
    const [row] = await run(
      `insert into app_user (email, first_name, last_name, email_verified_on) values ($1, $2, 'Person', now()) returning id`,
      [`${name}@acme.example`, name],
    )
    await run(`insert into membership (company_id, user_id, role) values ($1, $2, 'OPERATOR')`, [ACME, row?.['id']])
    return asId<UserId>(String(row?.['id']))
  }
  const refusal = ({ errors }: Answer) => `${errors[0]?.extensions.code} ${errors[0]?.extensions.field ?? ''}`.trim()
  const setPin = async (pin: string | null, as: UserId | 'ADMIN' = anna) =>
    await api.ask('mutation ($pin: String) { setStationPin(pin: $pin) }', { as, variables: { pin } })
  const work = async (pin: string | null, { userId = anna, until = null as string | null, as = api.users.OPERATOR } = {}) =>
    await api.ask(
      'mutation ($userId: Guid!, $pin: String, $until: DateTime) { workAtStation(userId: $userId, pin: $pin, until: $until) { userId until } }',
      {
        as,
        variables: { userId, pin, until },
      },
    )
  const note = async ({ occurredAt = null, actingUserId = anna }: { occurredAt?: number | null; actingUserId?: UserId | null } = {}) =>
    await api.ask('mutation ($input: ShiftNoteInput!) { saveShiftNote(input: $input) { createdBy { id } viaStation { id } } }', {
      as: api.users.OPERATOR,
      variables: {
        input: {
          workCenterIds: [box],
          text: 'Belt slips',
          actingUserId,
          ...(occurredAt !== null && { occurredAt: new Date(occurredAt).toISOString() }),
        },
      },
    })

  it('lets a station name a person only from the right PIN on, until the shift ends', async () => {
    assert.deepEqual((await setPin(PIN)).errors, [])
    assert.equal(refusal(await note()), 'PIN_REQUIRED actingUserId')
    const until = new Date(now + 2 * HOUR_MS).toISOString()
    assert.deepEqual((await work(PIN, { until })).data['workAtStation'], { userId: anna, until })
    assert.deepEqual((await note()).data['saveShiftNote'], { createdBy: { id: anna }, viaStation: { id: api.users.OPERATOR } })
    now += 3 * HOUR_MS
    assert.equal(refusal(await note()), 'PIN_REQUIRED actingUserId')
    // Nobody named: the words of the station itself.
    assert.deepEqual((await note({ actingUserId: null })).data['saveShiftNote'], {
      createdBy: { id: api.users.OPERATOR },
      viaStation: null,
    })
  })

  it('takes what was said while it held, also where it arrives after the shift, and nothing from before', async () => {
    await setPin(PIN)
    const before_ = now - HOUR_MS
    await work(PIN, { until: new Date(now + HOUR_MS).toISOString() })
    const during = now + 30 * MINUTE_MS
    now += 9 * HOUR_MS
    assert.deepEqual((await note({ occurredAt: during })).errors, [])
    assert.equal(refusal(await note({ occurredAt: before_ })), 'PIN_REQUIRED actingUserId')
    assert.equal(refusal(await note({ occurredAt: during + 2 * HOUR_MS })), 'PIN_REQUIRED actingUserId')
  })

  it('ends what was proven by it when its person sets another or removes it', async () => {
    await setPin(PIN)
    for (const next of ['9120', null]) {
      await work(next === null ? '9120' : PIN)
      const during = (now += 5 * MINUTE_MS)
      assert.deepEqual((await note()).errors, [])
      await setPin(next)
      now += 5 * MINUTE_MS
      assert.equal(refusal(await note()), 'PIN_REQUIRED actingUserId')
      assert.deepEqual((await note({ occurredAt: during })).errors, [], 'what was said before stays')
    }
  })

  it('is locked by five wrong ones in a row, also for the right one, and longer the next time', async () => {
    await setPin(PIN)
    const wrong = async () => (await work('9120')).errors[0]?.extensions
    for (const left of [4, 3, 2, 1, 0]) {
      const told = await wrong()
      assert.deepEqual([told?.code, told?.params], ['WRONG_PIN', { left }])
    }
    const locked = (await work(PIN)).errors[0]?.extensions
    assert.deepEqual([locked?.code, locked?.params], ['PIN_LOCKED', { seconds: 60 }])
    assert.equal(refusal(await note()), 'PIN_REQUIRED actingUserId')
    now += MINUTE_MS
    assert.equal((await wrong())?.code, 'WRONG_PIN')
    assert.deepEqual((await work(PIN)).errors[0]?.extensions.params, { seconds: 120 })
    now += 2 * MINUTE_MS
    assert.deepEqual((await work(PIN)).errors, [])
    assert.deepEqual(await run('select failures, locked_until from station_pin', []), [{ failures: 0, locked_until: null }])
  })

  it('counts wrong ones that come at once, so that no more than five are compared', async () => {
    await setPin(PIN)
    const codes = (await Promise.all(Array.from({ length: 9 }, () => work('9120')))).map((answer) => refusal(answer)).sort()
    assert.deepEqual(codes, [...Array.from({ length: 4 }, () => 'PIN_LOCKED pin'), ...Array.from({ length: 5 }, () => 'WRONG_PIN pin')])
  })

  it('is asked of people who have one: others set one first, and one is never the name of another', async () => {
    assert.equal(refusal(await work(PIN)), 'PIN_NOT_SET userId')
    await setPin(PIN)
    assert.equal(refusal(await work(null)), 'REQUIRED pin')
    assert.equal(refusal(await work(PIN, { userId: zoe })), 'NOT_ASSIGNED userId')
    assert.equal(refusal(await work(PIN, { as: anna })), 'NOT_A_STATION userId')
    const people = await api.ask('{ stationPeople { isPinAsked hasPin user { id } } }', { as: api.users.OPERATOR })
    assert.deepEqual(people.data['stationPeople'], [{ isPinAsked: true, hasPin: true, user: { id: anna } }])
  })

  it('is set by its person alone, is told to nobody, and is removed by them', async () => {
    assert.equal(refusal(await setPin('1234')), 'PIN_TOO_EASY pin')
    assert.equal(refusal(await setPin('12')), 'INVALID_FORMAT pin')
    assert.equal(refusal(await setPin(PIN, api.users.OPERATOR)), 'PIN_OF_STATION')
    await setPin(PIN)
    const mine = async () => (await api.ask('{ currentUser { hasStationPin } }', { as: anna })).data['currentUser']
    assert.deepEqual(await mine(), { hasStationPin: true })
    const [stored] = await run('select hash from station_pin', [])
    assert.match(String(stored?.['hash']), /^\$argon2id\$/)
    assert.deepEqual((await setPin(null)).errors, [])
    assert.deepEqual(await mine(), { hasStationPin: false })
    const told = await run(`select action, details from audit_log where user_id = $1 order by id`, [anna])
    assert.ok(told.some(({ action }) => action === 'REMOVE_STATION_PIN'))
    assert.ok(!JSON.stringify(told).includes(PIN))
  })

  it('is asked nobody for where the company does not want it', async () => {
    await run('update company set station_pins = false where id = $1', [ACME])
    assert.deepEqual((await note()).errors, [])
    assert.deepEqual((await work(null)).errors, [])
    assert.deepEqual(await run('select 1 from station_work', []), [])
  })
})
