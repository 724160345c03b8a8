import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idsOf, mergedValues, problemsOfValues, textOfIds, valuesOf } from './operationalPlan.view.ts'

const PLAN = {
  event: 'LOSS_APPEARED' as const,
  action: 'CLASSIFY_LOSS' as const,
  isActive: true,
  delaySeconds: 60,
  workCenterIds: [7, 3],
  teamId: null,
  blocksShift: false,
  remindAfterMinutes: null,
  version: 4,
}

test('the form keeps work centers in one order, so that ticking one off and on again is no change', () => {
  assert.deepEqual(valuesOf(PLAN), {
    isActive: true,
    delaySeconds: '60',
    workCenters: '3,7',
    teamId: '',
    blocksShift: false,
    remindAfter: '',
  })
  assert.equal(textOfIds([...idsOf('3,7').filter((id) => id !== 3), 3]), '3,7')
  assert.deepEqual(idsOf(''), [])
})

test('what was changed here outlives a change of somebody else, and what was not is as they stored it', () => {
  const before = valuesOf(PLAN)
  const stored = valuesOf({ ...PLAN, teamId: 'setters', delaySeconds: 90 })
  assert.deepEqual(mergedValues({ ...before, delaySeconds: '120', workCenters: '3' }, before, stored), {
    isActive: true,
    delaySeconds: '120',
    workCenters: '3',
    teamId: 'setters',
    blocksShift: false,
    remindAfter: '',
  })
})

test('a reminder comes after five minutes to a day, or not at all', () => {
  const problems = (remindAfter: string) =>
    problemsOfValues({ delaySeconds: '60', remindAfter }).map(({ field, params }) => [field, params])
  for (const one of ['', ' ', '5', '1440']) assert.deepEqual(problems(one), [], one)
  for (const one of ['4', '1441', 'soon', '7.5']) assert.deepEqual(problems(one), [['remindAfter', { value: one, min: 5, max: 1440 }]], one)
})
