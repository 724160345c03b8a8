import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXTENSION_IDS, extensionOf, EXTENSIONS, isExtensionOn, isOn, subjectsOff, switchableExtension } from './extension.ts'

const NOTHING_CHOSEN = new Map<string, boolean>()

test('each extension of the store is there once, and each area belongs to one', () => {
  assert.deepEqual(
    EXTENSIONS.map(({ id }) => id),
    [...EXTENSION_IDS],
  )
  const areas = EXTENSIONS.flatMap((one) => one.areas)
  assert.equal(new Set(areas).size, areas.length)
  for (const one of EXTENSIONS) for (const area of one.areas) assert.equal(extensionOf('x', area), one)
  for (const one of EXTENSIONS) for (const operation of one.operations ?? []) assert.equal(extensionOf(operation, 'energy'), one)
  // What a machine consumed stays where it is shown with other figures.
  for (const operation of ['energyStat', 'speedStat', 'startPowerCalibration']) assert.equal(extensionOf(operation, 'energy'), null)
  assert.equal(extensionOf('losses', 'loss'), null)
})

const STATES: readonly (readonly [name: string, chosen: ReadonlyMap<string, boolean>, on: readonly boolean[]])[] = [
  ['nothing is chosen: what is there is on', NOTHING_CHOSEN, [true, true, true, true, true, false]],
  ['one is switched off', new Map([['CHECKLISTS', false]]), [false, true, true, true, true, false]],
  ['switched off and on again', new Map([['CHECKLISTS', true]]), [true, true, true, true, true, false]],
  ['what is coming is never on', new Map([['EDGE', true]]), [true, true, true, true, true, false]],
  ['what the store no longer has changes nothing', new Map([['GONE', false]]), [true, true, true, true, true, false]],
]
for (const [name, chosen, on] of STATES)
  test(name, () => {
    assert.deepEqual(
      EXTENSIONS.map((one) => isExtensionOn(one, chosen)),
      on,
    )
    assert.deepEqual(
      EXTENSION_IDS.map((id) => isOn(id, chosen)),
      on,
    )
  })

test('while it is off nobody has its rights', () => {
  assert.deepEqual([...subjectsOff(NOTHING_CHOSEN)], [])
  const off = new Map([
    ['CHECKLISTS', false],
    ['ASSISTANT', false],
  ])
  assert.deepEqual([...subjectsOff(off)], ['CHECKLISTS'])
})

test('only what is there can be switched', () => {
  assert.equal(switchableExtension('CHECKLISTS'), EXTENSIONS[0])
  assert.deepEqual(switchableExtension('EDGE'), { code: 'EXTENSION_COMING', field: 'id', params: { id: 'EDGE' } })
  assert.deepEqual(switchableExtension('x'), { code: 'EXTENSION_NOT_FOUND', field: 'id', params: { id: 'x' } })
})
