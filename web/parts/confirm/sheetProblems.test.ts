import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byPlace, sheetFieldOf } from './sheetProblems.view.ts'

test('each refusal of a confirmation stands where the sheet asked for it, and what has no place at the end', () => {
  const fields = [
    'acceptedOutput',
    'qualityReasons',
    'consumptions.2.batchId',
    'scraps.0.quantity',
    'containerCodes',
    'batchCode',
    'comment',
    'outputIIoTs',
  ]
  const places = ['units', 'reasons', 'materials', 'materials', 'containers', 'batch', 'comment', null]
  assert.deepEqual(fields.map(sheetFieldOf), places)
  assert.equal(sheetFieldOf(undefined), null)
})

test('several at once are all told, each in its order', () => {
  const problems = [
    { code: 'BOM_LINE_MISSING', field: 'consumptions' },
    { code: 'CONTAINER_OCCUPIED', field: 'containerCode' },
    { code: 'BATCH_NOT_INSTALLED', field: 'consumptions.0.batchId' },
    { code: 'OFFLINE' },
  ]
  const codes = [...byPlace(problems)].map(([place, those]) => [place, those.map(({ code }) => code)])
  assert.deepEqual(codes, [
    ['materials', ['BOM_LINE_MISSING', 'BATCH_NOT_INSTALLED']],
    ['containers', ['CONTAINER_OCCUPIED']],
    [null, ['OFFLINE']],
  ])
})
