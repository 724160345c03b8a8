import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { explain } from './crewStory.ts'

const LOSSES = Array.from({ length: 1_000 }, (_, index) => ({
  source: 'STATUS' as const,
  machine: 'press-7',
  group: 'Forming',
  status: null,
  start: Date.UTC(2026, 4, 4) + index * 17 * MINUTE_MS,
}))

test('the crew says most things at once, some late, a few hastily, and corrects the few that are wrong', () => {
  const said = LOSSES.flatMap((loss) => explain(loss) ?? [])
  const share = (part: readonly unknown[]) => part.length / said.length
  const between = (value: number, low: number, high: number) => assert.ok(low < value && value < high, `${low} < ${value} < ${high}`)
  between(said.length / LOSSES.length, 0.85, 0.95)
  between(share(said.filter(({ afterMs }) => afterMs <= 10 * MINUTE_MS)), 0.6, 0.72)
  between(share(said.filter(({ shownMs }) => shownMs < 1_500)), 0.02, 0.08)
  between(share(said.filter(({ correction }) => correction !== null)), 0.015, 0.07)
  assert.ok(
    said.every(({ afterMs }) => afterMs < 24 * MINUTE_MS),
    'before the shift lead corrects it',
  )
  assert.ok(said.every(({ reason, correction }) => reason !== correction))
  assert.deepEqual(explain(LOSSES[0] ?? assert.fail()), explain(LOSSES[0] ?? assert.fail()), 'always alike')
})
