import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { coverVector, isCovered } from './testing/coverVector.ts'
import type { Vector } from './testing/vectorInput.ts'

const file: { readonly count: number; readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('./vectors/oee-vectors.json', import.meta.url), 'utf8'),
)

for (const vector of file.vectors) {
  test(`${vector.id} ${vector.kind}: ${vector.title}`, () => coverVector(vector))
}

test('every kind of vector is covered', () => {
  const kinds = new Set(file.vectors.map((vector) => vector.kind))
  assert.deepEqual(
    [...kinds].filter((kind) => !isCovered(kind)),
    [],
  )
  assert.equal(file.vectors.length, file.count)
})
