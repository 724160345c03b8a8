import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { versionPieces } from './ruleVersions.ts'

describe('a version of a rule where confirmed shifts rest on it', () => {
  const run = (start: number, end: number, isConfirmed: boolean) => ({ start, end, isConfirmed })
  const told = (version: { start: number; end: number | null }, runs: Parameters<typeof versionPieces>[1]) =>
    versionPieces(version, runs).map(({ start, end, isConfirmed }) => [start, end, isConfirmed ? 'stays' : 'changes'])

  it('stays up to the first shift that nobody confirmed, and changes from there on', () =>
    assert.deepEqual(told({ start: 5, end: null }, [run(0, 24, true), run(24, 32, false)]), [
      [5, 24, 'stays'],
      [24, null, 'changes'],
    ]))
  it('stays before the first shift if that is confirmed', () =>
    assert.deepEqual(told({ start: -9, end: 40 }, [run(0, 8, true), run(16, 24, false)]), [
      [-9, 16, 'stays'],
      [16, 40, 'changes'],
    ]))
  it('changes as a whole where nothing is confirmed, and in the gap after the last confirmed shift', () => {
    assert.deepEqual(told({ start: 5, end: null }, []), [[5, null, 'changes']])
    assert.deepEqual(told({ start: 5, end: 9 }, [run(0, 24, false)]), [[5, 9, 'changes']])
    assert.deepEqual(told({ start: 30, end: null }, [run(0, 24, true)]), [[30, null, 'changes']])
  })
  it('stays as a whole in confirmed time', () => assert.deepEqual(told({ start: 5, end: 20 }, [run(0, 24, true)]), [[5, 20, 'stays']]))
  it('is cut each time that confirmed shifts take turns with others', () =>
    assert.deepEqual(told({ start: 0, end: null }, [run(0, 8, true), run(8, 16, false), run(16, 24, true)]), [
      [0, 8, 'stays'],
      [8, 16, 'changes'],
      [16, 24, 'stays'],
      [24, null, 'changes'],
    ]))
})
