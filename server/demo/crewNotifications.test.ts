import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { ACME } from '#server/graphql/testing.ts'
import { DEMO_CREW } from '#server/identity/seedDemoPeople.ts'
import { minute, START, startToldPress } from '#server/notification/testing.ts'
import type { ToldPress } from '#server/notification/testing.ts'
import { crewNotifications } from './crewNotifications.ts'
import { findCrew, findCrewIds, insertCrew } from './demoCrew.store.ts'
import { forgetNotificationActs, insertDemoNotifications } from './demoNotifications.store.ts'

/** Ten stops that are over, and one that goes on. */
const STOPS = Array.from({ length: 10 }, (_, index) => ({ from: 40 + index * 60, to: 75 + index * 60, powerKw: 2 }))
const GOES_ON = { from: 660, to: 900, powerKw: 2 }

type Item = {
  readonly id: string
  readonly state: string
  readonly since: string
  readonly firedAt: string
  readonly isFoundLate: boolean
  readonly heldBy: string | null
  readonly acknowledgedAt: string | null
  readonly acknowledgedBy: { readonly firstName: string } | null
}

suite('what is told in the demo plant', () => {
  const clock = { now: minute(30) }
  let plant: ToldPress
  const deps = () => ({ database: plant.api.database, now: () => clock.now })
  before(async () => {
    plant = await startToldPress(clock)
    const { api, press } = plant
    await api.database.inSystem(async (tx) => {
      await insertCrew(tx, ACME, DEMO_CREW)
      await insertDemoNotifications(tx, ACME, { key: 'press-7', workCenterId: press.workCenterId }, START)
    })
    await plant.pass(700, { from: 30, stops: [...STOPS, GOES_ON] })
  })
  after(() => plant.close())

  const read = async (query: string) => {
    const { data, errors } = await plant.api.ask(query)
    assert.deepEqual(errors, [])
    return data
  }
  const inbox = async (tab: string): Promise<readonly Item[]> => {
    const fields = 'id state since firedAt isFoundLate heldBy acknowledgedAt acknowledgedBy { firstName }'
    const data = await read(`{ notifications(filter: { tab: ${tab}, types: [STATUS_DURATION] }) { items { ${fields} } } }`)
    return (data['notifications'] as { readonly items: readonly Item[] }).items
  }
  const work = async () => {
    const crew = await plant.api.database.inSystem((tx) => findCrew(tx, ACME, DEMO_CREW))
    const [operator, , , lead] = DEMO_CREW.map(({ email }) => crew.get(email))
    return await crewNotifications(deps(), ACME, lead, operator)
  }

  test('of a history that was sent at once is told as of then, and most of it was taken care of while it went on', async () => {
    assert.ok((await inbox('HISTORY')).every(({ isFoundLate, acknowledgedBy }) => isFoundLate && acknowledgedBy === null))
    clock.now = minute(705)
    await work()
    const past = await inbox('HISTORY')
    assert.equal(past.length, STOPS.length)
    for (const { since, firedAt, isFoundLate, heldBy } of past)
      assert.deepEqual([Date.parse(firedAt), isFoundLate, heldBy], [Date.parse(since) + 15 * 60_000, false, null])
    const taken = past.filter(({ acknowledgedBy }) => acknowledgedBy !== null)
    assert.ok(taken.length >= 3 && taken.length < past.length, String(taken.length))
    for (const { since, firedAt, acknowledgedAt } of taken) {
      const at = Date.parse(acknowledgedAt ?? '')
      assert.ok(at > Date.parse(firedAt) && at < Date.parse(since) + 35 * 60_000, acknowledgedAt ?? '')
    }
    const data = await read('{ notificationConfigFigures { fired acknowledged medianMinutesToAcknowledge } }')
    const figures = data['notificationConfigFigures'] as readonly {
      fired: number
      acknowledged: number
      medianMinutesToAcknowledge: number
    }[]
    const [ofStops] = figures.toSorted((left, right) => right.fired - left.fired)
    assert.ok(ofStops && ofStops.fired >= STOPS.length && ofStops.acknowledged >= taken.length && ofStops.medianMinutesToAcknowledge >= 2)
  })

  test('goes on and was told minutes ago is taken by the lead, once, and stays theirs when visitors are forgotten', async () => {
    const [open] = await inbox('OPEN')
    assert.deepEqual([open?.since, open?.acknowledgedBy?.firstName], [new Date(minute(660)).toISOString(), 'Katarzyna'])
    assert.equal(await work(), 0)
    await plant.settle()
    const forget = async () => {
      await plant.api.database.inSystem(async (tx) => forgetNotificationActs(tx, ACME, await findCrewIds(tx, DEMO_CREW)))
      return [...(await inbox('OPEN')), ...(await inbox('HISTORY'))]
    }
    const before = [...(await inbox('OPEN')), ...(await inbox('HISTORY'))]
    assert.deepEqual(await forget(), before)
    const { api } = plant
    await api.database.pool.query('update notification set acknowledged_by = $2 where id = $1', [open?.id, api.users.USER])
    assert.deepEqual((await forget())[0]?.acknowledgedBy, null)
  })
})
