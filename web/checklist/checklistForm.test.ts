import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  conditionsFor,
  inputOf,
  moved,
  newChecklist,
  newTask,
  placeAt,
  statusChoices,
  type TaskValues,
  withImported,
  withOptions,
} from './checklistForm.view.ts'

test('what is typed becomes what the API takes, in seconds and with decimals of the language', () => {
  const task = {
    ...newTask('p'),
    type: 'MEASUREMENT' as const,
    description: 'Pressure',
    value: '5,2',
    min: '4,5',
    max: '6',
    unit: 'bar',
    onDeviation: 'WORK_REQUEST' as const,
  }
  const input = inputOf(
    { ...newChecklist('x'), name: 'Start', every: '1,5', within: '30', products: [{ id: 7, name: 'Lid' }], tasks: [task] },
    null,
    'uk',
  )
  assert.deepEqual([input.frequency.showEvery, input.answerWithin, input.frequency.showAfter], [5400, 1800, 0])
  const [sent] = input.tasks
  assert.deepEqual([sent?.value, sent?.min, sent?.max, sent?.unit, sent?.onDeviation], [5.2, 4.5, 6, 'bar', 'WORK_REQUEST'])
  assert.deepEqual(input.productIds, [7])
})

test('units are sent as they are, times of day one by one', () => {
  const values = { ...newChecklist('x'), source: 'QUANTITY_PRODUCED' as const, every: '500', times: '06:00, 14:00  22:00' }
  assert.deepEqual(
    [inputOf(values, null, 'en').frequency.showEvery, inputOf(values, null, 'en').frequency.showAt],
    [500, ['06:00', '14:00', '22:00']],
  )
})

test('only photos that a task asks for are asked for by camera alone', () => {
  const sent = (task: Partial<TaskValues>) =>
    inputOf({ ...newChecklist('x'), tasks: [{ ...newTask('p'), photoFromCameraOnly: true, ...task }] }, null, 'en').tasks[0]
      ?.photoFromCameraOnly
  assert.deepEqual([sent({}), sent({ photoProofRequired: true }), sent({ type: 'ATTACH_FILE' })], [false, true, true])
})

test('options are lines, and those with a star are expected', () => {
  const select = { ...newTask('s'), type: 'SELECT' as const, options: '* Good\nWorn\n\n' }
  const [sent] = inputOf({ ...newChecklist('x'), tasks: [select] }, null, 'en').tasks
  assert.deepEqual([sent?.options, sent?.expectedOptions], [['Good', 'Worn'], ['Good']])
  assert.deepEqual(
    conditionsFor([select, newTask('b')], 1).map(({ value }) => value),
    ['s/Good', 's/Worn'],
  )
})

test('words in other languages are sent for the languages that are chosen, and options in the order of the task', () => {
  const words = { description: 'Ремінь', message: '', options: 'Цілий' }
  const select = { ...newTask('s'), type: 'SELECT' as const, description: 'Belt', options: '* Good\nWorn', words: { uk: words, pl: words } }
  const values = { ...newChecklist('x'), languages: ['uk' as const], instructionsIn: { uk: 'Стій', pl: 'Stój' }, tasks: [select] }
  const input = inputOf(values, null, 'en')
  assert.deepEqual(input.tasks[0]?.translations, [{ language: 'uk', description: 'Ремінь', message: '', options: ['Цілий'] }])
  assert.deepEqual(input.instructionTranslations, [{ language: 'uk', text: 'Стій' }])
  const tooMany = { ...values, tasks: [{ ...select, words: { uk: { ...words, options: 'a\n\nb\nc' } } }] }
  assert.deepEqual(inputOf(tooMany, null, 'en').tasks[0]?.translations?.[0]?.options, ['a', 'b', 'c'])
})

