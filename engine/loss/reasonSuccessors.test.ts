import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { reasonSuccessors } from './reasonSuccessors.ts'

const rows: readonly {
  readonly name: string
  readonly replaced: readonly [number, number][]
  readonly speaks: readonly [number, number][]
}[] = [
  { name: 'nobody replaced anything', replaced: [], speaks: [] },
  { name: 'one for another', replaced: [[1, 2]], speaks: [[1, 2]] },
  {
    name: 'the last of a chain for all before it',
    replaced: [
      [1, 2],
      [3, 1],
    ],
    speaks: [
      [1, 2],
      [3, 2],
    ],
  },
  {
    name: 'nobody in a circle, and nobody who leads into it',
    replaced: [
      [1, 2],
      [2, 1],
      [3, 1],
      [4, 5],
    ],
    speaks: [[4, 5]],
  },
]

for (const { name, replaced, speaks } of rows)
  test(`of replaced reasons speaks: ${name}`, () => {
    const id = (value: number) => asId<LossReasonId>(value)
    assert.deepEqual([...reasonSuccessors(replaced.map(([from, to]) => ({ from: id(from), to: id(to) })))], speaks)
  })
