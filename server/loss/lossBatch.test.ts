import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import type { UserId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { eventually } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 500 * MINUTE_MS
const STOPS = [60, 90, 120, 150].map((from) => ({ from, to: from + 10, powerKw: 2 }))

type Loss = {
  readonly id: number
  readonly version: number
  readonly reasonId: number | null
  readonly comment: string | null
  readonly isRecalculating: boolean
}
type Result = {
  readonly id: number
  readonly isChanged: boolean
  readonly errorCode: string | null
  readonly loss: { readonly reasonId: number | null } | null
}

describe('what is said of many losses, each by itself', () => {
  let api: TestApi
  let press: TestMachine
  let jam: number
  let setup: number
  let lunch: number

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    press = await addPressWithStops(api, ACME, { start: START, until: 500, stops: STOPS })
    jam = await reasonOf('name: "Jam"')
    setup = await reasonOf('name: "Setup"')
    lunch = await reasonOf('name: "Lunch", type: PLANNED, includeInOeeCalculation: false')
  })
  after(() => api.close())

  const ask = async (text: string, as: Role | UserId = 'ADMIN', variables: object = {}): Promise<Readonly<Record<string, unknown>>> => {
    const { data, errors } = await api.ask(text, { as, variables })
    assert.deepEqual(errors, [])
    return data
  }
  const reasonOf = async (input: string): Promise<number> =>
    ((await ask(`mutation { createLossReason(input: { ${input} }) { id } }`))['createLossReason'] as { readonly id: number }).id
  const list = async (): Promise<readonly Loss[]> =>
    eventually(async () => {
      const data = await ask(
        `{ lossesPages(filter: { source: STATUS, workCenterIds: [${press.workCenterId}] }, sort: ASC, size: 100) { items { id version reasonId comment isRecalculating } } }`,
      )
      const { items } = data['lossesPages'] as { readonly items: readonly Loss[] }
      return items.every(({ isRecalculating }) => !isRecalculating) ? items : undefined
    })
  const reasons = async () => (await list()).map(({ reasonId }) => reasonId)
  const say = async (
    input: object,
    batchId: string,
    as: Role | UserId = 'USER',
    requestKey: string = randomUUID(),
  ): Promise<readonly Result[]> => {
    const text = `mutation ($input: UpdateLossesInput!, $batchId: Guid, $requestKey: Guid) {
      updateLossesPartially(input: $input, batchId: $batchId, requestKey: $requestKey) { id isChanged errorCode loss { reasonId } } }`
    return (await ask(text, as, { input, batchId, requestKey }))['updateLossesPartially'] as readonly Result[]
  }
  const undo = async (batchId: string, as: Role | UserId = 'USER') =>
    (await ask('mutation ($batchId: Guid!) { undoLossBatch(batchId: $batchId) { undoneCount keptCount } }', as, { batchId }))[
      'undoLossBatch'
    ]

  it('changes those that can be changed, says why the others stay, and is done once for its key', async () => {
    const [first, second, third] = await list()
    assert.ok(first && second && third)
    await ask(`mutation { updateLoss(input: { id: ${second.id}, reasonId: ${setup} }) { id } }`)
    const input = {
      ids: [first.id, second.id, third.id, 99_999],
      versions: [first.version, second.version, third.version, 1],
      reasonId: jam,
    }
    const [batchId, key] = [randomUUID(), randomUUID()]
    const results = await say(input, batchId, 'USER', key)
    assert.deepEqual(
      results.map(({ isChanged, errorCode, loss }) => [isChanged, errorCode, loss?.reasonId]),
      [
        [true, null, jam],
        [false, 'CONFLICT', setup],
        [true, null, jam],
        [false, 'LOSS_NOT_FOUND', undefined],
      ],
    )
    assert.deepEqual(await reasons(), [jam, setup, jam, null])
    assert.deepEqual(await say(input, batchId, 'USER', key), results)
    assert.deepEqual(await undo(batchId), { undoneCount: 2, keptCount: 0 })
    assert.deepEqual(await reasons(), [null, setup, null, null])
  })

  it('is taken back as a whole: reasons and comments of before are there again, and what was said since stays', async () => {
    const [first, second, third, fourth] = await list()
    assert.ok(first && second && third && fourth)
    await ask(`mutation { updateLoss(input: { id: ${first.id}, reasonId: ${setup}, comment: "belt" }) { id } }`)
    const batchId = randomUUID()
    const now = await list()
    const versionOf = ({ id }: Loss) => now.find((one) => one.id === id)?.version ?? 0
    await say({ ids: [first.id, second.id], versions: [versionOf(first), versionOf(second)], reasonId: jam, comment: 'all' }, batchId)
    await say({ ids: [third.id, fourth.id], versions: [versionOf(third), versionOf(fourth)], reasonId: jam, comment: 'all' }, batchId)
    assert.deepEqual(await reasons(), [jam, jam, jam, jam])
    await ask(`mutation { updateLoss(input: { id: ${fourth.id}, reasonId: ${lunch} }) { id } }`)
    assert.deepEqual(await undo(batchId), { undoneCount: 3, keptCount: 1 })
    assert.deepEqual(
      (await list()).map(({ reasonId, comment }) => [reasonId, comment]),
      [
        [setup, 'belt'],
        [setup, null],
        [null, null],
        [lunch, 'all'],
      ],
    )
  })

  it('is taken back by who said it or may approve, in the own company, and not in a confirmed shift', async () => {
    const [first] = await list()
    assert.ok(first)
    const batchId = randomUUID()
    await say({ ids: [first.id], versions: [first.version], reasonId: jam }, batchId)
    for (const as of ['OPERATOR', api.stranger] as const) {
      const { errors } = await api.ask(`mutation { undoLossBatch(batchId: "${batchId}") { undoneCount } }`, { as })
      assert.equal(errors[0]?.extensions?.code, 'LOSS_BATCH_NOT_FOUND')
    }
    const set = (status: string) =>
      api.database.pool.query('update shift set status = $2 where work_center_id = $1 and start_at = $3', [
        press.workCenterId,
        status,
        START,
      ])
    await set('CONFIRMED')
    assert.deepEqual(await undo(batchId), { undoneCount: 0, keptCount: 1 })
    await set('UNCONFIRMED')
    assert.deepEqual(await undo(batchId, 'ADMIN'), { undoneCount: 1, keptCount: 0 })
  })

  it('covers a split, a merge, an approval and a reason for several: each is there again as it was', async () => {
    const told = async () => {
      const data = await ask(
        `{ lossesPages(filter: { source: STATUS, workCenterIds: [${press.workCenterId}] }, sort: ASC, size: 100) {
          items { timeStart timeEnd reasonId reasonSource comment isApproved isRecalculating } } }`,
      )
      const { items } = data['lossesPages'] as { readonly items: readonly { readonly isRecalculating: boolean }[] }
      return items.every(({ isRecalculating }) => !isRecalculating) ? items : undefined
    }
    const now = () => eventually(told)
    const [, , third, fourth] = await list()
    assert.ok(third && fourth)
    await ask(`mutation { updateLoss(input: { id: ${third.id}, reasonId: ${jam}, comment: "gearbox", isApproved: true }) { id } }`)
    const before = await now()
    const gesture = async (operation: string, input: object, as: Role = 'USER') => {
      const batchId = randomUUID()
      const type = `${operation[0]?.toUpperCase()}${operation.slice(1)}Input`
      await ask(`mutation ($input: ${type}!, $batchId: Guid) { ${operation}(input: $input, batchId: $batchId) { id } }`, as, {
        input,
        batchId,
      })
      return batchId
    }
    const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()

    const cut = { id: third.id, splitPoints: [at(124)], pieces: [{}, { reasonId: setup, comment: 'later' }] }
    const split = await gesture('splitLoss', cut, 'ADMIN')
    assert.equal((await now()).length, before.length + 1)
    assert.deepEqual(await undo(split, 'ADMIN'), { undoneCount: 2, keptCount: 0 })
    assert.deepEqual(await now(), before)

    await gesture('splitLoss', { ...cut, id: (await list()).find(({ comment }) => comment === 'gearbox')?.id }, 'ADMIN')
    const afterCut = await now()
    const pieces = (await list()).filter(({ comment }) => comment === 'gearbox' || comment === 'later')
    const merge = await gesture('mergeLosses', { ids: pieces.map(({ id }) => id), reasonId: lunch }, 'ADMIN')
    assert.equal((await now()).length, before.length)
    await undo(merge, 'ADMIN')
    assert.deepEqual(await now(), afterCut)

    const approve = await gesture('updateLoss', { id: fourth.id, isApproved: true }, 'ADMIN')
    assert.notDeepEqual(await now(), afterCut)
    await undo(approve, 'ADMIN')
    assert.deepEqual(await now(), afterCut)

    const [first, second] = await list()
    assert.ok(first && second)
    const several = await gesture('updateLosses', { ids: [first.id, second.id], reasonId: lunch, comment: 'both' })
    assert.notDeepEqual(await now(), afterCut)
    await undo(several)
    assert.deepEqual(await now(), afterCut)
  })

  it('is an event of who took it back, as saying it was one of who said it', async () => {
    const [, second] = await list()
    assert.ok(second)
    await ask(`mutation { updateLoss(input: { id: ${second.id}, reasonId: ${setup} }) { id } }`, 'USER')
    const batchId = randomUUID()
    await say({ ids: [second.id], versions: [(await list())[1]?.version], reasonId: jam }, batchId)
    await undo(batchId, 'ADMIN')
    const { rows } = await api.database.pool.query<{ actor: UserId; reason: number }>(
      `select actor, (payload->>'reasonId')::int as reason from domain_event where kind = 'STOP_CLASSIFIED' order by id desc limit 2`,
    )
    assert.deepEqual(rows, [
      { actor: api.users.ADMIN, reason: setup },
      { actor: api.users.USER, reason: jam },
    ])
  })

  it('says before what a reason that does not count would make of the shift', async () => {
    const [first, second] = await list()
    assert.ok(first && second)
    const preview = async (ids: readonly number[], reasonId: number) =>
      (
        await ask(
          `{ lossReasonPreview(ids: [${ids.join(', ')}], reasonId: ${reasonId}) { shiftName workCenter { id } oeeBefore oeeAfter } }`,
        )
      )['lossReasonPreview'] as readonly { readonly workCenter: { readonly id: number } }[]
    assert.deepEqual(
      (await preview([first.id, second.id], lunch)).map(({ workCenter }) => workCenter.id),
      [press.workCenterId],
    )
    assert.deepEqual(await preview([first.id, second.id], jam), [])
    const { errors } = await api.ask(`{ lossReasonPreview(ids: [${first.id}], reasonId: ${lunch}) { shiftName } }`, { as: api.stranger })
    assert.equal(errors[0]?.extensions?.code, 'LOSS_REASON_NOT_FOUND')
  })
})
