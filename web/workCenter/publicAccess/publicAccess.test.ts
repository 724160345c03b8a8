import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SECOND_MS } from '#engine/time/durations.ts'
import { ageOf } from './publicAccess.view.ts'

const AT = Date.UTC(2026, 2, 2, 6)

test('an age is told in its largest whole unit', () => {
  const ages = [-5, 0, 59, 60, 3_599, 3_600, 86_399, 86_400, 3 * 86_400 + 5].map((seconds) => {
    const { unit, count } = ageOf(AT, AT + seconds * SECOND_MS)
    return `${count} ${unit}`
  })
  assert.deepEqual(ages, ['0 now', '0 now', '0 now', '1 minutes', '59 minutes', '1 hours', '23 hours', '1 days', '3 days'])
})
