import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import type { UserId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
/** The first shift is over, the second goes on. */
const NOW = START + 500 * MINUTE_MS
const STOPS = [
  { from: 60, to: 80 },
  { from: 90, to: 130 },
  { from: 200, to: 210 },
].map((stop) => ({ ...stop, powerKw: 2 }))

type Loss = {
  readonly id: number
  readonly timeStart: string
  readonly timeEnd: string
  readonly version: number
  readonly reasonId: number | null
  readonly comment: string | null
}
type Result = {
  readonly outcome: string
  readonly errorCode: string | null
  readonly errorField: string | null
  readonly loss: { readonly reasonId: number | null; readonly updatedBy: { readonly id: string } | null } | null
}
type Edit = Readonly<Record<string, unknown>>

const RESULT = '{ outcome errorCode errorField loss { reasonId updatedBy { id } } }'
let lastKey = 0
const newKey = () => `0190a1b2-0000-7000-8000-${String(++lastKey).padStart(12, '0')}`
const minute = (at: number) => new Date(START + at * MINUTE_MS).toISOString()

describe('edits of losses that a device could not send before (W-20)', () => {
  let api: TestApi
  let press: TestMachine
  let jam: number
  let setup: number
  let notes: number

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    press = await addPressWithStops(api, ACME, { start: START, until: 500, stops: STOPS })
    jam = await reasonOf('name: "Jam"')
    setup = await reasonOf('name: "Setup"')
    notes = await reasonOf('name: "With notes", requireExtraNotes: true')
  })
  after(() => api.close())
  beforeEach(async () => {
    await api.database.pool.query(`update shift set status = 'UNCONFIRMED' where work_center_id = $1`, [press.workCenterId])
    for (const loss of await list()) {
      const { errors } = await ask(`updateLoss(input: { id: ${loss.id}, reasonId: null, comment: null, isApproved: false }) { id }`)
      assert.deepEqual(errors, [])
    }
  })

  const ask = (text: string, as: Role | UserId = 'ADMIN') => api.ask(`mutation { ${text} }`, { as })
  const reasonOf = async (input: string): Promise<number> =>
    ((await ask(`createLossReason(input: { ${input} }) { id }`)).data['createLossReason'] as { readonly id: number }).id
  const list = async (): Promise<readonly Loss[]> =>
    eventually(async () => {
      const { data } = await api.ask(
        `{ lossesPages(filter: { source: STATUS, workCenterIds: [${press.workCenterId}] }, sort: ASC, size: 100) { items { id timeStart timeEnd version reasonId comment isRecalculating } } }`,
      )
      const { items } = data['lossesPages'] as { readonly items: readonly (Loss & { readonly isRecalculating: boolean })[] }
      return items.every(({ isRecalculating }) => !isRecalculating) ? items : undefined
    })
  const lossAt = async (from: number): Promise<Loss> => {
    const loss = (await list()).find(({ timeStart }) => timeStart === minute(from))
    assert.ok(loss, `no loss begins in minute ${from}`)
    return loss
  }
  const editOf = (loss: Loss, said: Edit): Edit => ({
    key: newKey(),
    at: minute(211),
    workCenterId: press.workCenterId,
    timeStart: loss.timeStart,
    timeEnd: loss.timeEnd,
    baseVersion: loss.version,
    baseReasonId: loss.reasonId,
    ...said,
  })
  const send = async (edits: readonly Edit[], as: Role | UserId = 'OPERATOR') =>
    api.ask(`mutation ($edits: [LossEditInput!]!) { applyLossEdits(edits: $edits) ${RESULT} }`, { as, variables: { edits } })
  const apply = async (edits: readonly Edit[], as: Role | UserId = 'USER'): Promise<readonly Result[]> => {
    const { data, errors } = await send(edits, as)
    assert.deepEqual(errors, [])
    return data['applyLossEdits'] as readonly Result[]
  }
  const outcomes = (results: readonly Result[]) => results.map(({ outcome }) => outcome)
  const say = async (loss: Loss, reasonId: number, as: Role) => {
    const { errors } = await ask(`updateLoss(input: { id: ${loss.id}, reasonId: ${reasonId} }) { id }`, as)
    assert.deepEqual(errors, [])
  }

  it('(a) reach a loss without a reason, also in a newer version', async () => {
    const loss = await lossAt(60)
    await ask(`updateLoss(input: { id: ${loss.id}, comment: null, reasonId: null }) { id }`, 'ADMIN')
    const [result] = await apply([editOf({ ...loss, version: 1 }, { reasonId: jam })])
    assert.deepEqual([result?.outcome, result?.loss?.reasonId, result?.loss?.updatedBy?.id], ['APPLIED', jam, api.users.USER])
    assert.equal((await lossAt(60)).reasonId, jam)
  })

  it('(c) do not replace what somebody else said, unseen, and tell it', async () => {
    const loss = await lossAt(60)
    await say(loss, setup, 'ADMIN')
    const [result] = await apply([editOf(loss, { reasonId: jam })])
    assert.deepEqual([result?.outcome, result?.loss?.reasonId, result?.loss?.updatedBy?.id], ['CONFLICT', setup, api.users.ADMIN])
    assert.equal((await lossAt(60)).reasonId, setup)
    const again = editOf(await lossAt(60), { reasonId: jam })
    assert.deepEqual(outcomes(await apply([again])), ['APPLIED'])
  })

  it('(d) write nothing where the same is said', async () => {
    const loss = await lossAt(60)
    await say(loss, jam, 'ADMIN')
    const before = await lossAt(60)
    assert.deepEqual(outcomes(await apply([editOf(loss, { reasonId: jam })])), ['SAME'])
    assert.deepEqual(await lossAt(60), before)
  })

  it('(e) of one person count by when they were said', async () => {
    const loss = await lossAt(60)
    const edit = (reasonId: number, at: number) => editOf(loss, { reasonId, at: minute(at) })
    assert.deepEqual(outcomes(await apply([edit(setup, 225)])), ['APPLIED'])
    assert.deepEqual(outcomes(await apply([edit(jam, 231)])), ['APPLIED'])
    assert.deepEqual(outcomes(await apply([edit(setup, 228)])), ['SUPERSEDED'])
    assert.equal((await lossAt(60)).reasonId, jam)
  })

  it('(e) judge a reason by who said it and a comment by who said that, in either order', async () => {
    const [first, second] = [await lossAt(60), await lossAt(90)]
    const edit = (loss: Loss, said: Edit, at: number) => editOf(loss, { ...said, at: minute(at) })
    // Mine, then a comment of another: my later reason counts.
    assert.deepEqual(outcomes(await apply([edit(first, { reasonId: setup }, 225)])), ['APPLIED'])
    assert.deepEqual(outcomes(await apply([edit(await lossAt(60), { comment: 'hers' }, 242)], 'ADMIN')), ['APPLIED'])
    assert.deepEqual(outcomes(await apply([edit(first, { reasonId: jam }, 231)])), ['APPLIED'])
    // Hers, then a comment of mine: my late reason does not replace hers unseen.
    assert.deepEqual(outcomes(await apply([edit(second, { reasonId: setup }, 220)], 'ADMIN')), ['APPLIED'])
    assert.deepEqual(outcomes(await apply([edit(await lossAt(90), { comment: 'mine' }, 228)])), ['APPLIED'])
    assert.deepEqual(outcomes(await apply([edit(second, { reasonId: jam }, 231)])), ['CONFLICT'])
    // My comment of before is older than my late one, whenever the reason was said.
    assert.deepEqual(outcomes(await apply([edit(second, { comment: 'later' }, 229)])), ['APPLIED'])
    assert.deepEqual(outcomes(await apply([edit(second, { comment: 'too late' }, 226)])), ['SUPERSEDED'])
    assert.deepEqual([(await lossAt(60)).reasonId, (await lossAt(60)).comment], [jam, 'hers'])
    assert.deepEqual([(await lossAt(90)).reasonId, (await lossAt(90)).comment], [setup, 'later'])
  })

  it('tell of a loss who said its reason and who its comment', async () => {
    const loss = await lossAt(60)
    await apply([editOf(loss, { reasonId: setup, at: minute(220) })], 'ADMIN')
    const edits = [editOf(await lossAt(60), { comment: 'belt', at: minute(228) })]
    const { data, errors } = await api.ask(
      `mutation ($edits: [LossEditInput!]!) { applyLossEdits(edits: $edits) { reasonBy { id } reasonAt commentBy { id } commentAt loss { updatedBy { id } } } }`,
      { as: 'USER', variables: { edits } },
    )
    assert.deepEqual(errors, [])
    assert.deepEqual(data['applyLossEdits'], [
      {
        reasonBy: { id: api.users.ADMIN },
        reasonAt: minute(220),
        commentBy: { id: api.users.USER },
        commentAt: minute(228),
        loss: { updatedBy: { id: api.users.USER } },
      },
    ])
  })

  it('(f) do not reach into a confirmed shift, nor an approved loss', async () => {
    const [first, second] = [await lossAt(60), await lossAt(200)]
    await say(second, setup, 'ADMIN')
    const { errors } = await ask(`updateLoss(input: { id: ${second.id}, isApproved: true }) { id }`)
    assert.deepEqual(errors, [])
    assert.deepEqual(outcomes(await apply([editOf(second, { reasonId: jam })])), ['LOSS_APPROVED'])
    await api.database.pool.query(`update shift set status = 'CONFIRMED' where work_center_id = $1 and start_at = $2`, [
      press.workCenterId,
      START,
    ])
    assert.deepEqual(outcomes(await apply([editOf(first, { reasonId: jam })])), ['SHIFT_CONFIRMED'])
  })

  it('get the first outcome when they are sent again; the same key with other content is refused', async () => {
    const loss = await lossAt(90)
    const edit = editOf(loss, { reasonId: jam, comment: 'belt' })
    assert.deepEqual(outcomes(await apply([edit])), ['APPLIED'])
    await say(await lossAt(90), setup, 'ADMIN')
    assert.deepEqual(outcomes(await apply([edit])), ['APPLIED'])
    assert.equal((await lossAt(90)).reasonId, setup)
    const [other] = await apply([{ ...edit, reasonId: setup }])
    assert.deepEqual([other?.outcome, other?.errorCode, other?.errorField], ['REFUSED', 'REQUEST_KEY_REUSED', 'requestKey'])
    const [stolen] = await apply([edit], 'ADMIN')
    assert.equal(stolen?.errorCode, 'REQUEST_KEY_REUSED')
  })

  it('sent again tell nothing to somebody who may not see the work center any more', async () => {
    const operator = [ACME, api.users.OPERATOR, press.workCenterId]
    const run = (text: string) => api.database.pool.query(text, operator)
    await run('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)')
    const loss = await lossAt(90)
    const edit = editOf(loss, { reasonId: jam, comment: 'belt' })
    assert.deepEqual(outcomes(await apply([edit], 'OPERATOR')), ['APPLIED'])
    const keys = [newKey(), newKey()]
    const { id, version } = await lossAt(90)
    const many = () =>
      api.ask(
        `mutation { updateLossesPartially(input: { ids: [${id}], reasonId: ${setup} }, requestKey: "${keys[0]}") { errorCode loss { id } } }`,
        { as: 'OPERATOR' },
      )
    assert.deepEqual((await many()).errors, [])
    const one = () =>
      api.ask(`mutation { updateLoss(input: { id: ${id}, version: ${version + 1}, comment: "x" }, requestKey: "${keys[1]}") { id } }`, {
        as: 'OPERATOR',
      })
    assert.deepEqual((await one()).errors, [])
    await run('delete from operator_work_center where company_id = $1 and user_id = $2 and work_center_id = $3')
    const [again] = await apply([edit], 'OPERATOR')
    assert.deepEqual([again?.outcome, again?.errorCode, again?.loss], ['REFUSED', 'WORK_CENTER_NOT_FOUND', null])
    assert.deepEqual((await many()).data['updateLossesPartially'], [{ errorCode: 'LOSS_NOT_FOUND', loss: null }])
    assert.equal((await one()).errors[0]?.extensions?.code, 'LOSS_NOT_FOUND')
  })

  it('are judged one by one; a refused one holds back later ones of its stop alone', async () => {
    const [first, second] = [await lossAt(60), await lossAt(90)]
    const results = await apply([
      editOf(first, { reasonId: notes }),
      editOf(second, { reasonId: jam }),
      editOf(first, { reasonId: jam, at: minute(212) }),
      editOf(second, { comment: 'belt', at: minute(213) }),
    ])
    assert.deepEqual(
      results.map(({ outcome, errorCode, errorField }) => [outcome, errorCode, errorField]),
      [
        ['REFUSED', 'REQUIRED', 'comment'],
        ['APPLIED', null, null],
        ['HELD', null, null],
        ['APPLIED', null, null],
      ],
    )
    assert.deepEqual([(await lossAt(60)).reasonId, (await lossAt(90)).reasonId, (await lossAt(90)).comment], [null, jam, 'belt'])
  })

  it('a reason that is gone or may not be chosen is told', async () => {
    const [result] = await apply([editOf(await lossAt(60), { reasonId: 99_999 })])
    assert.deepEqual([result?.outcome, result?.errorCode], ['LOSS_REASON_NOT_FOUND', 'LOSS_REASON_NOT_FOUND'])
  })

  it('find the loss by its time, and say where the machine worked', async () => {
    const loss = await lossAt(90)
    const moved = editOf({ ...loss, timeStart: minute(85), timeEnd: minute(130) }, { reasonId: jam })
    assert.deepEqual(outcomes(await apply([moved])), ['APPLIED'])
    assert.equal((await lossAt(90)).reasonId, jam)
    assert.deepEqual(outcomes(await apply([editOf({ ...loss, timeStart: minute(20), timeEnd: minute(40) }, { reasonId: jam })])), ['GONE'])
  })

  it('cut a stop, and what is said of its parts follows in the same call', async () => {
    const loss = await lossAt(90)
    const cut = editOf(loss, { cuts: [minute(100)], pieces: [{ reasonId: jam }, { reasonId: setup }] })
    const part = editOf({ ...loss, timeStart: minute(100) }, { reasonId: jam, comment: 'later', at: minute(214) })
    assert.deepEqual(outcomes(await apply([cut, part])), ['APPLIED', 'APPLIED'])
    assert.deepEqual(
      (await list()).filter(({ timeStart }) => timeStart >= minute(90)).map(({ timeStart, reasonId }) => [timeStart, reasonId]),
      [
        [minute(90), jam],
        [minute(100), jam],
        [minute(200), null],
      ],
    )
    const outside = editOf(loss, { cuts: [minute(95), minute(140)], pieces: [], at: minute(215) })
    assert.deepEqual(outcomes(await apply([outside])), ['GONE'])
    const merge = editOf(loss, { isMerge: true, reasonId: setup, at: minute(216) })
    assert.deepEqual(outcomes(await apply([merge])), ['APPLIED'])
    assert.deepEqual([(await lossAt(90)).reasonId, (await lossAt(90)).timeEnd], [setup, minute(130)])
  })

  it('join pieces with the comment and the reason that the same person gave later', async () => {
    const loss = await lossAt(90)
    const cut = editOf(loss, { cuts: [minute(100)], pieces: [{ reasonId: jam }, { reasonId: jam }], at: minute(214) })
    assert.deepEqual(outcomes(await apply([cut])), ['APPLIED'])
    assert.deepEqual(outcomes(await apply([editOf(await lossAt(100), { comment: 'newer', at: minute(218) })])), ['APPLIED'])
    const merge = (said: Edit) => editOf(loss, { isMerge: true, reasonId: setup, at: minute(216), ...said })
    assert.deepEqual(outcomes(await apply([merge({ comment: 'older' })])), ['APPLIED'])
    const joined = await lossAt(90)
    assert.deepEqual([joined.timeEnd, joined.reasonId, joined.comment], [minute(130), setup, 'newer'])
    // What was said of one part later than the merge stands against it, where the parts have no reason in common.
    const again = editOf(joined, { cuts: [minute(110)], pieces: [{ reasonId: jam }, { reasonId: setup }], at: minute(220) })
    assert.deepEqual(outcomes(await apply([again])), ['APPLIED'])
    assert.deepEqual(outcomes(await apply([merge({ at: minute(217) })])), ['SUPERSEDED'])
    assert.equal((await lossAt(110)).reasonId, setup)
    assert.deepEqual(outcomes(await apply([merge({ reasonId: null, comment: null, at: minute(222) })])), ['APPLIED'])
  })

  it('take back what the same person said there without the clock', async () => {
    const loss = await lossAt(90)
    const cut = editOf(loss, { cuts: [minute(100)], pieces: [{ reasonId: jam }, { reasonId: setup }], at: null })
    const back = editOf(loss, { isMerge: true, reasonId: null, comment: null, at: null })
    assert.deepEqual(outcomes(await apply([cut])), ['APPLIED'])
    assert.deepEqual(outcomes(await apply([back])), ['CONFLICT'])
    const seen = editOf(loss, { isMerge: true, reasonId: null, comment: null, at: null, baseReasonIds: [jam, setup] })
    assert.deepEqual(outcomes(await apply([seen])), ['APPLIED'])
    assert.deepEqual([(await lossAt(90)).timeEnd, (await lossAt(90)).reasonId], [minute(130), null])
  })

  it('an instant after now is now, and a clock that was never learned counts for nothing', async () => {
    const loss = await lossAt(60)
    assert.deepEqual(outcomes(await apply([editOf(loss, { reasonId: setup, at: minute(5000) })])), ['APPLIED'])
    const { rows } = await api.database.pool.query<{ said_at: number }>(
      'select said_at from loss_annotation where work_center_id = $1 and start_at = $2',
      [press.workCenterId, START + 60 * MINUTE_MS],
    )
    assert.equal(rows[0]?.said_at, NOW)
    assert.deepEqual(outcomes(await apply([editOf(loss, { reasonId: jam, at: null })])), ['CONFLICT'])
  })

  it('of another company, of work centers that are not assigned and of people without the right are refused', async () => {
    const loss = await lossAt(60)
    const [foreign] = await apply([editOf(loss, { reasonId: jam })], api.stranger)
    assert.notEqual(foreign?.outcome, 'APPLIED')
    assert.equal(foreign?.loss, null)
    const [unassigned] = await apply([editOf(loss, { reasonId: jam })], 'OPERATOR')
    assert.deepEqual([unassigned?.outcome, unassigned?.errorCode, unassigned?.loss], ['REFUSED', 'WORK_CENTER_NOT_FOUND', null])
    assert.equal((await send([editOf(loss, { reasonId: jam })], 'GUEST')).errors[0]?.extensions?.code, 'FORBIDDEN')
    assert.equal((await lossAt(60)).reasonId, null)
  })

  it('are 1 to 50 a call, of time that has a length', async () => {
    const loss = await lossAt(60)
    const many = Array.from({ length: 51 }, () => editOf(loss, { reasonId: jam }))
    assert.deepEqual((await send(many, 'ADMIN')).errors[0]?.extensions, {
      code: 'LENGTH_OUT_OF_RANGE',
      field: 'edits',
      params: { min: 1, max: 50 },
    })
    const [error] = (await send([editOf({ ...loss, timeEnd: loss.timeStart }, { reasonId: jam })], 'ADMIN')).errors
    assert.equal(error?.extensions?.['field'], 'edits.0.timeEnd')
    const [place] = (await send([editOf(loss, { reasonId: jam, via: 'TILE', tilePlace: -1 })], 'ADMIN')).errors
    assert.deepEqual([place?.extensions?.code, place?.extensions?.['field']], ['VALUE_OUT_OF_RANGE', 'tilePlace'])
  })

  it('are in the history of the loss, with how and when they were said', async () => {
    const loss = await lossAt(200)
    await apply([editOf(loss, { reasonId: jam, comment: 'belt', via: 'TILE', tilePlace: 2, shownMs: 900 })])
    await say(await lossAt(200), setup, 'ADMIN')
    const { data, errors } = await api.ask(
      `{ lossHistory(id: ${(await lossAt(200)).id}) { reason { name } comment via saidBy { id } saidAt isRemoved } }`,
    )
    assert.deepEqual(errors, [])
    const history = data['lossHistory'] as readonly Readonly<Record<string, unknown>>[]
    assert.deepEqual(history[1], {
      reason: { name: 'Jam' },
      comment: 'belt',
      via: 'TILE',
      saidBy: { id: api.users.USER },
      saidAt: minute(211),
      isRemoved: false,
    })
    assert.deepEqual([history[0]?.['reason'], history[0]?.['saidBy']], [{ name: 'Setup' }, { id: api.users.ADMIN }])
  })
})
