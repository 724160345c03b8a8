import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsv } from '#web/parts/csv/csv.ts'
import { exampleRows, importedTasks, leftLines } from './taskImport.view.ts'

const POLISH = {
  columns: {
    description: 'Co zrobić',
    type: 'Odpowiedź',
    min: 'Najmniej',
    max: 'Najwięcej',
    unit: 'Jednostka',
    options: 'Opcje',
    message: 'Co zrobić inaczej',
  },
  types: {
    YES_NO: 'Tak lub nie',
    MEASUREMENT: 'Zmierzona liczba',
    ENTER_TEXT: 'Tekst',
    MARK_AS_DONE: 'Oznacz jako zrobione',
    SELECT: 'Wybór z opcji',
    ATTACH_FILE: 'Zdjęcie lub dokument',
  },
}
const imported = (text: string, usual: 'MARK_AS_DONE' | 'YES_NO' = 'YES_NO', locale = 'pl') => {
  let id = 0
  return importedTasks(text, { words: POLISH, locale, usual, newId: () => String(++id) })
}
const shortly = ({ tasks }: ReturnType<typeof imported>) =>
  tasks.map((task) => [task.description, task.type, task.min, task.max, task.unit])

test('lines are tasks, with their commas, of the type that was chosen for them', () => {
  assert.deepEqual(shortly(imported('Guard closed, locked?\n\nOil level\n', 'MARK_AS_DONE')), [
    ['Guard closed, locked?', 'MARK_AS_DONE', '', '', ''],
    ['Oil level', 'MARK_AS_DONE', '', '', ''],
  ])
  assert.deepEqual(
    imported('a\nb').tasks.map(({ id }) => id),
    ['1', '2'],
  )
})

test('cells of a sheet are name, type and limits; without a type what has limits is measured', () => {
  assert.deepEqual(shortly(imported('Ciśnienie\tMEASUREMENT\t4,5\t6\tbar\nOsłona\ttak lub nie')), [
    ['Ciśnienie', 'MEASUREMENT', '4,5', '6', 'bar'],
    ['Osłona', 'YES_NO', '', '', ''],
  ])
  assert.deepEqual(shortly(imported('Ciśnienie\t4,5\t6\tbar\nOlej\t\t60\t°C\nOsłona')), [
    ['Ciśnienie', 'MEASUREMENT', '4,5', '6', 'bar'],
    ['Olej', 'MEASUREMENT', '', '60', '°C'],
    ['Osłona', 'YES_NO', '', '', ''],
  ])
})

test('named columns stand in any order, by their names here or in the API, and languages beside them', () => {
  const { tasks, languages } = imported('unit;Co zrobić;max;Українська;en\nbar;Ciśnienie;6;Тиск;Pressure\n;Osłona;;;Guard')
  assert.deepEqual(languages, ['en', 'uk'])
  assert.deepEqual(
    tasks.map(({ description, type, max, unit, words }) => [description, type, max, unit, words.uk?.description, words.en?.description]),
    [
      ['Ciśnienie', 'MEASUREMENT', '6', 'bar', 'Тиск', 'Pressure'],
      ['Osłona', 'YES_NO', '', '', undefined, 'Guard'],
    ],
  )
})

test('an example that was saved is read as it is, commas and all', () => {
  const [header = [], ...rows] = exampleRows(POLISH, ['Osłona zamknięta, czysta?', 'Ciśnienie', 'Stan pasa'])
  const { tasks, unread } = imported(toCsv(header, rows))
  assert.deepEqual(unread, [])
  assert.deepEqual(
    tasks.map(({ description, type, min, options }) => [description, type, min, options]),
    [
      ['Osłona zamknięta, czysta?', 'YES_NO', '', ''],
      ['Ciśnienie', 'MEASUREMENT', '4', ''],
      ['Stan pasa', 'SELECT', '', '* A\nB\nC'],
    ],
  )
})

test('what cannot be read is told by its line and column, and is left to be mended', () => {
  const text = [
    'description;type;min;max;options;message',
    'Pressure;number;4;6',
    ';YES_NO',
    'Oil;MEASUREMENT;low;6',
    'Heat;MEASUREMENT;60;40',
    'Belt;SELECT;;;Good',
    `${'x'.repeat(501)};YES_NO`,
    'Guard;YES_NO',
  ].join('\n')
  const found = imported(text)
  assert.deepEqual(
    found.unread.map(({ line, column, code }) => [line, column, code]),
    [
      [2, 'type', 'NO_TYPE'],
      [3, 'description', 'MISSING'],
      [4, 'min', 'NO_NUMBER'],
      [5, 'max', 'ORDER'],
      [6, 'options', 'OPTIONS'],
      [7, 'description', 'LONG'],
    ],
  )
  assert.deepEqual(
    found.tasks.map(({ description }) => description),
    ['Guard'],
  )
  const left = leftLines(text, found, POLISH)
  assert.deepEqual(left.split('\n').length, 7)
  assert.deepEqual(imported(left.replace('low', '3')).tasks.length, 1)
  const quoted = 'Belt;nothing\n"Pressure\nof the pump";number'
  assert.equal(leftLines(quoted, imported(quoted), POLISH), quoted)
  assert.equal(leftLines('a\nb', imported('a\nb'), POLISH), '')
})
