import assert from 'node:assert/strict'
import { test } from 'node:test'
import { burstAfter, isScanning, isTypedFast, NO_BURST } from './scanBurst.ts'

function typed(keys: readonly (readonly [string, number])[]): string | null {
  let burst = NO_BURST
  let text: string | null = null
  for (const [key, at] of keys) {
    const next = burstAfter(burst, key, at)
    burst = next.burst
    text = next.text ?? text
  }
  return text
}
const keysOf = (text: string, everyMs: number) => [...text, 'Enter'].map((key, index) => [key, index * everyMs] as const)

test('a burst of six keys or more that Enter ends is a scan', () => {
  assert.equal(typed(keysOf('COIL-7', 5)), 'COIL-7')
  assert.equal(typed(keysOf('COIL-7', 34)), 'COIL-7')
})

test('what people type is none: too slow, too short, or without Enter', () => {
  assert.equal(typed(keysOf('COIL-7', 35)), null)
  assert.equal(typed(keysOf('COIL7', 5)), null)
  assert.equal(typed(keysOf('COIL-7', 5).slice(0, -1)), null)
})

test('a pause begins anew, and shift for a capital letter does not', () => {
  const late = keysOf('COIL-77', 5).map(([key, at]) => [key, at + 1000] as const)
  assert.equal(typed([['x', 0], ...late]), 'COIL-77')
  assert.equal(typed([['Shift', 0], ...keysOf('COIL-7', 5).flatMap(([key, at]) => [['Shift', at] as const, [key, at] as const])]), 'COIL-7')
  assert.equal(
    typed([...keysOf('COI', 5).slice(0, -1), ['ArrowUp', 16], ...keysOf('L-78', 5).map(([key, at]) => [key, at + 17] as const)]),
    null,
  )
})

test('from the fourth key on a burst is a scanner, whose keys press nothing; what a person strikes, and a key that is held, is none', () => {
  const fast = (everyMs: number, from: number, repeat = false) =>
    [...'REASON-1'].map((_, index) => isTypedFast({ timeStamp: from + index * everyMs, repeat }))
  assert.deepEqual(fast(5, 1000), [false, false, false, true, true, true, true, true])
  assert.ok(fast(40, 5000).every((isFast) => !isFast))
  assert.ok(fast(30, 9000, true).every((isFast) => !isFast))
  // Asked twice of the same key it answers alike.
  isTypedFast({ timeStamp: 20_000, repeat: false })
  for (const at of [20_005, 20_010]) isTypedFast({ timeStamp: at, repeat: false })
  assert.deepEqual(
    [1, 2].map(() => isTypedFast({ timeStamp: 20_015, repeat: false })),
    [true, true],
  )
  const bursts = [...'REAS'].reduce((so, key, index) => [...so, burstAfter(so.at(-1) ?? NO_BURST, key, index * 5).burst], [NO_BURST])
  assert.deepEqual(bursts.map(isScanning), [false, false, false, true, true])
})
