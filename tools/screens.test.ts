import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const ABILITY = /\b(?:readable|updatable|modifiable)\.has\('/
const MUTATION = /\buseMutation\b|\.mutation\b/

const screens = globSync('web/**/*.{ts,tsx}', { exclude: ['web/api/generated/**'] }).filter((path) => !path.endsWith('.test.ts'))
const holding = (pattern: RegExp) => screens.filter((path) => pattern.test(readFileSync(path, 'utf8')))

test('screens ask the rules of the engine what a person may do, not abilities one by one', () => {
  assert.deepEqual(holding(ABILITY), [])
})

test('one hook sends every change, and the outbox what could not be sent', () => {
  assert.deepEqual(holding(MUTATION).toSorted(), [
    'web/api/useChange.ts',
    'web/parts/classify/lossEditKind.ts',
    'web/parts/classify/manualLossKind.ts',
    'web/parts/confirm/confirmKind.ts',
    'web/parts/conversation/messageKind.ts',
    'web/parts/handover/handoverKinds.ts',
    'web/parts/order/orderActKind.ts',
  ])
})
