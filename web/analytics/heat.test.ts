import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { heatTableOf } from './heat.view.ts'

const cell = (keys: readonly string[], part: number, base: number | null = null) => ({
  keys: [...keys],
  figure: { part, base },
  compared: null,
  before: null,
  target: null,
  isBeforeUnknown: false,
  isComparable: true,
  coverage: null,
})

describe('a heat table', () => {
  it('has a row and a column for each value, the calendar in its order, and heat between nothing and the greatest', () => {
    const cells = [cell(['2', 'B'], 30), cell(['10', 'A'], 60), cell(['2', 'A'], 15)]
    assert.deepEqual(heatTableOf({ cells }, 'DURATION', ['HOUR', 'SHIFT']), {
      columns: ['A', 'B'],
      rows: [
        {
          key: '2',
          cells: [
            { keys: ['2', 'A'], value: 15, heat: 0.25 },
            { keys: ['2', 'B'], value: 30, heat: 0.5 },
          ],
          whole: 45,
        },
        {
          key: '10',
          cells: [
            { keys: ['10', 'A'], value: 60, heat: 1 },
            { keys: ['10', 'B'], value: null, heat: null },
          ],
          whole: 60,
        },
      ],
      wholes: [75, 30],
      whole: 105,
    })
  })

  it('adds terms before it divides, also at the ends of its rows (W-12)', () => {
    const cells = [cell(['a', '1'], 150, 300), cell(['a', '2'], 90, 100), cell(['b', '1'], 40, 50)]
    const view = heatTableOf({ cells }, 'OEE', ['WORK_CENTER', 'WEEKDAY'])
    assert.deepEqual(
      view?.rows.map(({ whole }) => whole),
      [240 / 400, 40 / 50],
    )
    assert.deepEqual(view?.wholes, [190 / 350, 90 / 100])
    assert.deepEqual(
      view?.rows[0]?.cells.map(({ heat }) => heat),
      [0, 1],
    )
  })

  it('is no picture of very many lines', () => {
    const cells = Array.from({ length: 61 }, (_none, at) => cell([String(at), 'A'], at))
    assert.equal(heatTableOf({ cells }, 'COUNT', ['WORK_CENTER', 'SHIFT']), null)
  })
})
