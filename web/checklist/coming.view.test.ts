import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { comingOf } from './coming.view.ts'

const compare = (left: string, right: string) => left.localeCompare(right, 'en')
const at = (hour: number) => Date.UTC(2026, 4, 4, hour)
const run = (place: number, name: string, hour: number) => ({
  checklist: { id: name.length, name },
  workCenterId: place,
  workCenter: { id: place, name: place === 1 ? 'Press' : 'Lathe', timeZone: 'UTC' },
  dueAt: new Date(at(hour)).toISOString(),
})

describe('what comes', () => {
  it('stands by work center and checklist, the soonest first', () => {
    const places = comingOf([run(1, 'Oil', 8), run(2, 'Oil', 9), run(1, 'Round', 7), run(1, 'Oil', 6)], at(5), compare)
    assert.deepEqual(
      places.map(({ name, checklists }) => [name, checklists.map((one) => [one.name, one.times])]),
      [
        ['Lathe', [['Oil', [at(9)]]]],
        [
          'Press',
          [
            ['Oil', [at(6), at(8)]],
            ['Round', [at(7)]],
          ],
        ],
      ],
    )
  })

  it('leaves out what became due meanwhile', () => {
    assert.deepEqual(comingOf([run(1, 'Oil', 6)], at(6), compare), [])
  })
})
