import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCommands, type Command } from './commands.ts'

function named(...names: readonly string[]): readonly Command[] {
  return names.map((name) => ({ id: name, kind: 'workCenter', name, isCurrent: false, run: () => undefined }))
}

const found = (commands: readonly Command[], text: string) => findCommands(commands, text).map(({ name }) => name)

test('without a text everything is found, in its order', () => {
  assert.deepEqual(found(named('Saw 2', 'Press 1'), ' '), ['Saw 2', 'Press 1'])
})

test('the closest name comes first', () => {
  const commands = named('Compressor', 'Old press', 'Press 3', 'Paper release sheet saw')
  assert.deepEqual(found(commands, 'pres'), ['Press 3', 'Old press', 'Compressor', 'Paper release sheet saw'])
})

test('accents, letter case and apostrophes do not matter', () => {
  const commands = named('Łódź 1', 'Ёлка', 'Yo‘qotishlar', 'Robocze centrum')
  assert.deepEqual(found(commands, 'lodz'), ['Łódź 1'])
  assert.deepEqual(found(commands, 'ЕЛКА'), ['Ёлка'])
  assert.deepEqual(found(commands, "yo'q"), ['Yo‘qotishlar'])
})

test('every word must be found, in any order', () => {
  const commands = named('Press 3', 'Press 4', 'Saw 3')
  assert.deepEqual(found(commands, '3 press'), ['Press 3'])
  assert.deepEqual(found(commands, 'press 5'), [])
})

test('letters in their order find a name, one letter alone must stand in it', () => {
  assert.deepEqual(found(named('Laser cutter'), 'lct'), ['Laser cutter'])
  assert.deepEqual(found(named('Laser cutter'), 'tcl'), [])
  assert.deepEqual(found(named('Laser cutter'), 'x'), [])
})

test('no more are shown than anybody styles through', () => {
  assert.equal(found(named(...Array.from({ length: 120 }, (_unused, index) => `Press ${index}`)), 'press').length, 50)
})