test('translated options go where their option goes, while it is typed, put in, taken out or put elsewhere; a new one has none', () => {
  const task: TaskValues = {
    ...newTask('s'),
    type: 'SELECT',
    options: '* Good\nWorn',
    words: { uk: { description: '', message: '', options: 'Цілий\nЗношений' } },
  }
  /** What is said of each option after the steps of an edit. */
  const said = (...steps: readonly string[]) =>
    steps.reduce<TaskValues>((one, options) => ({ ...one, ...withOptions(one, options) }), task).words.uk?.options.split('\n')
  const none = ['']
  assert.deepEqual(said('\n* Good\nWorn', 'N\n* Good\nWorn', 'Ne\n* Good\nWorn', 'New\n* Good\nWorn'), ['', 'Цілий', 'Зношений'])
  assert.deepEqual(said('Worn\n* Good'), ['Зношений', 'Цілий'])
  assert.deepEqual(said('Worn', 'Worn\nBroken'), ['Зношений', ''])
  assert.deepEqual(said('Good\n* Worn'), ['Цілий', 'Зношений'])
  assert.deepEqual(said('* Good\nWor', '* Good\nWo', '* Good\nWon', '* Good\nWorn out'), ['Цілий', ''])
  assert.deepEqual(said('* Good\nWorn o', '* Good\nWorn ou', '* Good\nWorn out'), ['Цілий', 'Зношений'])
  assert.deepEqual(said('* Good\nBroken'), ['Цілий', ''])
  assert.deepEqual(said('Broken\nFine'), none)
  assert.deepEqual(said(''), none)
})

test('what is imported stands behind what is there, and takes the place of a task of which nothing was typed', () => {
  const [first, second] = [{ ...newTask('a'), description: 'Guard' }, newTask('b')]
  const imported = { tasks: [{ ...newTask('c'), description: 'Oil' }], languages: ['uk' as const] }
  const { tasks, languages } = withImported({ tasks: [first, second], languages: ['pl'] }, imported)
  assert.deepEqual(
    tasks.map(({ id }) => id),
    ['a', 'c'],
  )
  assert.deepEqual(languages, ['uk', 'pl'])
})

test('a task moves as far as there are places', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 2, -1), ['a', 'c', 'b'])
  assert.deepEqual(moved(['a', 'b', 'c'], 0, -1), ['a', 'b', 'c'])
  assert.deepEqual(moved(['a', 'b', 'c'], 0, 5), ['b', 'c', 'a'])
  const middles = [100, 200, 300]
  assert.deepEqual(
    [50, 150, 210, 400].map((at) => placeAt(middles, 1, at)),
    [0, 1, 1, 2],
  )
  assert.equal(placeAt(middles, 0, 310), 2)
  assert.equal(placeAt(middles, 2, 90), 0)
})

test('a status is one that all chosen machines have, by its name; of all machines any that one has', () => {
  const rule = (id: number, name: string, archived = false) => ({ id, name, archived })
  const all = [
    { id: 1, statusRules: [rule(11, 'Setup'), rule(12, 'Jam')] },
    { id: 2, statusRules: [rule(21, 'Setup'), rule(22, 'Cleaning')] },
    { id: 3, statusRules: [rule(31, 'Cleaning'), rule(32, 'Setup', true)] },
  ]
  const choices = (workCenterIds: readonly number[], statusId = '') =>
    statusChoices({ workCenterIds, statusId }, all).map(({ id, name, isEverywhere }) => [id, name, isEverywhere])
  assert.deepEqual(choices([1, 2]), [['11', 'Setup', true]])
  // What was chosen at another of them is the same one.
  assert.deepEqual(choices([1, 2], '21'), [['21', 'Setup', true]])
  assert.deepEqual(choices([2, 3], '11'), [
    ['22', 'Cleaning', true],
    ['11', 'Setup', false],
  ])
  assert.deepEqual(
    choices([]).map(([, name]) => name),
    ['Setup', 'Jam', 'Cleaning'],
  )
  assert.deepEqual(choices([1, 3]), [], 'what was archived there is had no more')
  assert.deepEqual(choices([3], '32'), [
    ['31', 'Cleaning', true],
    ['32', 'Setup', false],
  ])
})
