import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attainmentOf } from '#engine/output/targetsOfShift.ts'
import { outputsOf, type MadeOutput } from './unitOutput.ts'

const made = (accepted: number, target: number | null, measurementUnit = 'pcs'): MadeOutput => ({
  workCenter: { measurementUnit },
  sums: { output: { total: accepted + 50, accepted, rejected: 50 } },
  units: [],
  target,
})

describe('output of several work centers by unit (E-56)', () => {
  it('is held against the targets of those that have one alone', () => {
    const [pieces, ...others] = outputsOf([made(800, 1000), made(700, null)])
    assert.deepEqual(pieces, {
      unit: 'pcs',
      total: 1600,
      accepted: 1500,
      rejected: 100,
      target: 1000,
      targetedAccepted: 800,
      workCenters: 2,
      withTarget: 1,
    })
    assert.deepEqual([attainmentOf(pieces.targetedAccepted, pieces.target), others], [0.8, []])
  })

  it('has no target where nobody has one, and each unit its own', () => {
    assert.deepEqual(
      outputsOf([made(800, null), made(30, 60, 'm')]).map(({ unit, target, targetedAccepted, withTarget }) => [
        unit,
        target,
        targetedAccepted,
        withTarget,
      ]),
      [
        ['pcs', null, 0, 0],
        ['m', 60, 30, 1],
      ],
    )
  })
})
