import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newChecklist, newTask } from './checklistForm.view.ts'
import { isAtTask, problemInForm } from './checklistProblems.ts'

const VALUES = { ...newChecklist('a'), everyUnit: 'min' as const, tasks: [newTask('a'), newTask('b')] }

test('what is wrong with a frequency is told at its field, in the unit that is typed', () => {
  const tooOften = { code: 'VALUE_OUT_OF_RANGE', field: 'frequency.everyMs', params: { value: 60_000, min: 300_000, max: 86_400_000 } }
  assert.deepEqual(problemInForm(tooOften, VALUES), {
    code: 'VALUE_OUT_OF_RANGE',
    field: 'every',
    params: { value: 1, min: 5, max: 1440 },
  })
  assert.equal(problemInForm({ code: 'REQUIRED', field: 'frequency.showAt' }, VALUES).field, 'times')
  assert.equal(problemInForm({ code: 'REQUIRED', field: 'name' }, VALUES).field, 'name')
})

test('what is wrong with a task is told at its field, wherever the task is moved', () => {
  const wrong = problemInForm({ code: 'REQUIRED', field: 'tasks.1.description' }, VALUES)
  assert.deepEqual([wrong.field, isAtTask(wrong, VALUES)], ['description-b', true])
  assert.equal(problemInForm({ code: 'OPTION_NOT_OFFERED', field: 'tasks.0.expectedOptions' }, VALUES).field, 'options-a')
  const words = problemInForm({ code: 'NOT_UNIQUE', field: 'tasks.1.translations.uk.options' }, VALUES)
  assert.deepEqual([words.field, isAtTask(words, VALUES)], ['options-uk-b', true])
  const unknown = problemInForm({ code: 'NOT_UNIQUE', field: 'tasks.1.key' }, VALUES)
  assert.deepEqual([unknown.field, isAtTask(unknown, VALUES)], ['tasks.1.key', false])
})
