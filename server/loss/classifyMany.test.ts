import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { listMemberships } from '#server/company/membership.store.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { countStatements } from '#server/testing/countedStatements.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { classifyLosses } from './loss.service.ts'
import type { LossChange } from './loss.service.ts'

const START = Date.UTC(2026, 4, 4, 6)
/** Two shifts of eight hours. */
const UNTIL = 960
const NOW = START + UNTIL * MINUTE_MS
const PRESSES = 5
const STOPS = 100
const MOST_STATEMENTS = 20

type Loss = {
  readonly id: number
  readonly workCenterId: number
  readonly reasonId: number | null
  readonly isApproved: boolean
  readonly version: number
  readonly timeStart: string
}
const LOSS = '{ id workCenterId timeStart reasonId isApproved version }'

describe('what a person says about many losses at once', () => {
  let api: TestApi
  let presses: readonly TestMachine[]
  let breakdown: number
  let lunch: number

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    const stops = Array.from({ length: STOPS }, (_, at) => ({ from: 5 + at * 9, to: 8 + at * 9, powerKw: 2 }))
    const added: TestMachine[] = []
    for (let at = 0; at < PRESSES; at++) added.push(await addPressWithStops(api, ACME, { start: START, until: UNTIL, stops }))
    presses = added
    breakdown = await reasonOf('name: "Breakdown"')
    lunch = await reasonOf('name: "Lunch", type: PLANNED')
  })
  after(() => api.close())

  const ask = (text: string, as?: Role) => api.ask(`mutation { ${text} }`, as && { as })
  const reasonOf = async (input: string): Promise<number> =>
    ((await ask(`createLossReason(input: { ${input} }) { id }`)).data['createLossReason'] as { readonly id: number }).id
  /** The losses once nothing is being recalculated: on a busy machine an edit answers before that. */
  const list = async (): Promise<readonly Loss[]> =>
    eventually(async () => {
      const { data, errors } = await api.ask(
        `{ lossesPages(filter: { source: STATUS }, sort: ASC, size: 1000) { items { id workCenterId timeStart reasonId isApproved version isRecalculating } } }`,
      )
      assert.deepEqual(errors, [])
      const { items } = data['lossesPages'] as { readonly items: readonly (Loss & { readonly isRecalculating: boolean })[] }
      return items.some((loss) => loss.isRecalculating) ? undefined : items.map(({ isRecalculating: _done, ...loss }) => loss)
    })
  const update = (losses: readonly Loss[], rest: string, as?: Role) =>
    ask(
      `updateLosses(input: { ids: [${losses.map((loss) => loss.id).join()}], versions: [${losses.map((loss) => loss.version).join()}], ${rest} }) ${LOSS}`,
      as,
    )
  const answerOf = ({ data, errors }: Answer): readonly Loss[] => {
    assert.deepEqual(errors, [])
    return data['updateLosses'] as readonly Loss[]
  }
  const refusal = ({ errors }: Answer) => errors[0]?.extensions

  const classified = async (losses: readonly Loss[], rest: string) => {
    api.awaitedReloads.length = 0
    const counted = countStatements()
    const answer = await ask(
      `updateLosses(requestKey: "${randomUUID()}", input: { ids: [${losses.map((loss) => loss.id).join()}], versions: [${losses.map((loss) => loss.version).join()}], ${rest} }) ${LOSS}`,
    )
    counted.end()
    // Samples are sealed and energy is added up beside it, whenever that is due.
    const own = counted.texts.filter((text) => !/sample_chunk|electrical_version|energy_/.test(text))
    assert.ok(own.length > 5 && own.length <= MOST_STATEMENTS, own.join('\n'))
    assert.equal(api.awaitedReloads.length, presses.length)
    assert.deepEqual(new Set(api.awaitedReloads), new Set(presses.map((press) => press.workCenterId)))
    return answerOf(answer)
  }

  it(`takes at most ${MOST_STATEMENTS} statements for 500 losses of five work centers and two shifts, and one recalculation a work center`, async () => {
    const losses = await list()
    assert.equal(losses.length, PRESSES * STOPS)
    // New annotations first, then the same ones changed.
    for (const [at, reasonId] of [breakdown, lunch].entries()) {
      const seen = losses.map((loss) => ({ ...loss, version: loss.version + at }))
      const said = await classified(seen, `reasonId: ${reasonId}, comment: "all"`)
      assert.deepEqual(
        said.map((loss) => [loss.id, loss.reasonId, loss.version]),
        seen.map((loss) => [loss.id, reasonId, loss.version + 1]),
      )
      assert.deepEqual(await list(), said)
    }
  })

  it('changes of 500 each that it may where one shift among them is confirmed, and takes back exactly those', async () => {
    const losses = await list()
    assert.equal(losses.length, PRESSES * STOPS)
    const press = presses[0]?.workCenterId
    await api.database.pool.query(`update shift set status = 'CONFIRMED' where work_center_id = $1 and start_at = $2`, [press, START])
    const isClosed = ({ workCenterId, timeStart }: Loss) => workCenterId === press && Date.parse(timeStart) < START + 480 * MINUTE_MS
    const closed = losses.filter(isClosed)
    // Stops begin each nine minutes from the fifth on: 53 before minute 480.
    assert.equal(closed.length, 53)
    const batchId = randomUUID()
    const { data, errors } = await ask(
      `updateLossesPartially(batchId: "${batchId}", input: { ids: [${losses.map(({ id }) => id).join()}], reasonId: ${breakdown}, comment: "some" }) { id errorCode }`,
    )
    assert.deepEqual(errors, [])
    assert.deepEqual(
      data['updateLossesPartially'],
      losses.map((loss) => ({ id: loss.id, errorCode: isClosed(loss) ? 'SHIFT_CONFIRMED' : null })),
    )
    const now = await list()
    assert.deepEqual(now.filter(isClosed), closed)
    assert.ok(now.every((loss) => isClosed(loss) || loss.reasonId === breakdown))
    const undone = await ask(`undoLossBatch(batchId: "${batchId}") { undoneCount keptCount }`)
    assert.deepEqual([undone.errors, undone.data['undoLossBatch']], [[], { undoneCount: 447, keptCount: 0 }])
    const reasonsOf = (all: readonly Loss[]) => all.map(({ id, reasonId }) => [id, reasonId])
    assert.deepEqual(reasonsOf(await list()), reasonsOf(losses))
    await api.database.pool.query(`update shift set status = 'UNCONFIRMED' where work_center_id = $1 and start_at = $2`, [press, START])
  })

  it('answers in the order of the ids and takes the version of the first of two that are the same', async () => {
    const [first, second] = (await list()).toReversed()
    assert.ok(first && second)
    const twice = [first, second, { ...first, version: 999 }]
    assert.deepEqual(
      answerOf(await update(twice, `reasonId: ${breakdown}`)).map((loss) => [loss.id, loss.version]),
      [first, second].map((loss) => [loss.id, loss.version + 1]),
    )
    assert.equal(refusal(await update([{ ...first, version: 999 }, first], `reasonId: ${lunch}`))?.code, 'CONFLICT')
  })

  it('changes none when one of them is refused: unknown, in a confirmed shift, approved, changed meanwhile, of a hidden reason', async () => {
    const losses = await list()
    const [changed, approved, confirmed] = losses
    assert.ok(changed && approved && confirmed)
    const [again] = answerOf(await update([changed], 'comment: "again"'))
    assert.ok(again)
    const current = losses.map((loss) => (loss.id === again.id ? again : loss))
    const refused = async (given: readonly Loss[], rest: string, expected: object, as?: Role) => {
      const answer = await update(given, rest, as)
      assert.deepEqual({ ...refusal(answer) }, expected)
      assert.deepEqual(
        (await list()).map((loss) => [loss.id, loss.reasonId, loss.version]),
        current.map((loss) => [loss.id, loss.reasonId, loss.version]),
      )
    }
    const foreign = { ...again, id: 999_999, version: 1 }
    await refused([...current.slice(0, 450), foreign], `reasonId: ${breakdown}`, { code: 'LOSS_NOT_FOUND', params: { id: foreign.id } })
    const stale = refusal(await update(losses, `reasonId: ${breakdown}`))
    assert.deepEqual([stale?.code, stale?.params?.['version'], stale?.params?.['comment']], ['CONFLICT', again.version, 'again'])
    await refused(current, 'reasonId: 99999', { code: 'LOSS_REASON_NOT_FOUND', field: 'reasonId', params: { id: 99_999 } })
    const shiftOf = (status: string) =>
      api.database.pool.query('update shift set status = $1 where work_center_id = $2 and start_at <= $3 and end_at > $3', [
        status,
        confirmed.workCenterId,
        Date.parse(confirmed.timeStart),
      ])
    await shiftOf('CONFIRMED')
    const isConfirmed = (loss: Loss) =>
      loss.workCenterId === confirmed.workCenterId && Date.parse(loss.timeStart) < START + 8 * 60 * MINUTE_MS
    const firstConfirmed = current.find(isConfirmed)
    await refused(current, `reasonId: ${breakdown}`, { code: 'SHIFT_CONFIRMED', params: { id: firstConfirmed?.id } })
    await shiftOf('UNCONFIRMED')
    const [nowApproved] = answerOf(await update([approved], 'isApproved: true'))
    assert.ok(nowApproved)
    const last = current.map((loss) => (loss.id === nowApproved.id ? nowApproved : loss))
    assert.deepEqual(refusal(await update(last, `reasonId: ${breakdown}`, 'USER')), { code: 'LOSS_APPROVED', params: { id: approved.id } })
    assert.deepEqual(
      (await list()).map((loss) => [loss.id, loss.reasonId, loss.version]),
      last.map((loss) => [loss.id, loss.reasonId, loss.version]),
    )
  })

  it('lets several people classify the same losses at once, in whichever order they name them', async () => {
    const losses = (await list()).filter((loss) => !loss.isApproved)
    const collided = countStatements()
    const answers = await Promise.all(
      [losses, losses.toReversed(), losses.toSorted((a, b) => (a.id % 7) - (b.id % 7)), losses.slice(100).toReversed()].map((given, at) =>
        ask(`updateLosses(input: { ids: [${given.map((loss) => loss.id).join()}], reasonId: ${breakdown}, comment: "${at}" }) ${LOSS}`),
      ),
    )
    collided.end()
    for (const answer of answers) assert.deepEqual(answer.errors, [])
    // A deadlock would end in a rollback and a second attempt.
    assert.deepEqual(
      collided.texts.filter((text) => /rollback/i.test(text)),
      [],
    )
    const after = await list()
    const before = new Map(losses.map((loss) => [loss.id, loss.version]))
    for (const loss of after.filter((one) => before.has(one.id)))
      assert.ok(loss.version >= (before.get(loss.id) ?? 0) + 3, `the loss ${loss.id} has version ${loss.version}`)
  })

  it('is done once for one request key', async () => {
    const [loss, next] = (await list()).filter((one) => one.workCenterId === presses[1]?.workCenterId).toReversed()
    assert.ok(loss && next)
    const send = (key: string, input: string) =>
      ask(`updateLosses(requestKey: "0190a1b2-0000-7000-8000-${key}", input: { ${input} }) ${LOSS}`)
    const input = `ids: [${loss.id}, ${next.id}], versions: [${loss.version}, ${next.version}], comment: "keyed"`
    const first = answerOf(await send('000000000001', input))
    assert.deepEqual(
      first.map(({ id, version }) => [id, version]),
      [loss, next].map(({ id, version }) => [id, version + 1]),
    )
    assert.deepEqual(answerOf(await send('000000000001', input)), first)
    assert.deepEqual(refusal(await send('000000000001', `${input}, reasonId: ${lunch}`)), {
      code: 'REQUEST_KEY_REUSED',
      field: 'requestKey',
      params: {},
    })
    // What was refused was not done: the key is free.
    const stale = await send('000000000002', input)
    assert.equal(refusal(stale)?.code, 'CONFLICT')
    assert.deepEqual((await send('000000000002', `ids: [${loss.id}], comment: "freed"`)).errors, [])
    const at = (minute: number) => `"${new Date(Date.parse(loss.timeStart) + minute * MINUTE_MS).toISOString()}"`
    const split = () =>
      ask(
        `splitLoss(requestKey: "0190a1b2-0000-7000-8000-000000000003", input: { id: ${loss.id}, splitPoints: [${at(1)}] }) { id timeStart version }`,
      )
    const pieces = await split()
    assert.equal((pieces.data['splitLoss'] as readonly unknown[]).length, 2)
    assert.deepEqual(await split(), pieces)
  })

  it('says in one call what it says one by one, also of pieces of the same stop', async () => {
    const [left, right] = presses.slice(-2)
    assert.ok(left && right)
    const piecesOf = async (press: TestMachine) => (await list()).filter((loss) => loss.workCenterId === press.workCenterId)
    for (const press of [left, right]) {
      for (const loss of (await piecesOf(press)).filter((one) => !one.isApproved).slice(10, 16)) {
        const at = (minute: number) => `"${new Date(Date.parse(loss.timeStart) + minute * MINUTE_MS).toISOString()}"`
        const { errors } = await ask(`splitLoss(input: { id: ${loss.id}, splitPoints: [${at(1)}, ${at(2)}] }) { id }`)
        assert.deepEqual(errors, [])
      }
    }
    const [member] = await api.database.inSystem((tx) => listMemberships(tx, api.users.ADMIN))
    assert.ok(member)
    const editor = { member, visible: null }
    const deps = {
      database: api.database,
      now: () => NOW,
      ingest: { reload: ((ref) => api.reload(ref.companyId, ref.workCenterId)) satisfies IngestPort['reload'] },
    }
    const isPaired = (loss: Loss, at: number) => at >= 8 && at < 40 && !loss.isApproved
    const lefts = (await piecesOf(left)).filter(isPaired)
    const rights = (await piecesOf(right)).filter((loss) => lefts.some((one) => one.timeStart === loss.timeStart))
    assert.deepEqual(
      lefts.map((loss) => loss.timeStart),
      rights.map((loss) => loss.timeStart),
    )
    const pieces = lefts.map((loss, at) => ({ left: loss.id, right: rights[at]?.id ?? 0 }))
    const change = fc.record({
      piece: fc.constantFrom(...pieces),
      reasonId: fc.constantFrom(undefined, null, asId<LossReasonId>(breakdown), asId<LossReasonId>(lunch)),
      comment: fc.constantFrom(undefined, null, 'said'),
      scope: fc.constantFrom('LOSS', 'STOP'),
    })
    const annotationsOf = async (press: TestMachine) =>
      (
        await api.database.pool.query(
          `select start_at, end_at, starts_with_stop, ends_with_stop, reason_id, comment, is_approved, is_manual, is_valid
           from loss_annotation where work_center_id = $1 order by start_at, id`,
          [press.workCenterId],
        )
      ).rows
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(change, { minLength: 2, maxLength: 8, selector: ({ piece }) => piece.left }), async (changes) => {
        const changeOf = (id: number, { reasonId, comment, scope }: (typeof changes)[number]): LossChange => ({
          id,
          reasonId,
          comment,
          scope,
          isCopiedOnward: true,
        })
        await classifyLosses(
          deps,
          editor,
          changes.map((one) => changeOf(one.piece.left, one)),
        )
        for (const one of changes) await classifyLosses(deps, editor, [changeOf(one.piece.right, one)])
        assert.deepEqual(await annotationsOf(left), await annotationsOf(right))
      }),
      { numRuns: 4 },
    )
  })
})
