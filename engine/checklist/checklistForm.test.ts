import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOfChecklist, type ChecklistForm } from './checklistForm.ts'
import type { ChecklistTask } from './checklistTask.ts'

const BELT: ChecklistTask = {
  key: 'belt',
  description: 'Belt',
  type: 'SELECT',
  expectedAnswer: null,
  isRequired: true,
  photoProofRequired: false,
  notApplicable: false,
  value: null,
  min: null,
  max: null,
  unit: null,
  message: null,
  allowMultipleSelection: false,
  options: ['New', 'Good', 'Worn'],
  expectedOptions: ['Good'],
  onDeviation: 'NOTIFY',
  dependsOn: null,
}
const form = (options: readonly string[]): ChecklistForm => ({
  name: 'Start',
  group: null,
  instructions: null,
  instructionsIn: [],
  answerWithinMs: null,
  frequency: {
    source: 'DAILY_SCHEDULE',
    everyMs: null,
    everyUnits: null,
    showAfterMs: 0,
    showAfterUnit: 'MINUTES',
    showAt: ['06:00'],
    statusRuleId: null,
    reasonId: null,
    resetAtShiftStart: false,
    resetAtProductChangeover: false,
    pauseDuringDowntime: false,
    allowManualActivation: true,
  },
  tasks: [{ ...BELT, translations: [{ language: 'uk', description: null, message: null, options }] }],
})

test('options are said in another language each, or none of them', () => {
  const problems = (...options: readonly string[]) => problemsOfChecklist(form(options))
  const refused = (value: number) => [
    { code: 'VALUE_OUT_OF_RANGE', field: 'tasks.0.translations.uk.options', params: { value, min: 3, max: 3 } },
  ]
  assert.deepEqual(problems('Новий', 'Цілий', 'Зношений'), [])
  assert.deepEqual(problems(), [])
  assert.deepEqual(problems('Цілий', 'Зношений'), refused(2))
  assert.deepEqual(problems('Цілий', 'Зношений', ''), refused(2))
  assert.deepEqual(problems('Новий', 'Цілий', 'Зношений', ''), refused(4))
})
