import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 500 * MINUTE_MS
const REASONS = 400

type Loss = { readonly id: number; readonly comment: string | null; readonly reason: { readonly id: number; readonly name: string } | null }

describe('reasons and comments that nobody thought of', () => {
  let api: TestApi
  let press: TestMachine
  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    press = await addPressWithStops(api, ACME, { start: START, until: 500, stops: [{ from: 60, to: 70, powerKw: 2 }] })
  })
  after(() => api.close())

  const ask = async (text: string, variables: object = {}) => {
    const { data, errors } = await api.ask(text, { variables })
    assert.deepEqual(errors, [])
    return data
  }
  const only = async (): Promise<Loss> => {
    const data = await ask(
      `{ lossesPages(filter: { source: STATUS, workCenterIds: [${press.workCenterId}] }) { items { id comment reason { id name } } } }`,
    )
    const [loss] = (data['lossesPages'] as { readonly items: readonly Loss[] }).items
    assert.ok(loss)
    return loss
  }
  const say = async (comment: string) =>
    await api.ask('mutation ($id: Int!, $comment: String!) { updateLoss(input: { id: $id, comment: $comment }) { comment } }', {
      variables: { id: (await only()).id, comment },
    })

  it('are kept as they were written, whatever a screen or a spreadsheet might make of them', async () => {
    for (const comment of [
      '<img src=x onerror=alert(1)>',
      '=HYPERLINK("http://x";"y")',
      'ab\u202edc\u200b\u2066x',
      'שלום «ремінь» oʻng 🧯',
      `"'; drop table loss; --`,
      '𝒙'.repeat(1000),
    ]) {
      const { data, errors } = await say(comment)
      assert.deepEqual([data['updateLoss'], errors], [{ comment }, []])
      assert.equal((await only()).comment, comment)
    }
  })

  it('are refused by field where they are too long or cannot be kept, and change nothing', async () => {
    const kept = (await only()).comment
    const refused = async (comment: string) => {
      const { code, field } = (await say(comment)).errors[0]?.extensions ?? {}
      return [code, field]
    }
    assert.deepEqual(await refused('x'.repeat(2001)), ['LENGTH_OUT_OF_RANGE', 'comment'])
    assert.deepEqual(await refused('a\u0000b'), ['INVALID_FORMAT', 'comment'])
    assert.equal((await only()).comment, kept)
  })

  it('are offered, found and kept by history where there are four hundred, one is hidden, its group is gone and translations are missing', async () => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into loss_reason (company_id, name, category, type) select $1, 'Cause ' || n, 'AVAILABILITY', 'UNPLANNED' from generate_series(1, $2::int) n returning id`,
      [ACME, REASONS],
    )
    const ids = rows.map(({ id }) => id)
    const [chosen] = ids
    assert.ok(chosen)
    const group = (await ask('mutation { createLossReasonGroup(input: { name: "Rare", color: "#3355aa" }) { id } }'))[
      'createLossReasonGroup'
    ] as { readonly id: number }
    await ask(`mutation { updateLossReason(input: { id: ${chosen}, name: "Cause 1", groupId: ${group.id} }) { id } }`)
    const { id } = await only()
    await ask(`mutation { updateLoss(input: { id: ${id}, reasonId: ${chosen} }) { id } }`)
    const offered = async () =>
      (
        (await ask(`{ lossCategories(workCenterId: ${press.workCenterId}) { reason { id } } }`))['lossCategories'] as readonly {
          readonly reason: { readonly id: number }
        }[]
      ).map(({ reason }) => reason.id)
    assert.equal((await offered()).filter((one) => ids.includes(one)).length, REASONS)
    await ask(`mutation { updateLossReason(input: { id: ${chosen}, name: "Cause 1", isHidden: true }) { id } }`)
    await ask(`mutation { deleteLossReasonGroup(id: ${group.id}) { id } }`)
    assert.equal((await offered()).filter((one) => ids.includes(one)).length, REASONS - 1)
    assert.deepEqual((await only()).reason, { id: chosen, name: 'Cause 1' })
    const bearer = { authorization: `Bearer ${await api.token(api.users.ADMIN)}`, 'accept-language': 'pl' }
    const { data } = await api.post(JSON.stringify({ query: `{ loss(id: ${id}) { reason { name groupId } } }` }), bearer)
    assert.deepEqual(data['loss'], { reason: { name: 'Cause 1', groupId: null } })
  })
})
