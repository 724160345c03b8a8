import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'

const START = Date.UTC(2026, 4, 4, 6)
/** A stop inside the first shift, one over the border of two, and one that goes on; minutes. */
const STOPS = [
  { from: 60, to: 85, powerKw: 2 },
  { from: 470, to: 490, powerKw: 2 },
  { from: 600, to: 660, powerKw: 2 },
]

type Piece = {
  readonly id: number
  readonly timeStart: string
  readonly duration: number
  readonly reasonId: number | null
  readonly comment: string | null
  readonly isApproved: boolean
  readonly version: number
}

describe('merging losses', () => {
  let api: TestApi
  let setup: number
  let jam: number
  let notes: number

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => START + 660 * MINUTE_MS })
    await addPressWithStops(api, ACME, { start: START, until: 660, stops: STOPS })
    setup = await create('name: "Setup"')
    jam = await create('name: "Jam"')
    notes = await create('name: "With notes", requireExtraNotes: true')
  })
  after(() => api.close())

  const ask = (text: string, as: Role = 'ADMIN') => api.ask(text, { as })
  const sound = async (text: string): Promise<Readonly<Record<string, unknown>>> => {
    const { data, errors } = await ask(text)
    assert.deepEqual(errors, [])
    return data
  }
  const create = async (input: string): Promise<number> =>
    ((await sound(`mutation { createLossReason(input: { ${input} }) { id } }`))['createLossReason'] as { readonly id: number }).id
  const PIECE = '{ id timeStart duration reasonId comment isApproved version }'
  const list = async (): Promise<readonly Piece[]> =>
    (
      (await sound(`{ lossesPages(filter: { source: STATUS }, sort: ASC, size: 100) { items ${PIECE} } }`))['lossesPages'] as {
        readonly items: readonly Piece[]
      }
    ).items
  const piecesFrom = async (from: number, to: number): Promise<readonly Piece[]> =>
    (await list()).filter(({ timeStart }) => {
      const minute = (Date.parse(timeStart) - START) / MINUTE_MS
      return from <= minute && minute < to
    })
  const split = async (piece: Piece | undefined, at: number, pieces: string): Promise<void> => {
    const point = new Date(START + at * MINUTE_MS).toISOString()
    await sound(`mutation { splitLoss(input: { id: ${piece?.id}, splitPoints: ["${point}"], pieces: [${pieces}] }) { id } }`)
  }
  const merge = (pieces: readonly Piece[], rest = '', as?: Role, key?: string) =>
    ask(
      `mutation { mergeLosses(${key === undefined ? '' : `requestKey: "${key}", `}input: { ids: [${pieces.map(({ id }) => id).join()}] ${rest} }) ${PIECE} }`,
      as,
    )
  const merged = async (answer: ReturnType<typeof merge>) => {
    const { data, errors } = await answer
    assert.deepEqual(errors, [])
    const { duration, reasonId, comment, isApproved } = data['mergeLosses'] as Piece
    return { minutes: duration / 60, reasonId, comment, isApproved }
  }
  const refusal = async (answer: ReturnType<typeof merge>) => (await answer).errors[0]?.extensions?.code

  it('joins time and comments, and nothing of it stays approved', async () => {
    const [whole] = await piecesFrom(60, 85)
    await split(whole, 70, `{ reasonId: ${setup}, comment: "a" }, { reasonId: ${setup}, comment: "b" }`)
    const [first] = await piecesFrom(60, 70)
    await sound(`mutation { updateLoss(input: { id: ${first?.id}, isApproved: true }) { id } }`)
    const pieces = await piecesFrom(60, 85)
    assert.deepEqual(
      pieces.map(({ duration, isApproved }) => [duration / 60, isApproved]),
      [
        [10, true],
        [15, false],
      ],
    )
    assert.equal(await refusal(merge(pieces, '', 'USER')), 'LOSS_APPROVED')
    assert.deepEqual(await merged(merge(pieces.toReversed())), { minutes: 25, reasonId: setup, comment: 'a · b', isApproved: false })
    assert.equal((await piecesFrom(60, 85)).length, 1)
  })

  it('can be split again and asks which reason where they differ', async () => {
    const [whole] = await piecesFrom(60, 85)
    await split(whole, 70, `{ reasonId: ${setup} }, { reasonId: ${jam} }`)
    const pieces = await piecesFrom(60, 85)
    assert.deepEqual(
      pieces.map(({ reasonId }) => reasonId),
      [setup, jam],
    )
    assert.equal(await refusal(merge(pieces)), 'MERGE_REASON_REQUIRED')
    assert.equal(await refusal(merge(pieces, `, reasonId: ${notes}, comment: ""`)), 'REQUIRED')
    assert.equal(await refusal(merge(pieces, ', reasonId: 99999')), 'LOSS_REASON_NOT_FOUND')
    assert.equal((await piecesFrom(60, 85)).length, 2)
    assert.deepEqual(await merged(merge(pieces, `, reasonId: ${jam}, comment: "belt"`)), {
      minutes: 25,
      reasonId: jam,
      comment: 'belt',
      isApproved: false,
    })
  })

  it('is done once for one request, whoever else changed a piece is told', async () => {
    const [whole] = await piecesFrom(60, 85)
    await split(whole, 70, '')
    const pieces = await piecesFrom(60, 85)
    const stale = pieces.map(({ version }) => version - 1)
    assert.equal(await refusal(merge(pieces, `, versions: [${stale.join()}]`)), 'CONFLICT')
    assert.equal(await refusal(merge(pieces, ', versions: [1]')), 'LENGTH_OUT_OF_RANGE')
    const key = randomUUID()
    const seen = `, versions: [${pieces.map(({ version }) => version).join()}]`
    const first = await merged(merge(pieces, seen, undefined, key))
    assert.deepEqual(await merged(merge(pieces, seen, undefined, key)), first)
    assert.equal((await piecesFrom(60, 85)).length, 1)
  })

  it('holds for a stop that goes on', async () => {
    const [open] = await piecesFrom(600, 660)
    await split(open, 620, `{ reasonId: ${setup} }, { reasonId: ${setup} }`)
    const pieces = await piecesFrom(600, 660)
    assert.equal(pieces.length, 2)
    assert.equal((await merged(merge(pieces))).minutes, 60)
    assert.equal((await piecesFrom(600, 660)).length, 1)
  })

  it('refuses what is not one stop of one shift, what is not there, and who may not', async () => {
    const overBorder = await piecesFrom(470, 490)
    assert.equal(overBorder.length, 2)
    assert.equal(await refusal(merge(overBorder, `, reasonId: ${jam}`)), 'MERGE_NOT_NEIGHBOURS')
    const [other] = await piecesFrom(60, 85)
    assert.ok(other)
    assert.equal(await refusal(merge([...overBorder.slice(0, 1), other])), 'MERGE_NOT_NEIGHBOURS')
    assert.equal(await refusal(merge([])), 'LENGTH_OUT_OF_RANGE')
    assert.equal(await refusal(merge([other])), 'LENGTH_OUT_OF_RANGE')
    assert.equal(await refusal(merge([other, { ...other, id: 999_999 }])), 'LOSS_NOT_FOUND')
    assert.equal(await refusal(merge(overBorder, '', 'GUEST')), 'FORBIDDEN')
  })
})
