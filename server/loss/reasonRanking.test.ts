import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { findProduct, listReasonEvidence } from './reasonEvidence.store.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { eventually } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
/** The first shift is over, the second goes on. */
const UNTIL = 720
/** Three of ten minutes and one of three in the first shift, one of ten in the second. */
const STOPS = [
  { from: 10, to: 20 },
  { from: 60, to: 70 },
  { from: 110, to: 120 },
  { from: 200, to: 203 },
  { from: 500, to: 510 },
].map((stop) => ({ ...stop, powerKw: 2 }))

type Ranking = {
  readonly statusRuleId: number | null
  readonly length: string
  readonly reasons: readonly { readonly reason: { readonly name: string }; readonly likeCount: number; readonly ofCount: number }[]
}

type ItemsOfPage = { readonly items: { id: number; version: number }[] }

describe('the reasons that are offered first', () => {
  let api: TestApi
  let press: TestMachine
  let losses: { id: number; version: number }[] = []
  let reasons = { jam: 0, setup: 0 }

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => START + UNTIL * MINUTE_MS })
    press = await addPressWithStops(api, ACME, { start: START, until: UNTIL, stops: STOPS })
    const names = ['Jam', 'Setup', 'Other', 'Hidden']
    const ids = []
    for (const name of names) {
      const more = name === 'Other' ? ', activityTypes: [OTHER_TIME]' : ''
      ids.push(
        ((await ask(`mutation { createLossReason(input: { name: "${name}"${more} }) { id } }`))['createLossReason'] as { id: number }).id,
      )
    }
    const [jam, setup, other, hidden] = ids
    losses = (
      (await ask('{ lossesPages(filter: { source: STATUS }, sort: ASC, size: 100) { items { id version } } }'))[
        'lossesPages'
      ] as ItemsOfPage
    ).items
    assert.equal(losses.length, STOPS.length)
    reasons = { jam: jam ?? 0, setup: setup ?? 0 }
    // Those of the first shift were said in it.
    for (const [at, reason] of [setup, jam, jam, other, hidden].entries()) await say(at, reason ?? 0, at < 4 ? 470 : 530)
    await ask(`mutation { updateLossReason(input: { id: ${hidden}, name: "Hidden", isHidden: true }) { id } }`)
    await untilSaid(STOPS.length)
  })
  after(() => api.close())

  const untilSaid = async (count: number) => {
    await eventually(async () => {
      const said = await ask('{ lossesPages(filter: { source: STATUS, classification: CLASSIFIED }) { totalItems } }')
      return (said['lossesPages'] as { totalItems: number }).totalItems === count ? true : undefined
    })
  }
  /** Somebody says of the stop why it was, so many minutes after the start of the first shift. */
  const say = async (at: number, reasonId: number, minute: number) => {
    const { from, to } = STOPS[at] ?? { from: 0, to: 0 }
    const [timeStart, timeEnd, said] = [from, to, minute].map((one) => new Date(START + one * MINUTE_MS).toISOString())
    const { id, version } = losses[at] ?? { id: 0, version: 0 }
    const edit = { key: crypto.randomUUID(), at: said, workCenterId: press.workCenterId, lossId: id, timeStart, timeEnd, reasonId }
    const { data, errors } = await api.ask(
      'mutation ($edits: [LossEditInput!]!) { applyLossEdits(edits: $edits) { outcome loss { version } } }',
      {
        variables: { edits: [{ ...edit, baseVersion: version, via: 'TILE', tilePlace: 1 }] },
      },
    )
    assert.deepEqual(errors, [])
    const [given] = data['applyLossEdits'] as readonly { outcome: string; loss: { version: number } | null }[]
    assert.equal(given?.outcome, 'APPLIED')
    losses[at] = { id, version: given?.loss?.version ?? version }
  }

  const ask = async (text: string): Promise<Readonly<Record<string, unknown>>> => {
    const { data, errors } = await api.ask(text)
    assert.deepEqual(errors, [])
    return data
  }
  const rankingOf = async (length: string): Promise<Ranking> => {
    const data = await ask(
      `{ lossReasonRankings(workCenterId: ${press.workCenterId}) { statusRuleId length reasons { reason { name } likeCount ofCount } } }`,
    )
    const found = (data['lossReasonRankings'] as readonly Ranking[]).filter((one) => one.length === length)
    const [best] = found.toSorted((left, right) => (right.reasons[0]?.likeCount ?? 0) - (left.reasons[0]?.likeCount ?? 0))
    assert.ok(best)
    return best
  }

  it('are those of stops of the same status and length, without those of the running shift and the hidden ones', async () => {
    const { reasons, statusRuleId } = await rankingOf('UNDER_30_MIN')
    assert.notEqual(statusRuleId, null)
    assert.deepEqual(
      reasons.map(({ reason, likeCount, ofCount }) => [reason.name, likeCount, ofCount]),
      [
        ['Jam', 2, 3],
        ['Setup', 1, 3],
        ['Other', 0, 3],
      ],
    )
  })

  it('keep their places while the shift goes on, whatever is said of the stops before it', async () => {
    const before = await rankingOf('UNDER_30_MIN')
    await say(0, reasons.jam, 600)
    await say(1, reasons.setup, 601)
    await say(2, reasons.setup, 602)
    assert.deepEqual(await rankingOf('UNDER_30_MIN'), before)
    // A comment to a reason leaves it as old as it was; a reason taken away was there when the shift began.
    await ask(`mutation { updateLoss(input: { id: ${losses[3]?.id}, comment: "Why?" }) { id } }`)
    await ask(`mutation { updateLoss(input: { id: ${losses[2]?.id}, reasonId: null }) { id } }`)
    await untilSaid(STOPS.length - 1)
    assert.deepEqual(await rankingOf('UNDER_30_MIN'), before)
    assert.equal((await rankingOf('UNDER_5_MIN')).reasons.at(-1)?.likeCount, 1)
  })

  it('are first those of stops of the product that is made now, as its orders say', async () => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into item (company_id, sku, name, measurement_unit) values ($1, 'CUP', 'Cup', 'pcs'), ($1, 'LID', 'Lid', 'pcs') returning id`,
      [ACME],
    )
    const [cup = 0, lid = 0] = rows.map(({ id }) => id)
    const order = async (itemId: number, from: number, to: number | null) => {
      const made = await api.database.pool.query<{ id: number }>(
        'insert into job_order (company_id, order_code, item_id, work_center_id) values ($1, $2, $3, $4) returning id',
        [ACME, `O-${from}`, itemId, press.workCenterId],
      )
      await api.database.pool.query(
        'insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at) values ($1, $2, $3, $4, $5)',
        [ACME, made.rows[0]?.id, press.workCenterId, START + from * MINUTE_MS, to === null ? null : START + to * MINUTE_MS],
      )
    }
    // Two stops were jams while cups were made, one was setup while lids were.
    await order(lid, 0, 40)
    await order(cup, 40, 300)
    const products = async () => {
      const evidence = await api.database.inTenant(ACME, (tenant) => listReasonEvidence(tenant, press.workCenterId))
      return evidence.map(({ reasonId, product, count }) => [reasonId, product, count] as const)
    }
    const found = await products()
    assert.ok(found.some(([reasonId, product]) => reasonId === reasons.setup && product === String(lid)))
    assert.ok(found.some(([reasonId, product]) => reasonId === reasons.jam && product === String(cup)))
    const at = (minute: number) =>
      api.database.inTenant(ACME, (tenant) => findProduct(tenant, press.workCenterId, START + minute * MINUTE_MS))
    assert.deepEqual([await at(20), await at(100), await at(310)], [String(lid), String(cup), null])
    // Two at once make no one product.
    await order(lid, 250, 290)
    assert.equal(await at(260), null)
    await api.database.pool.query('delete from job_order_run; delete from job_order; delete from item')
  })

  it('leave what says nothing behind, also where it was said most', async () => {
    const { reasons } = await rankingOf('UNDER_5_MIN')
    assert.equal(reasons.at(-1)?.reason.name, 'Other')
    assert.deepEqual(reasons.at(-1), { reason: { name: 'Other' }, likeCount: 1, ofCount: 1 })
  })

  it('keep the place of a reason for the one that replaced it, also what confirmed shifts keep under the old name', async () => {
    const made = await ask('mutation { createLossReason(input: { name: "Aligned" }) { id } }')
    const { id } = made['createLossReason'] as { id: number }
    const names = async () => (await rankingOf('UNDER_30_MIN')).reasons.map(({ reason, likeCount }) => [reason.name, likeCount])
    const before = await names()
    assert.deepEqual(before.at(-1), ['Aligned', 0], 'new, so last, whatever its name')
    await api.database.pool.query(`update shift set status = 'CONFIRMED' where company_id = $1 and start_at = $2`, [ACME, START])
    await ask(`mutation { replaceLossReason(id: ${reasons.jam}, byId: ${id}) { id } }`)
    assert.deepEqual(
      await names(),
      before.filter(([name]) => name !== 'Aligned').map(([name, count]) => [name === 'Jam' ? 'Aligned' : name, count]),
    )
  })

  it('are not told of a work center that is not there', async () => {
    const { errors } = await api.ask('{ lossReasonRankings(workCenterId: 99999) { length } }')
    assert.equal(errors[0]?.extensions?.code, 'WORK_CENTER_NOT_FOUND')
  })
})
