import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { coverVector, isCovered } from './testing/coverVector.ts'
import type { Vector } from './testing/vectorInput.ts'

const file: { readonly count: number; readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('./vectors/oee-vectors.json', import.meta.url), 'utf8'),
)

/** Kinds whose rules belong to areas that the engine does not have yet, and why. */
const NOT_COVERED: Readonly<Record<string, string>> = {
  lossRules: 'loss tracking rules (S-23)',
  maxDuration: 'maximum duration of a reason (S-25)',
}

for (const vector of file.vectors) {
  if (!isCovered(vector.kind)) continue
  test(`${vector.id} ${vector.kind}: ${vector.title}`, () => coverVector(vector))
}

test('every kind of vector is covered or named as not covered yet, and none is both', () => {
  const kinds = new Set(file.vectors.map((vector) => vector.kind))
  const open = [...kinds].filter((kind) => !isCovered(kind)).sort()
  assert.deepEqual(open, Object.keys(NOT_COVERED).sort())
  assert.equal(file.vectors.length, file.count)
  assert.equal(file.vectors.filter((vector) => isCovered(vector.kind)).length, file.count - Object.keys(NOT_COVERED).length)
})
