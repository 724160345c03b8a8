import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import { countStatements } from '#server/testing/countedStatements.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'

type Segment = {
  readonly id: number
  readonly lossesCount: number
  readonly losses: readonly { readonly source: string; readonly timeStart: string; readonly timeEnd: string | null }[]
}
const minute = (at: string | null) => (at === null ? null : Math.round((Date.parse(at) - START) / 60_000))

describe('the losses of registered output', () => {
  let site: OutputSite

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 10, { rejectEach: 5 })
    await site.run(10, 16, { perMinute: 0, isStopped: true })
    await site.run(16, 20)
    await site.startOrder(500, 20.5)
    await site.run(20, 30)
  })
  after(() => site.close())

  const all = `workCenterIds: [WC], enabledForConfirmation: false`
  const list = async (fields: string) =>
    (
      await site.done<readonly Segment[]>('outputIIoTs', `?${all.replace('WC', String(site.press.workCenterId))}`, `{ id ${fields} }`)
    ).toReversed()

  it('are its stops, lost speed and rejects, the first begun ahead, and those of the next are not', async () => {
    const [first, second] = await list('lossesCount losses { source timeStart timeEnd }')
    const sources = first?.losses.map(({ source }) => source) ?? []
    assert.ok(sources.includes('STATUS') && sources.includes('OUTPUT'), sources.join())
    assert.equal(first?.lossesCount, sources.length)
    const stop = first?.losses.find(({ source }) => source === 'STATUS')
    assert.deepEqual([minute(stop?.timeStart ?? null), minute(stop?.timeEnd ?? null)], [11, 17])
    const starts = first?.losses.map(({ timeStart }) => timeStart) ?? []
    assert.deepEqual(starts, starts.toSorted())
    assert.ok(second?.losses.every(({ source }) => source !== 'STATUS'))
    assert.equal(second?.lossesCount, second?.losses.length)
  })

  it('are as many as are asked for, and counted all the same', async () => {
    const [first] = await list('lossesCount losses(first: 1) { source }')
    const [none] = await list('losses(first: -3) { source }')
    assert.deepEqual([first?.losses.length, none?.losses.length], [1, 0])
    assert.ok((first?.lossesCount ?? 0) > 1)
  })

  it('are read with one statement, and counted with one, however many segments there are', async () => {
    const statements = countStatements(['trueline_app'])
    await list('lossesCount losses { source }')
    statements.end()
    assert.equal(statements.texts.filter((text) => /from output_segment s\s+cross join lateral \(select "l"/.test(text)).length, 1)
    assert.equal(statements.texts.filter((text) => /select count\(\*\)::int as count from loss l/.test(text)).length, 1)
  })

  it('are told to nobody of another company', async () => {
    const { data } = await site.api.ask('{ outputIIoTs(enabledForConfirmation: false) { lossesCount losses { id } } }', {
      as: site.api.stranger,
      company: 'OTHER',
    })
    assert.deepEqual(data['outputIIoTs'], [])
  })
})
