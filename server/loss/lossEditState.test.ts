import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)

describe('what a loss says of its edits, where nothing recalculates', () => {
  let api: TestApi
  let press: TestMachine
  let id: number

  before(async () => {
    api = await startTestApi({ now: () => START + HOUR_MS })
    await addCompany(api.database, ACME)
    press = await addMachine(api.database, ACME)
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into loss (company_id, work_center_id, source, start_at, end_at, chain_start_at, shift_start_at, kind, reason_id)
       select $1, $2, 'STATUS', $3::int8, $3::int8 + 60000, $3::int8, $3::int8, 'OFF', null returning id`,
      [ACME, press.workCenterId, START],
    )
    id = rows[0]?.id ?? 0
  })
  after(() => api.close())

  const stateFor = async (as: Role) => {
    const { data, errors } = await api.ask(`{ loss(id: ${id}) { editRefusal isRecalculating } }`, { as })
    assert.deepEqual(errors, [])
    return data['loss']
  }
  const update = (input: string) =>
    api.ask(`mutation { updateLoss(input: { id: ${id}, ${input} }) { comment editRefusal isRecalculating } }`, { as: 'USER' })

  it('may be edited by those who may update losses', async () => {
    assert.deepEqual(await stateFor('USER'), { editRefusal: null, isRecalculating: false })
    assert.deepEqual(await stateFor('GUEST'), { editRefusal: 'FORBIDDEN', isRecalculating: false })
  })

  it('an answer says that the figures are not recalculated yet', async () => {
    const { data, errors } = await update('comment: "belt"')
    assert.deepEqual(errors, [])
    assert.deepEqual(data['updateLoss'], { comment: 'belt', editRefusal: null, isRecalculating: true })
    await api.database.pool.query('delete from recalculation')
    assert.deepEqual(await stateFor('USER'), { editRefusal: null, isRecalculating: false })
  })

  it('says the same as the refusal of the edit', async () => {
    await api.database.pool.query('delete from loss_annotation')
    const says = async (code: string) => {
      assert.deepEqual(await stateFor('USER'), { editRefusal: code, isRecalculating: false }, code)
      assert.equal((await update('comment: "x"')).errors[0]?.extensions.code, code)
    }
    await api.database.pool.query('update loss set is_approved = true')
    await says('LOSS_APPROVED')
    assert.deepEqual((await api.ask(`mutation { deleteBox(boxId: ${press.workCenterId}) { id } }`)).errors, [])
    await says('WORK_CENTER_ARCHIVED')
  })
})
