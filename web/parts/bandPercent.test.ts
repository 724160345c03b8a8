import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormat } from '#web/ui/format.ts'
import { bandPercent, targetAndGap } from './bandPercent.ts'

const en = createFormat('en', 'UTC')

test('a figure is shown in the band that its shape says', () => {
  assert.deepEqual(
    [79.96, 75.24, null].map((percent) => bandPercent(en, percent)),
    ['79.9%', '75.2%', '—'],
  )
})

test('a target says how far the figure is from it', () => {
  assert.equal(targetAndGap(en, 70, 75.2), '70% (+5.2)')
  assert.equal(targetAndGap(en, 92, 80), '92% (−12.0)')
  assert.equal(targetAndGap(en, 75, 75.04), '75% (±0.0)')
  assert.equal(targetAndGap(en, 75, null), '75%')
})
