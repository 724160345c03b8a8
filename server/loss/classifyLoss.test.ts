import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import type { UserId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 7 * 60 * MINUTE_MS
const IDLE_KW = 2

type Loss = {
  readonly id: number
  readonly timeStart: string
  readonly timeEnd: string | null
  readonly duration: number
  readonly reasonId: number | null
  readonly reasonSource: string | null
  readonly comment: string | null
  readonly isApproved: boolean
  readonly version: number
}
const LOSS = '{ id timeStart timeEnd duration reasonId reasonSource comment isApproved version }'
const minutes = (losses: readonly Loss[]) =>
  losses.map((loss) => [(Date.parse(loss.timeStart) - START) / MINUTE_MS, loss.duration / 60, loss.reasonId])

describe('what people say about losses', () => {
  let api: TestApi
  let press: TestMachine
  let reasons: Record<string, number>

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    press = await addPressWithStops(api, ACME, {
      start: START,
      until: 420,
      stops: [
        { from: 60, to: 62, powerKw: IDLE_KW },
        { from: 90, to: 130, powerKw: IDLE_KW },
        { from: 150, to: 200, powerKw: IDLE_KW },
        { from: 300, to: 420, powerKw: IDLE_KW },
      ],
      silent: [{ from: 220, to: 240, powerKw: 0 }],
    })
    reasons = Object.fromEntries(
      await Promise.all(
        [
          ['breakdown', 'name: "Breakdown", activityTypes: [BREAKDOWN_TIME]'],
          ['lunch', 'name: "Lunch", type: PLANNED, includeInOeeCalculation: false'],
          ['notes', 'name: "With notes", requireExtraNotes: true'],
          ['denied', 'name: "For rules", deniedForManualEnter: true'],
          ['hidden', 'name: "Hidden", isHidden: true'],
          ['scrap', 'name: "Scrap", category: QUALITY'],
        ].map(async ([key, input]) => [key, await idOf(`createLossReason(input: { ${input} }) { id }`, 'createLossReason')] as const),
      ),
    )
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      press.workCenterId,
    ])
  })
  after(() => api.close())

  const ask = (text: string, as: Role | UserId = 'ADMIN') => api.ask(`mutation { ${text} }`, { as })
  const idOf = async (text: string, name: string): Promise<number> => {
    const { data, errors } = await ask(text)
    assert.deepEqual(errors, [])
    return (data[name] as { readonly id: number }).id
  }
  const list = async (filter = '{}'): Promise<readonly Loss[]> => {
    const { data, errors } = await api.ask(`{ lossesPages(filter: ${filter}, sort: ASC, size: 100) { items ${LOSS} } }`)
    assert.deepEqual(errors, [])
    return (data['lossesPages'] as { readonly items: readonly Loss[] }).items
  }
  const lossAt = async (minute: number): Promise<Loss> => {
    const loss = (await list()).find((one) => Date.parse(one.timeStart) === START + minute * MINUTE_MS)
    assert.ok(loss, `no loss begins in minute ${minute}`)
    return loss
  }
  const refusal = ({ errors }: Answer) => errors[0]?.extensions
  const shiftTimes = async () => {
    const { rows } = await api.database.pool.query<{
      excluded_ms: number
      unplanned_included_ms: number
      unclassified_downtime_ms: number
    }>('select excluded_ms, unplanned_included_ms, unclassified_downtime_ms from shift where work_center_id = $1 and start_at = $2', [
      press.workCenterId,
      START,
    ])
    return rows[0]
  }

  it('a reason is in the answer, in the list and in the figures of the shift at once', async () => {
    const loss = await lossAt(90)
    const unclassified = (await shiftTimes())?.unclassified_downtime_ms ?? 0
    const { data, errors } = await ask(
      `updateLoss(input: { id: ${loss.id}, reasonId: ${reasons['breakdown']}, comment: " belt ", version: ${loss.version} }) ${LOSS}`,
      'OPERATOR',
    )
    assert.deepEqual(errors, [])
    const saved = data['updateLoss'] as Loss
    assert.deepEqual(
      [saved.id, saved.reasonId, saved.reasonSource, saved.comment, saved.version],
      [loss.id, reasons['breakdown'], 'MANUAL', 'belt', loss.version + 1],
    )
    assert.deepEqual(await lossAt(90), saved)
    assert.equal((await shiftTimes())?.unclassified_downtime_ms, unclassified - 40 * MINUTE_MS)
  })

  it('the second of two editors gets what the first one wrote', async () => {
    const loss = await lossAt(90)
    const both = await Promise.all(
      ['one', 'two'].map((comment) =>
        ask(`updateLoss(input: { id: ${loss.id}, comment: "${comment}", version: ${loss.version} }) ${LOSS}`, 'USER'),
      ),
    )
    const refused = both.map(refusal).filter((one) => one !== undefined)
    assert.equal(refused.length, 1)
    const stored = await lossAt(90)
    assert.deepEqual(refused[0], {
      code: 'CONFLICT',
      params: {
        version: stored.version,
        isApproved: false,
        reasonId: reasons['breakdown'],
        comment: stored.comment,
        userId: api.users.USER,
      },
    })
  })

  it('takes a reason away again; an excluded one leaves planned production time', async () => {
    const loss = await lossAt(60)
    await ask(`updateLoss(input: { id: ${loss.id}, categoryCode: "${reasons['lunch']}" }) ${LOSS}`)
    assert.equal((await shiftTimes())?.excluded_ms, 2 * MINUTE_MS)
    assert.equal((await lossAt(60)).reasonId, reasons['lunch'])
    await ask(`updateLoss(input: { id: ${loss.id}, reasonId: null }) ${LOSS}`)
    assert.equal((await shiftTimes())?.excluded_ms, 0)
    assert.deepEqual([(await lossAt(60)).reasonId, (await lossAt(60)).reasonSource], [null, null])
  })

  it('refuses what may not be said, with field and legal range', async () => {
    const loss = await lossAt(60)
    const open = await lossAt(300)
    const cases: readonly (readonly [string, object, Role?])[] = [
      ['reasonId: 99999', { code: 'LOSS_REASON_NOT_FOUND', field: 'reasonId', params: { id: 99_999 } }],
      ['categoryCode: "x"', { code: 'LOSS_REASON_NOT_FOUND', field: 'categoryCode', params: { id: 'x' } }],
      [`reasonId: ${reasons['denied']}`, { code: 'LOSS_REASON_NOT_FOUND', field: 'reasonId', params: { id: reasons['denied'] } }],
      [`reasonId: ${reasons['hidden']}`, { code: 'LOSS_REASON_NOT_FOUND', field: 'reasonId', params: { id: reasons['hidden'] } }],
      [
        `reasonId: ${reasons['scrap']}`,
        { code: 'LOSS_REASON_NOT_FOR_SOURCE', field: 'reasonId', params: { source: 'STATUS', category: 'QUALITY' } },
      ],
      [`reasonId: ${reasons['notes']}`, { code: 'REQUIRED', field: 'comment', params: {} }],
      [`comment: "${'x'.repeat(2001)}"`, { code: 'LENGTH_OUT_OF_RANGE', field: 'comment', params: { min: 0, max: 2000 } }],
      ['isApproved: true', { code: 'LOSS_NOT_APPROVABLE', field: 'isApproved', params: { id: loss.id } }],
      ['isApproved: true', { code: 'FORBIDDEN', params: { action: 'MODIFY', subject: 'LOSSES' } }, 'USER'],
      ['comment: "x"', { code: 'FORBIDDEN', params: { action: 'UPDATE', subject: 'LOSSES' } }, 'GUEST'],
    ]
    for (const [input, expected, as] of cases) {
      assert.deepEqual(refusal(await ask(`updateLoss(input: { id: ${loss.id}, ${input} }) { id }`, as)), expected, input)
    }
    const approving = await ask(`updateLoss(input: { id: ${open.id}, reasonId: ${reasons['breakdown']}, isApproved: true }) { id }`)
    assert.deepEqual(refusal(approving), { code: 'LOSS_NOT_APPROVABLE', field: 'isApproved', params: { id: open.id } })
    const foreign = await ask(`updateLoss(input: { id: ${loss.id}, comment: "x" }) { id }`, api.stranger)
    assert.deepEqual(refusal(foreign), { code: 'LOSS_NOT_FOUND', params: { id: loss.id } })
    const unassigned = await addPressWithStops(api, ACME, { start: START, until: 30, stops: [{ from: 10, to: 20, powerKw: IDLE_KW }] })
    const [other] = await list(`{ workCenterIds: [${unassigned.workCenterId}] }`)
    const hidden = await ask(`updateLoss(input: { id: ${other?.id}, comment: "x" }) { id }`, 'OPERATOR')
    assert.deepEqual(refusal(hidden), { code: 'LOSS_NOT_FOUND', params: { id: other?.id } })
    await api.database.pool.query(`delete from loss where work_center_id = $1`, [unassigned.workCenterId])
  })

  it('approves only what is closed and has a reason; others then leave it alone, who may approve reopens it by editing', async () => {
    const loss = await lossAt(90)
    const approved = await ask(`updateLoss(input: { id: ${loss.id}, isApproved: true }) ${LOSS}`)
    assert.equal((approved.data['updateLoss'] as Loss).isApproved, true)
    assert.deepEqual(refusal(await ask(`updateLoss(input: { id: ${loss.id}, comment: "late" }) { id }`, 'USER')), {
      code: 'LOSS_APPROVED',
      params: { id: loss.id },
    })
    const edited = await ask(`updateLoss(input: { id: ${loss.id}, reasonId: ${reasons['lunch']} }) ${LOSS}`)
    assert.equal((edited.data['updateLoss'] as Loss).isApproved, false)
  })

  it('splits a stop at points inside it; the sum stays, the comment is on the first piece, and each piece can be split again', async () => {
    const loss = await lossAt(150)
    const at = (minute: number) => `"${new Date(START + minute * MINUTE_MS).toISOString()}"`
    const refused: readonly (readonly [string, string])[] = [
      [`[${at(150)}]`, 'SPLIT_POINT_OUTSIDE'],
      [`[${at(200)}]`, 'SPLIT_POINT_OUTSIDE'],
      [`[${at(10)}]`, 'SPLIT_POINT_OUTSIDE'],
      [`[${at(160)}, ${at(160)}]`, 'SPLIT_POINT_TWICE'],
      ['["2026-05-04T08:40:00.500Z"]', 'SPLIT_POINT_NOT_WHOLE_SECOND'],
      ['[]', 'SPLIT_POINT_REQUIRED'],
    ]
    for (const [points, code] of refused) {
      assert.equal(refusal(await ask(`splitLoss(input: { id: ${loss.id}, splitPoints: ${points} }) { id }`))?.code, code, points)
    }
    await ask(`updateLoss(input: { id: ${loss.id}, reasonId: ${reasons['breakdown']}, comment: "first" }) { id }`)
    const split = await ask(
      `splitLoss(input: { id: ${loss.id}, splitPoints: [${at(190)}, ${at(160)}], pieces: [{}, { reasonId: ${reasons['lunch']} }] }) ${LOSS}`,
    )
    assert.deepEqual(split.errors, [])
    const pieces = split.data['splitLoss'] as readonly Loss[]
    assert.deepEqual(minutes(pieces), [
      [150, 10, reasons['breakdown']],
      [160, 30, reasons['lunch']],
      [190, 10, reasons['breakdown']],
    ])
    assert.deepEqual(
      pieces.map((piece) => piece.comment),
      ['first', null, null],
    )
    const again = await ask(`splitEvents(input: { id: ${pieces[1]?.id}, splitPoints: [${at(170)}] }) ${LOSS}`)
    assert.deepEqual(minutes(again.data['splitEvents'] as readonly Loss[]), [
      [160, 10, reasons['lunch']],
      [170, 20, reasons['lunch']],
    ])
    const stale = await ask(`splitLoss(input: { id: ${pieces[0]?.id}, splitPoints: [${at(155)}], version: 1 }) { id }`)
    assert.equal(refusal(stale)?.code, 'CONFLICT')
  })

  it('splits a stop that goes on before now', async () => {
    const loss = await lossAt(300)
    const late = await ask(`splitLoss(input: { id: ${loss.id}, splitPoints: ["${new Date(NOW + 1000).toISOString()}"] }) { id }`)
    assert.equal(refusal(late)?.code, 'SPLIT_POINT_OUTSIDE')
    const split = await ask(
      `splitLoss(input: { id: ${loss.id}, splitPoints: ["${new Date(START + 330 * MINUTE_MS).toISOString()}"], pieces: [{ reasonId: ${reasons['breakdown']} }] }) ${LOSS}`,
    )
    const pieces = split.data['splitLoss'] as readonly Loss[]
    assert.deepEqual(
      pieces.map((piece) => [(Date.parse(piece.timeStart) - START) / MINUTE_MS, piece.reasonId]),
      [
        [300, reasons['breakdown']],
        [330, null],
      ],
    )
    assert.equal(pieces[1]?.timeEnd, null)
  })

  it('a loss that a person enters over silence makes it downtime; deleting it gives the silence back', async () => {
    const enter = (from: number, to: number, rest = '') =>
      ask(
        `createLoss(input: { workCenterId: ${press.workCenterId}, timeStart: "${new Date(START + from * MINUTE_MS).toISOString()}", timeEnd: "${new Date(START + to * MINUTE_MS).toISOString()}" ${rest} }) { id reasonId duration isValid kind }`,
        'OPERATOR',
      )
    const refused: readonly (readonly [number, number, string, string?])[] = [
      [235, 235, 'LOSS_RANGE_EMPTY'],
      [0, 30, 'LOSS_OVER_EFFECTIVE_TIME'],
      [-20, -10, 'LOSS_OUTSIDE_SHIFT'],
      [410, 430, 'LOSS_IN_FUTURE'],
      [225, 235, 'REQUIRED', `, reasonId: ${reasons['notes']}`],
      [225, 235, 'LOSS_REASON_NOT_FOR_SOURCE', `, reasonId: ${reasons['scrap']}`],
    ]
    for (const [from, to, code, rest] of refused) assert.equal(refusal(await enter(from, to, rest))?.code, code, code)
    const entered = await enter(225, 235, `, reasonId: ${reasons['lunch']}, comment: "canteen"`)
    assert.deepEqual(entered.errors, [])
    const loss = entered.data['createLoss'] as { readonly id: number }
    assert.deepEqual(loss, { id: loss.id, reasonId: reasons['lunch'], duration: 600, isValid: true, kind: 'NO_DATA' })
    const stop = await lossAt(60)
    assert.deepEqual(refusal(await ask(`deleteLoss(id: ${stop.id}) { id }`)), { code: 'LOSS_NOT_DELETABLE', params: { id: stop.id } })
    const withKey = (id: number) =>
      ask(
        `deleteLoss(requestKey: "0190a1b2-0000-7000-8000-0000000000d1", id: ${id}) { id timeStart timeEnd reasonId comment kind duration version }`,
      )
    const deleted = await withKey(loss.id)
    assert.deepEqual(deleted.errors, [])
    assert.deepEqual(await withKey(loss.id), deleted)
    assert.equal(refusal(await withKey(stop.id))?.code, 'REQUEST_KEY_REUSED')
    assert.equal(refusal(await ask(`deleteLoss(id: ${loss.id}) { id }`))?.code, 'LOSS_NOT_FOUND')
    assert.equal((await list(`{ ids: [${loss.id}] }`)).length, 0)
  })

  it('classifies many at once, all or none', async () => {
    const ids = [(await lossAt(60)).id, (await lossAt(150)).id]
    const both = await ask(`updateLosses(input: { ids: [${ids.join()}], reasonId: ${reasons['breakdown']} }) ${LOSS}`)
    assert.deepEqual(
      (both.data['updateLosses'] as readonly Loss[]).map((loss) => [loss.id, loss.reasonId]),
      ids.map((id) => [id, reasons['breakdown']]),
    )
    const one = await ask(`updateLosses(input: { ids: [${ids.join()}, 99999], reasonId: ${reasons['lunch']} }) ${LOSS}`)
    assert.equal(refusal(one)?.code, 'LOSS_NOT_FOUND')
    assert.equal((await lossAt(60)).reasonId, reasons['breakdown'])
    assert.deepEqual(refusal(await ask('updateLosses(input: { ids: [] }) { id }')), {
      code: 'LENGTH_OUT_OF_RANGE',
      field: 'ids',
      params: { min: 1, max: 500 },
    })
  })

  it('refuses every edit in a confirmed shift', async () => {
    const loss = await lossAt(60)
    const shift = (status: string) =>
      api.database.pool.query(`update shift set status = $1 where work_center_id = $2`, [status, press.workCenterId])
    await shift('CONFIRMED')
    assert.equal(refusal(await ask(`updateLoss(input: { id: ${loss.id}, comment: "x" }) { id }`))?.code, 'SHIFT_CONFIRMED')
    const { data } = await api.ask(`{ loss(id: ${loss.id}) { editRefusal } }`)
    assert.deepEqual(data['loss'], { editRefusal: 'SHIFT_CONFIRMED' })
    const split = `splitLoss(input: { id: ${loss.id}, splitPoints: ["${new Date(START + 61 * MINUTE_MS).toISOString()}"] }) { id }`
    assert.equal(refusal(await ask(split))?.code, 'SHIFT_CONFIRMED')
    await shift('PROGRESS')
  })

  it('a reason given to a piece of a stop that goes on holds for its later pieces, until somebody says otherwise (S-22a)', async () => {
    const other = await addPressWithStops(api, ACME, {
      start: START - 60 * MINUTE_MS,
      until: 480,
      stops: [{ from: 30, to: 480, powerKw: IDLE_KW }],
    })
    const pieces = () => list(`{ source: STATUS, workCenterIds: [${other.workCenterId}] }`)
    const [night, morning, ...none] = await pieces()
    assert.ok(night && morning)
    assert.deepEqual([none.length, night.duration, night.timeEnd, morning.timeEnd], [0, 1800, new Date(START).toISOString(), null])
    await ask(`updateLoss(input: { id: ${night.id}, reasonId: ${reasons['breakdown']}, version: ${night.version} }) { id }`)
    assert.deepEqual(
      (await pieces()).map((piece) => [piece.id, piece.reasonId]),
      [
        [night.id, reasons['breakdown']],
        [morning.id, reasons['breakdown']],
      ],
    )
    // Taken back it leaves nothing on the piece that it was copied to.
    await ask(`updateLoss(input: { id: ${night.id}, reasonId: null }) { id }`)
    assert.deepEqual(
      (await pieces()).map((piece) => piece.reasonId),
      [null, null],
    )
    await ask(`updateLoss(input: { id: ${night.id}, reasonId: ${reasons['breakdown']} }) { id }`)
    await ask(`updateLoss(input: { id: ${morning.id}, reasonId: ${reasons['lunch']} }) { id }`)
    assert.deepEqual(
      (await pieces()).map((piece) => piece.reasonId),
      [reasons['breakdown'], reasons['lunch']],
    )
    const single = await ask(`updateLoss(input: { id: ${night.id}, reasonId: null, copyOnward: false }) ${LOSS}`)
    assert.deepEqual(single.errors, [])
    assert.deepEqual(
      (await pieces()).map((piece) => piece.reasonId),
      [null, reasons['lunch']],
    )
  })

  it('leaves the history of an archived work center as it is, which nobody recalculates', async () => {
    const gone = await addPressWithStops(api, ACME, { start: START, until: 60, stops: [{ from: 10, to: 30, powerKw: IDLE_KW }] })
    const [stop] = await list(`{ source: STATUS, workCenterIds: [${gone.workCenterId}] }`)
    assert.ok(stop)
    const { rows } = await api.database.pool.query<{ id: number }>(
      `update shift set status = 'CONFIRMED' where work_center_id = $1 returning id::int`,
      [gone.workCenterId],
    )
    assert.deepEqual((await ask(`deleteBox(boxId: ${gone.workCenterId}) { id }`)).errors, [])
    const reopened = await ask(`reopenShift(id: ${rows[0]?.id ?? 0}, reason: "look again") { id }`)
    assert.equal(reopened.errors[0]?.extensions.code, 'WORK_CENTER_ARCHIVED')
    await api.database.pool.query(`update shift set status = 'UNCONFIRMED' where work_center_id = $1`, [gone.workCenterId])
    const said = await ask(`updateLoss(input: { id: ${stop.id}, reasonId: ${reasons['lunch']} }) { id }`)
    assert.equal(said.errors[0]?.extensions.code, 'WORK_CENTER_ARCHIVED')
    // A change of the whole company marks it nevertheless: such a mark does not keep its shifts from being confirmed.
    const marks = 'recalculation where work_center_id = $1'
    await api.database.pool.query(`insert into recalculation (company_id, work_center_id, from_at, cause) values ($1, $2, 0, 'TEST')`, [
      gone.companyId,
      gone.workCenterId,
    ])
    await eventually(async () =>
      (await api.database.pool.query(`select from ${marks}`, [gone.workCenterId])).rows.length === 0 ? true : undefined,
    )
  })
})
