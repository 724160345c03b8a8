import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import type { UserId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { countStatements } from '#server/testing/countedStatements.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 420 * MINUTE_MS
const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()

type Loss = {
  readonly id: number
  readonly version: number
  readonly timeStart: string
  readonly duration: number
  readonly reasonId: number | null
  readonly comment: string | null
  readonly isRecalculating: boolean
  readonly manualPeriod: { readonly timeStart: string; readonly timeEnd: string } | null
}
const LOSS = '{ id version timeStart duration reasonId comment isRecalculating manualPeriod { timeStart timeEnd } }'

describe('losses that people enter', () => {
  let api: TestApi
  let press: TestMachine
  let jam: number
  let lunch: number

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    press = await addPressWithStops(api, ACME, {
      start: START,
      until: 420,
      stops: [
        { from: 90, to: 130, powerKw: 2 },
        { from: 150, to: 155, powerKw: 2 },
      ],
      silent: [{ from: 220, to: 240, powerKw: 0 }],
    })
    jam = await reasonOf('name: "Jam"')
    lunch = await reasonOf('name: "Lunch", type: PLANNED')
  })
  after(() => api.close())

  const ask = async (text: string, as: Role | UserId = 'USER', variables: object = {}): Promise<Readonly<Record<string, unknown>>> => {
    const { data, errors } = await api.ask(text, { as, variables })
    assert.deepEqual(errors, [])
    return data
  }
  const refusal = async (text: string, as: Role | UserId = 'USER') => {
    const { errors } = await api.ask(text, { as })
    return errors[0]?.extensions
  }
  const reasonOf = async (input: string): Promise<number> =>
    ((await ask(`mutation { createLossReason(input: { ${input} }) { id } }`, 'ADMIN'))['createLossReason'] as { readonly id: number }).id
  const list = async (): Promise<readonly Loss[]> =>
    eventually(async () => {
      const data = await ask(`{ lossesPages(filter: { source: STATUS }, sort: ASC, size: 100) { items ${LOSS} } }`)
      const { items } = data['lossesPages'] as { readonly items: readonly Loss[] }
      return items.every(({ isRecalculating }) => !isRecalculating) ? items : undefined
    })
  const pieces = async () =>
    (await list()).map(({ timeStart, duration, reasonId }) => [(Date.parse(timeStart) - START) / MINUTE_MS, duration / 60, reasonId])
  const lossAt = async (minute: number): Promise<Loss> => {
    const found = (await list()).find(({ timeStart }) => timeStart === at(minute))
    assert.ok(found, `no loss at ${minute}`)
    return found
  }
  const enter = async (from: number, to: number, rest: string, batchId: string): Promise<Loss> =>
    (
      await ask(
        `mutation { createLoss(batchId: "${batchId}", input: { workCenterId: ${press.workCenterId}, timeStart: "${at(from)}", timeEnd: "${at(to)}" ${rest} }) ${LOSS} }`,
      )
    )['createLoss'] as Loss
  const undo = async (batchId: string) =>
    (await ask(`mutation { undoLossBatch(batchId: "${batchId}") { undoneCount keptCount } }`))['undoLossBatch']
  const previewText = (from: number, to: number, rest = '') =>
    `{ manualLossPreview(workCenterId: ${press.workCenterId}, timeStart: "${at(from)}", timeEnd: "${at(to)}" ${rest})
      { silence covered { loss { id } duration isWhole } } }`
  const preview = async (from: number, to: number, rest = '') => (await ask(previewText(from, to, rest)))['manualLossPreview']

  it('say before what they would do to losses and silence, and are refused as they would be', async () => {
    const long = await lossAt(90)
    assert.deepEqual(await preview(225, 235), { silence: 600, covered: [] })
    assert.deepEqual(await preview(100, 110), { silence: 0, covered: [{ loss: { id: long.id }, duration: 600, isWhole: false }] })
    assert.deepEqual(await preview(90, 130), { silence: 0, covered: [{ loss: { id: long.id }, duration: 2400, isWhole: true }] })
    for (const [from, to, code, field] of [
      [235, 235, 'LOSS_RANGE_EMPTY', 'timeEnd'],
      [0, 30, 'LOSS_OVER_EFFECTIVE_TIME', 'timeStart'],
      [410, 430, 'LOSS_IN_FUTURE', 'timeEnd'],
      [-20, -10, 'LOSS_OUTSIDE_SHIFT', 'timeStart'],
    ] as const) {
      const found = await refusal(previewText(from, to))
      assert.deepEqual([found?.code, found?.field], [code, field])
    }
    assert.equal((await refusal(previewText(225, 235), 'GUEST'))?.code, 'FORBIDDEN')
    assert.equal((await refusal(previewText(225, 235), api.stranger))?.code, 'WORK_CENTER_NOT_FOUND')
  })

  it('are taken back with all that gave way to them', async () => {
    const [long, short] = [await lossAt(90), await lossAt(150)]
    for (const { id } of [long, short]) await ask(`mutation { updateLoss(input: { id: ${id}, reasonId: ${jam}, comment: "belt" }) { id } }`)
    const before = await pieces()
    const [inside, whole, silent] = [randomUUID(), randomUUID(), randomUUID()]
    await enter(100, 110, `, reasonId: ${lunch}`, inside)
    await enter(150, 155, `, reasonId: ${lunch}`, whole)
    const entered = await enter(225, 235, `, reasonId: ${lunch}`, silent)
    assert.deepEqual(entered.manualPeriod, { timeStart: at(225), timeEnd: at(235) })
    assert.deepEqual(await pieces(), [
      [90, 10, jam],
      [100, 10, lunch],
      [110, 20, jam],
      [150, 5, lunch],
      [225, 10, lunch],
    ])
    assert.deepEqual(await undo(inside), { undoneCount: 3, keptCount: 0 })
    assert.deepEqual(await undo(whole), { undoneCount: 2, keptCount: 0 })
    assert.deepEqual(await undo(silent), { undoneCount: 1, keptCount: 0 })
    assert.deepEqual(await pieces(), before)
    assert.equal((await lossAt(150)).comment, 'belt')
    assert.equal((await lossAt(150)).manualPeriod, null)
  })

  it('that a device sends later are of their time, and cover nothing that somebody else said since', async () => {
    const silent = randomUUID()
    const late = (minute: number) => `, reasonId: ${jam}, occurredAt: "${new Date(NOW - minute * MINUTE_MS).toISOString()}"`
    await enter(226, 234, late(30), silent)
    const history = await ask(`{ lossHistory(id: ${(await lossAt(226)).id}) { saidAt } }`)
    const [last] = history['lossHistory'] as readonly object[]
    assert.deepEqual(last, { saidAt: new Date(NOW - 30 * MINUTE_MS).toISOString() })
    const { errors } = await api.ask(
      `mutation { createLoss(input: { workCenterId: ${press.workCenterId}, timeStart: "${at(227)}", timeEnd: "${at(230)}" ${late(60)} }) { id } }`,
      { as: 'ADMIN' },
    )
    assert.equal(errors[0]?.extensions.code, 'CONFLICT')
    assert.deepEqual(await undo(silent), { undoneCount: 1, keptCount: 0 })
  })

  it('can be moved, deleted and brought back; others cannot', async () => {
    const [made, moved, gone] = [randomUUID(), randomUUID(), randomUUID()]
    const entered = await enter(223, 227, `, reasonId: ${lunch}, comment: "canteen"`, made)
    assert.deepEqual(await preview(225, 231, `, replacesId: ${entered.id}`), { silence: 360, covered: [] })
    const replacing = `, reasonId: ${lunch}, comment: "canteen", replacesId: ${entered.id}, replacesVersion: ${entered.version}`
    const later = await enter(225, 231, replacing, moved)
    const manual = async () =>
      (await list()).filter(({ manualPeriod }) => manualPeriod !== null).map(({ timeStart, comment }) => [timeStart, comment])
    assert.deepEqual(await manual(), [[at(225), 'canteen']])
    await ask(`mutation { deleteLoss(id: ${later.id}, batchId: "${gone}") { id } }`)
    assert.deepEqual(await manual(), [])
    assert.deepEqual(await undo(gone), { undoneCount: 1, keptCount: 0 })
    assert.deepEqual(await manual(), [[at(225), 'canteen']])
    const long = await lossAt(90)
    const text = `mutation { createLoss(input: { workCenterId: ${press.workCenterId}, timeStart: "${at(226)}", timeEnd: "${at(227)}", replacesId: ${long.id} }) { id } }`
    assert.equal((await refusal(text))?.code, 'LOSS_NOT_DELETABLE')
    const back = await lossAt(225)
    const stale = `mutation { createLoss(input: { workCenterId: ${press.workCenterId}, timeStart: "${at(226)}", timeEnd: "${at(227)}", replacesId: ${back.id}, replacesVersion: ${back.version - 1} }) { id } }`
    assert.equal((await refusal(stale))?.code, 'CONFLICT')
    await ask(`mutation { deleteLoss(id: ${back.id}) { id } }`)
  })

  it('give back what gave way to them when they are moved or deleted', async () => {
    const [long, short] = [await lossAt(90), await lossAt(150)]
    for (const { id } of [long, short]) await ask(`mutation { updateLoss(input: { id: ${id}, reasonId: ${jam}, comment: "belt" }) { id } }`)
    const before = await pieces()
    const [moved, gone] = [randomUUID(), randomUUID()]
    const entered = await enter(100, 110, `, reasonId: ${lunch}`, randomUUID())
    const replacing = `, reasonId: ${lunch}, replacesId: ${entered.id}, replacesVersion: ${entered.version}`
    const later = await enter(105, 112, replacing, moved)
    const withMoved = [
      [90, 15, jam],
      [105, 7, lunch],
      [112, 18, jam],
      [150, 5, jam],
    ]
    assert.deepEqual(await pieces(), withMoved)
    const stale = `mutation { deleteLoss(id: ${later.id}, version: ${later.version - 1}) { id } }`
    assert.deepEqual([(await refusal(stale))?.code, (await refusal(stale))?.params?.['version']], ['CONFLICT', later.version])
    await ask(`mutation { deleteLoss(id: ${later.id}, version: ${later.version}, batchId: "${gone}") { id } }`)
    assert.deepEqual(await pieces(), before)
    assert.equal((await lossAt(90)).comment, 'belt')
    // Taken back it gives way again, and the move before it too.
    assert.deepEqual(await undo(gone), { undoneCount: 3, keptCount: 0 })
    assert.deepEqual(await pieces(), withMoved)
    // A whole stop that gave way comes back with what was said of it.
    const whole = await enter(150, 155, `, reasonId: ${lunch}`, randomUUID())
    await ask(`mutation { deleteLoss(id: ${whole.id}) { id } }`)
    assert.deepEqual([(await lossAt(150)).reasonId, (await lossAt(150)).comment], [jam, 'belt'])
    await ask(`mutation { deleteLoss(id: ${(await lossAt(105)).id}) { id } }`)
    assert.deepEqual(await pieces(), before)
  })

  it('leave what somebody said more of since, and their own time to the rules', async () => {
    const entered = await enter(100, 110, `, reasonId: ${lunch}`, randomUUID())
    await ask(`mutation { updateLoss(input: { id: ${(await lossAt(110)).id}, reasonId: ${lunch} }) { id } }`)
    await ask(`mutation { deleteLoss(id: ${entered.id}) { id } }`)
    assert.deepEqual((await pieces()).slice(0, 3), [
      [90, 10, jam],
      [100, 10, null],
      [110, 20, lunch],
    ])
    const { data } = await api.ask(`{ lossesPages(filter: { source: STATUS }) { items { id timeStart version } } }`)
    const parts = (data['lossesPages'] as { readonly items: readonly Loss[] }).items.filter(
      ({ timeStart }) => timeStart < at(130) && timeStart >= at(90),
    )
    await ask(`mutation { mergeLosses(input: { ids: [${parts.map(({ id }) => id).join()}], reasonId: ${jam} }) { id } }`)
  })

  it('are deleted each by itself, also where they came back together', async () => {
    const gone = randomUUID()
    const entered = [await enter(222, 224, '', randomUUID()), await enter(226, 228, '', randomUUID())]
    for (const { id } of entered) await ask(`mutation { deleteLoss(id: ${id}, batchId: "${gone}") { id } }`)
    assert.deepEqual(await undo(gone), { undoneCount: 2, keptCount: 0 })
    await ask(`mutation { deleteLoss(id: ${(await lossAt(222)).id}) { id } }`)
    await ask(`mutation { deleteLoss(id: ${(await lossAt(226)).id}) { id } }`)
    assert.deepEqual(
      (await list()).filter(({ manualPeriod }) => manualPeriod !== null),
      [],
    )
  })

  it('are taken back with as many statements, however many were deleted', async () => {
    const statementsOf = async (minutes: readonly number[]): Promise<number> => {
      const gone = randomUUID()
      for (const minute of minutes) {
        const { id } = await enter(minute, minute + 1, '', randomUUID())
        await ask(`mutation { deleteLoss(id: ${id}, batchId: "${gone}") { id } }`)
      }
      const counted = countStatements()
      assert.deepEqual(await undo(gone), { undoneCount: minutes.length, keptCount: 0 })
      counted.end()
      for (const minute of minutes) await ask(`mutation { deleteLoss(id: ${(await lossAt(minute)).id}) { id } }`)
      // Samples are sealed and energy is added up beside it, whenever that is due.
      return counted.texts.filter((text) => !/sample_chunk|electrical_version|energy_/.test(text)).length
    }
    assert.equal(await statementsOf([222, 225, 228, 231, 234]), await statementsOf([222]))
  })

  it('are taken back only where all may be seen, also when it is asked again', async () => {
    const [batch, key] = [randomUUID(), randomUUID()]
    const { rows } = await api.database.pool.query<{ userId: UserId }>(
      `insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3) returning user_id as "userId"`,
      [ACME, api.users.OPERATOR, press.workCenterId],
    )
    const text = `mutation { createLoss(batchId: "${batch}", input: { workCenterId: ${press.workCenterId}, timeStart: "${at(226)}", timeEnd: "${at(227)}" }) { id } }`
    await ask(text, 'OPERATOR')
    const again = `mutation { undoLossBatch(batchId: "${batch}", requestKey: "${key}") { undoneCount keptCount } }`
    assert.deepEqual((await ask(again, 'OPERATOR'))['undoLossBatch'], { undoneCount: 1, keptCount: 0 })
    assert.deepEqual((await ask(again, 'OPERATOR'))['undoLossBatch'], { undoneCount: 1, keptCount: 0 })
    await api.database.pool.query('delete from operator_work_center where user_id = $1', [rows[0]?.userId])
    assert.equal((await refusal(again, 'OPERATOR'))?.code, 'LOSS_BATCH_NOT_FOUND')
  })

  it('stay deleted where their shift was confirmed since', async () => {
    const [made, gone] = [randomUUID(), randomUUID()]
    const entered = await enter(225, 235, '', made)
    await ask(`mutation { deleteLoss(id: ${entered.id}, batchId: "${gone}") { id } }`)
    const set = (status: string) =>
      api.database.pool.query('update shift set status = $2 where work_center_id = $1 and start_at = $3', [
        press.workCenterId,
        status,
        START,
      ])
    await set('CONFIRMED')
    assert.deepEqual(await undo(gone), { undoneCount: 0, keptCount: 1 })
    await set('UNCONFIRMED')
    assert.deepEqual(await undo(gone), { undoneCount: 1, keptCount: 0 })
  })
})
