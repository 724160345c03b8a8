import { HOUR_MS } from '#engine/time/durations.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, DAY_START } from './testing.ts'

const DAY = 24 * HOUR_MS
const SHIFT = (code: string, from: string, to: string) => `{ code: "${code}", name: "${code}", timeStart: "${from}", timeEnd: "${to}" }`

describe('the versions of a schedule', () => {
  let api: TestApi
  let now = DAY_START - 10 * DAY
  let press = 0
  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'qb-011a')
    await addPress(api, 'qb-011b')
  })
  after(() => api.close())

  const history = async (owner: number) => {
    const { data, errors } = await api.ask(
      `{ shiftScheduleHistory(workCenterId: ${owner}) { version runningUntil followersCount workCentersCount
        versions { validFrom validTo isOwn shifts { code timeStart weekdays } } } }`,
    )
    assert.deepEqual(errors, [])
    return data['shiftScheduleHistory'] as {
      readonly version: string
      readonly runningUntil: string | null
      readonly followersCount: number
      readonly workCentersCount: number
      readonly versions: readonly { validFrom: string; validTo: string | null; isOwn: boolean; shifts: readonly { code: string }[] }[]
    }
  }
  const save = async (owner: number, shifts: string, from: number | null = null) => {
    const validFrom = from === null ? '' : `, validFrom: "${new Date(from).toISOString()}"`
    const answer = await api.ask(`mutation { createOrUpdateShifts(workCenterId: ${owner}, input: [${shifts}]${validFrom}) { code } }`)
    assert.deepEqual(answer.errors, [])
  }
  const told = (found: Awaited<ReturnType<typeof history>>) =>
    found.versions.map((one) => `${one.isOwn ? 'own' : 'company'} ${one.shifts.map((shift) => shift.code).join('')}`)

  it('tells those of the past, in force and to come, whose they are and from when', async () => {
    assert.deepEqual(await history(press), {
      version: '1970-01-01T00:00:00.000Z',
      runningUntil: null,
      followersCount: 2,
      workCentersCount: 2,
      versions: [],
    })
    await save(0, `${SHIFT('D', '06:00', '18:00')}, ${SHIFT('N', '18:00', '06:00')}`)
    now = DAY_START
    await save(press, SHIFT('A', '08:00', '16:00'))
    await save(press, SHIFT('B', '09:00', '17:00'), now + 5 * DAY)
    const found = await history(press)
    assert.deepEqual(told(found), ['company DN', 'own A', 'own B'])
    assert.equal(found.version, new Date(now + 5 * DAY).toISOString())
    assert.equal(found.versions[1]?.validTo, found.version)
    assert.equal(found.runningUntil, '2026-05-04T15:00:00.000Z')
    assert.equal(found.followersCount, 1)
    assert.deepEqual(told(await history(0)), ['own DN'])
  })

  it("has the company's again once the own ones ended, and counts the work center among its followers", async () => {
    now += DAY
    assert.deepEqual((await api.ask(`mutation { deleteShifts(workCenterId: ${press}) { code } }`)).errors, [])
    const found = await history(press)
    assert.deepEqual(told(found), ['company DN', 'own A', 'company DN'])
    assert.equal(found.followersCount, 2)
    assert.equal(found.version, new Date(now).toISOString())
  })

  it('is told to nobody of another company', async () => {
    const { errors } = await api.ask(`{ shiftScheduleHistory(workCenterId: ${press}) { version } }`, { as: api.stranger, company: 'OTHER' })
    assert.equal(errors[0]?.extensions.code, 'WORK_CENTER_NOT_FOUND')
  })
})
