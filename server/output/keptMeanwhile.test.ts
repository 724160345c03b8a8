import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'

/** What was kept on a tablet is refused with a reason that a person can act on, writes nothing, and is done once when it is asked again (domain.md J-41, J-42). */
describe('a kept confirmation and a kept scan of material', () => {
  let api: TestApi
  let now = DAY_START + 2 * HOUR_MS
  let press = 0
  let tube = 0
  let coil = 0
  let count = 0

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'Press')
    await addShift(api, press, { hours: 8 })
    const item = async (name: string, sku: string, more = '') =>
      (
        await done<{ id: number }>(
          `createOrUpdateItem(input: { name: "${name}", sku: "${sku}", measureUnitId: 1 ${more} }) { id }`,
          'ADMIN',
        )
      ).id
    tube = await item('Down Tube', 'DT-2377')
    coil = await item('Metal sheet', 'MS-0253', ', isBatchTracked: true')
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      press,
    ])
  })
  after(() => api.close())

  type As = 'ADMIN' | 'OPERATOR'
  const ask = (mutation: string, as: As = 'OPERATOR') => api.ask(`mutation { done: ${mutation} }`, { as })
  const done = async <T>(mutation: string, as: As = 'OPERATOR'): Promise<T> => {
    const { data, errors } = await ask(mutation, as)
    assert.deepEqual(errors, [])
    return data['done'] as T
  }
  const codesOf = ({ errors }: Answer) => errors.map(({ extensions }) => extensions.code)
  const ordered = async () => {
    const input = `orderCode: "M-${++count}", status: PLANNED, productId: ${tube}, workCenterId: ${press}, planOutput: 500, planCycleTime: 12`
    return (await done<{ id: number }>(`createJobOrder(input: { ${input} }) { id }`, 'ADMIN')).id
  }
  const received = async () =>
    (await done<{ id: number; code: string }>(`createBatch(itemId: ${coil}, code: "COIL-${++count}", quantity: 100) { id code }`, 'ADMIN'))
      .code
  const at = () => `occurredAt: "${new Date(now).toISOString()}", requestKey: "${randomUUID()}"`
  const confirmation = (order: number) =>
    `confirmOutput(workCenterId: ${press}, jobOrderId: ${order}, acceptedOutput: 40, ${at()}) { output isRepeated }`
  const installation = (code: string) => `installBatch(workCenterId: ${press}, code: "${code}", ${at()}) { balance }`
  const started = async () => {
    const order = await ordered()
    await done(`startJobOrder(id: ${order}, running: KEEP) { id }`, 'ADMIN')
    return order
  }
  /** All that a confirmation or an installation writes. */
  const written = async () =>
    (
      await api.database.pool.query<Record<string, number>>(
        `select (select count(*) from output_posting)::int as postings, (select count(*) from output_confirmation)::int as rows,
          (select coalesce(sum(accepted_output), 0) from job_order)::float8 as accepted, (select count(*) from stock_movement where kind = 'INSTALLED')::int as moved,
          (select count(*) from stock where work_center_id = $1 and balance > 0)::int as installed`,
        [press],
      )
    ).rows[0]

  /** Says both, has them refused while the world is otherwise, and once it is put right again sends both twice. */
  const waits = async (change: () => Promise<void>, refused: readonly string[], back: () => Promise<void>) => {
    const said = [confirmation(await started()), installation(await received())]
    now += 2 * MINUTE_MS
    const before = await written()
    await change()
    const answers = []
    for (const one of said) answers.push(codesOf(await ask(one)).join())
    assert.deepEqual(answers, refused)
    assert.deepEqual(await written(), before, 'nothing is written')
    await back()
    const [confirm = '', install = ''] = said
    const [first, again] = [await done(confirm), await done(confirm)]
    assert.deepEqual([first, again], [[{ output: 40, isRepeated: false }], [{ output: 40, isRepeated: true }]])
    for (let turn = 0; turn < 2; turn++) assert.deepEqual(await done(install), { balance: 100 })
    assert.deepEqual(await written(), {
      postings: (before?.['postings'] ?? 0) + 1,
      rows: (before?.['rows'] ?? 0) + 1,
      accepted: (before?.['accepted'] ?? 0) + 40,
      // Out of the store, and into the machine.
      moved: (before?.['moved'] ?? 0) + 2,
      installed: (before?.['installed'] ?? 0) + 1,
    })
  }

  it('wait where the machine was archived meanwhile', async () => {
    const { pool } = api.database
    const { rows } = await pool.query<{ status: string }>('select device_status as status from work_center where id = $1', [press])
    await waits(
      async () => void (await pool.query(`update work_center set device_status = 'ARCHIVE' where id = $1`, [press])),
      ['WORK_CENTER_ARCHIVED', 'WORK_CENTER_ARCHIVED'],
      async () => void (await pool.query('update work_center set device_status = $2 where id = $1', [press, rows[0]?.status])),
    )
  })

  it('wait where the person was demoted meanwhile, or works at other machines now', async () => {
    const { pool } = api.database
    const role = async (to: string) => {
      await pool.query('update membership set role = $2 where company_id = $1 and user_id = $3', [ACME, to, api.users.OPERATOR])
      // So long a role is believed at most.
      now += MINUTE_MS
    }
    await waits(
      () => role('GUEST'),
      ['FORBIDDEN', 'FORBIDDEN'],
      () => role('OPERATOR'),
    )
    const assign = async (workCenterId: number) =>
      void (await pool.query('update operator_work_center set work_center_id = $2 where user_id = $1', [api.users.OPERATOR, workCenterId]))
    const other = await addPress(api, 'Other press')
    await waits(
      async () => {
        await assign(other)
        now += MINUTE_MS
      },
      ['WORK_CENTER_NOT_FOUND', 'WORK_CENTER_NOT_FOUND'],
      async () => {
        await assign(press)
        now += MINUTE_MS
      },
    )
  })

  it('wait where the order was cancelled meanwhile, the confirmation alone: the material is at the machine all the same', async () => {
    const order = await started()
    const [confirm, install] = [confirmation(order), installation(await received())]
    now += 2 * MINUTE_MS
    await done(`cancelJobOrder(id: ${order}) { id }`, 'ADMIN')
    const before = await written()
    const refused = await ask(confirm)
    assert.deepEqual(codesOf(refused), ['INVALID_JOB_ORDER_TRANSITION'])
    // Who cancelled it, so that there is somebody to ask.
    assert.deepEqual(
      [refused.errors[0]?.extensions.params?.['status'], refused.errors[0]?.extensions.params?.['by']],
      ['CANCELLED', api.users.ADMIN],
    )
    assert.deepEqual(await written(), before)
    assert.deepEqual(await done(install), { balance: 100 })
    await done(`restoreJobOrder(id: ${order}) { id }`, 'ADMIN')
    assert.deepEqual(await done(confirm), [{ output: 40, isRepeated: false }])
    assert.deepEqual(await done(confirm), [{ output: 40, isRepeated: true }])
  })
})
