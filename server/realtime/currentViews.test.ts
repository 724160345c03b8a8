import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 7 * 3_600_000
const LIVE = `at lastSampleAt state status { kind name isEffective isScheduledLoss since } shift { code start end }
  oee { availability performance quality oee asOf issues } output { total accepted rejected targetToDate targetFullShift }
  unclassifiedLossCount values { key at value }`

let api: TestApi
let press: TestMachine
before(async () => {
  api = await startTestApi({ ingest: true, now: () => NOW })
  press = await addPressWithStops(api, ACME, { start: START, until: 420, stops: [{ from: 300, to: 420, powerKw: 2 }] })
})
after(() => api.close())

const ask = async (text: string) => {
  const { data, errors } = await api.ask(text)
  assert.deepEqual(errors, [])
  return data
}
const live = async () =>
  ((await ask(`{ workCenter(id: ${press.workCenterId}) { live { ${LIVE} } } }`))['workCenter'] as { live: unknown }).live
const stateOf = (view: unknown) => (view as { readonly state: string }).state

test('a process that does not fold the samples shows the work center as the one that does: by the reason of its stop, with its values', async () => {
  const made = await ask('mutation { createLossReason(input: { name: "Lunch", type: PLANNED }) { id } }')
  const { id: reasonId } = made['createLossReason'] as { readonly id: number }
  const listed = await ask('{ lossesPages(filter: {}, size: 10) { items { id version } } }')
  const [loss] = (listed['lossesPages'] as { readonly items: readonly { readonly id: number; readonly version: number }[] }).items
  assert.ok(loss)
  assert.equal(stateOf(await live()), 'EMERGENCY')
  await ask(`mutation { updateLoss(input: { id: ${loss.id}, reasonId: ${reasonId}, version: ${loss.version} }) { id } }`)
  await eventually(async () => stateOf(await live()) === 'NOT_EMERGENCY')
  const published = await live()
  const { rows } = await api.database.pool.query('select 1 from engine_state where work_center_id = $1', [press.workCenterId])
  assert.equal(rows.length, 1)
  api.live.forget(ACME, press.workCenterId)
  assert.deepEqual(await live(), published)
})
