import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inputOfSpeed, NO_SPEED, unitsAMinute, valuesOfStandard } from './itemSpeed.view.ts'

describe('the speed of a product at a work center', () => {
  const standard = {
    workCenterId: 7,
    performanceBy: 'SPEED',
    planCycleTime: null,
    targetSpeedQuantity: 100,
    targetSpeedTime: 3600,
    idealCycleTime: 36,
    scrapPercent: 2.5,
  } as const

  it('is edited as units a minute, whatever time it was said in, with its scrap', () => {
    assert.equal(unitsAMinute({ targetSpeedQuantity: 30, targetSpeedTime: 60 }), 30)
    assert.equal(unitsAMinute({ targetSpeedQuantity: 30, targetSpeedTime: null }), null)
    const values = valuesOfStandard('7', [standard], 'en')
    assert.deepEqual(values, {
      ...NO_SPEED,
      workCenterId: '7',
      performanceBy: 'SPEED',
      targetSpeedQuantity: '1.666667',
      scrapPercent: '2.5',
    })
    assert.deepEqual(valuesOfStandard('8', [standard], 'en'), { ...NO_SPEED, workCenterId: '8' })
  })

  it('is saved in the way that is chosen, and leaves the other as it was', () => {
    const typed = { ...NO_SPEED, workCenterId: '7', planCycleTime: '12,6', targetSpeedQuantity: '5' }
    assert.deepEqual(inputOfSpeed(typed, 'pl'), { performanceBy: 'CYCLE_TIME', planCycleTime: 12.6, scrapPercent: null })
    assert.deepEqual(inputOfSpeed({ ...typed, performanceBy: 'SPEED', scrapPercent: '3' }, 'pl'), {
      performanceBy: 'SPEED',
      targetSpeedQuantity: 5,
      targetSpeedTime: 60,
      scrapPercent: 3,
    })
  })
})
