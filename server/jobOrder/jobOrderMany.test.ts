import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'

type Outcome = {
  readonly id: number
  readonly jobOrder: { readonly status: string; readonly workCenterId: number | null; readonly priority: number | null } | null
  readonly errorCode: string | null
  readonly errorField: string | null
  readonly errorParams: string | null
}

describe('acts on several job orders', () => {
  let api: TestApi
  let press = 0
  let lathe = 0
  let tube = 0
  let count = 0

  before(async () => {
    api = await startTestApi({ now: () => DAY_START + HOUR_MS })
    press = await addPress(api, 'Press')
    lathe = await addPress(api, 'Lathe')
    const { data } = await api.ask('mutation { createOrUpdateItem(input: { name: "Tube", sku: "DT-1", measureUnitId: 1 }) { id } }', {
      as: 'ADMIN',
    })
    tube = (data['createOrUpdateItem'] as { readonly id: number }).id
  })
  after(() => api.close())

  const many = async (mutation: string, as: 'ADMIN' | 'OPERATOR' | 'USER' = 'USER') =>
    await api.ask(`mutation { done: ${mutation} { id jobOrder { status workCenterId priority } errorCode errorField errorParams } }`, {
      as,
    })
  const outcomes = async (mutation: string): Promise<readonly Outcome[]> => {
    const { data, errors } = await many(mutation)
    assert.deepEqual(errors, [])
    return data['done'] as readonly Outcome[]
  }
  const create = async (status: 'DRAFT' | 'PLANNED', more = `planOutput: 500, planCycleTime: 12`): Promise<number> => {
    const input = `orderCode: "M-${++count}", status: ${status}, productId: ${tube}, workCenterId: ${press}, ${more}`
    const { data, errors } = await api.ask(`mutation { createJobOrder(input: { ${input} }) { id } }`, { as: 'USER' })
    assert.deepEqual(errors, [])
    return (data['createJobOrder'] as { readonly id: number }).id
  }

  it('do what can be done and say of each other one why not', async () => {
    const [good, without, planned] = [await create('DRAFT'), await create('DRAFT', 'notes: "no plan"'), await create('PLANNED')]
    const told = await outcomes(`moveJobOrderToPlannedMany(ids: [${good}, ${without}, ${planned}, 987654])`)
    assert.deepEqual(
      told.map(({ id, jobOrder, errorCode, errorField }) => [id, jobOrder?.status ?? null, errorCode, errorField]),
      [
        [good, 'PLANNED', null, null],
        [without, null, 'REQUIRED', 'planOutput'],
        [planned, null, 'INVALID_JOB_ORDER_TRANSITION', null],
        [987654, null, 'JOB_ORDER_NOT_FOUND', null],
      ],
    )
    assert.equal(told[3]?.errorParams, '{"id":987654}')
    const cancelled = await outcomes(`cancelJobOrderMany(ids: [${good}, ${planned}], comment: "not needed")`)
    assert.deepEqual(
      cancelled.map(({ jobOrder }) => jobOrder?.status),
      ['CANCELLED', 'CANCELLED'],
    )
    const again = await outcomes(`cancelJobOrderMany(ids: [${good}])`)
    assert.equal(again[0]?.errorCode, 'INVALID_JOB_ORDER_TRANSITION')
    const why: unknown = JSON.parse(again[0]?.errorParams ?? '')
    assert.deepEqual(why, { action: 'CANCEL', status: 'CANCELLED', since: DAY_START + HOUR_MS, by: api.users.USER, name: 'Test Person' })
    const restored = await outcomes(`restoreJobOrderMany(ids: [${good}, ${planned}])`)
    assert.deepEqual(
      restored.map(({ jobOrder }) => jobOrder?.status),
      ['PLANNED', 'PLANNED'],
    )
  })

  it('move orders to the end of another queue in the order in which they are named, and do it once for a key', async () => {
    const [first, second] = [await create('PLANNED'), await create('PLANNED')]
    const move = `updateJobOrderPriorityMany(ids: [${second}, ${first}], workCenterId: ${lathe}, requestKey: "018f0000-0000-7000-8000-0000000000b1")`
    const moved = await outcomes(move)
    assert.deepEqual(
      moved.map(({ id, jobOrder }) => [id, jobOrder?.workCenterId, jobOrder?.priority]),
      [
        [second, lathe, 1],
        [first, lathe, 2],
      ],
    )
    const { errors } = await api.ask(`mutation { updateJobOrderPriority(id: ${first}, priority: 1) { id } }`, { as: 'USER' })
    assert.deepEqual(errors, [])
    // Asked again nothing moves back.
    assert.deepEqual(
      (await outcomes(move)).map(({ id, jobOrder }) => [id, jobOrder?.priority]),
      [
        [second, 2],
        [first, 1],
      ],
    )
    const reused = await many(move.replace(`[${second}, ${first}]`, `[${second}]`))
    assert.deepEqual(
      reused.errors.map(({ extensions }) => (extensions as { readonly code: string }).code),
      ['REQUEST_KEY_REUSED'],
    )
  })

  it('are refused as a whole for too many, for none, for a foreign work center, and of each for operators', async () => {
    const codes = async (mutation: string, as?: 'OPERATOR') =>
      (await many(mutation, as)).errors.map(({ extensions }) => (extensions as { readonly code: string }).code)
    assert.deepEqual(await codes('cancelJobOrderMany(ids: [])'), ['VALUE_OUT_OF_RANGE'])
    assert.deepEqual(await codes(`cancelJobOrderMany(ids: [${Array.from({ length: 201 }, (_, index) => index + 1).join()}])`), [
      'VALUE_OUT_OF_RANGE',
    ])
    const order = await create('PLANNED')
    assert.deepEqual(await codes(`updateJobOrderPriorityMany(ids: [${order}], workCenterId: 987654)`), ['WORK_CENTER_NOT_FOUND'])
    assert.deepEqual(await codes(`deleteJobOrderMany(ids: [${order}])`), ['FORBIDDEN'])
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      'ACME1',
      api.users.OPERATOR,
      press,
    ])
    const { data } = await many(`cancelJobOrderMany(ids: [${order}])`, 'OPERATOR')
    assert.deepEqual(
      (data['done'] as readonly Outcome[]).map(({ errorCode }) => errorCode),
      ['PLANNERS_ONLY'],
    )
  })

  it('delete once for a key: sent again after a lost answer it says what was done', async () => {
    const [draft, planned] = [await create('DRAFT'), await create('PLANNED')]
    const remove = `deleteJobOrderMany(ids: [${draft}, ${planned}], requestKey: "018f0000-0000-7000-8000-0000000000d1")`
    const codesOf = async (text: string) => {
      const { data, errors } = await api.ask(`mutation { done: ${text} { id errorCode } }`, { as: 'ADMIN' })
      assert.deepEqual(errors, [])
      return (data['done'] as readonly Outcome[]).map(({ errorCode }) => errorCode)
    }
    assert.deepEqual(await codesOf(remove), [null, 'INVALID_JOB_ORDER_TRANSITION'])
    // What was refused is tried again, what was deleted is not missed.
    assert.deepEqual(await codesOf(remove), [null, 'INVALID_JOB_ORDER_TRANSITION'])
    assert.deepEqual(await codesOf(`deleteJobOrderMany(ids: [${draft}])`), ['JOB_ORDER_NOT_FOUND'])
  })

  it('pause, finish and delete', async () => {
    const [running, draft] = [await create('PLANNED'), await create('DRAFT')]
    const { errors } = await api.ask(`mutation { startJobOrder(id: ${running}) { id } }`, { as: 'USER' })
    assert.deepEqual(errors, [])
    const stopped = await outcomes(`stopJobOrderMany(ids: [${running}, ${draft}])`)
    assert.deepEqual(
      stopped.map(({ errorCode }) => errorCode),
      [null, 'INVALID_JOB_ORDER_TRANSITION'],
    )
    const other = await create('PLANNED')
    assert.deepEqual((await api.ask(`mutation { startJobOrder(id: ${other}) { id } }`, { as: 'USER' })).errors, [])
    const closed = await outcomes(`closeJobOrderMany(ids: [${other}])`)
    assert.equal(closed[0]?.jobOrder?.status, 'TECHNICALLY_COMPLETED')
    const { data } = await many(`deleteJobOrderMany(ids: [${draft}, ${other}])`, 'ADMIN')
    assert.deepEqual(
      (data['done'] as readonly Outcome[]).map(({ jobOrder, errorCode }) => [jobOrder, errorCode]),
      [
        [null, null],
        [null, 'INVALID_JOB_ORDER_TRANSITION'],
      ],
    )
  })
})
