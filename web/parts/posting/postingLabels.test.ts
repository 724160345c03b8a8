import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelsOf } from './postingLabels.view.ts'

const row = (output: number, container: string | null, batchCode: string | null, outputType: 'ACCEPTED' | 'REJECTED' = 'ACCEPTED') => ({
  output,
  outputType,
  batchCode,
  container: container === null ? null : { id: 1, code: container },
  jobOrder: null,
})
const text = (units: number) => `${units} pcs`

test('each container has a label with all that the posting put into it', () => {
  const rows = [row(33.4, 'C-1', 'B-9'), row(0.6, 'C-1', 'B-9'), row(33, 'C-2', 'B-9'), row(4, 'C-3', null, 'REJECTED')]
  assert.deepEqual(labelsOf(rows, text), [
    { code: 'C-1', lines: ['34 pcs', 'B-9'] },
    { code: 'C-2', lines: ['33 pcs', 'B-9'] },
  ])
})

test('without containers the batch has one, and what went into neither has none', () => {
  assert.deepEqual(labelsOf([row(10, null, 'B-9'), row(5, null, 'B-9')], text), [{ code: 'B-9', lines: ['15 pcs'] }])
  assert.deepEqual(labelsOf([row(10, null, null)], text), [])
})
