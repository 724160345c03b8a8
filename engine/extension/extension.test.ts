import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXTENSION_IDS, extensionOfArea, EXTENSIONS, isExtensionOn, subjectsOff, switchableExtension } from './extension.ts'

const NOTHING_CHOSEN = new Map<string, boolean>()

test('each extension of the store is there once, and each area belongs to one', () => {
  assert.deepEqual(
    EXTENSIONS.map(({ id }) => id),
    [...EXTENSION_IDS],
  )
  const areas = EXTENSIONS.flatMap((one) => one.areas)
  assert.equal(new Set(areas).size, areas.length)
  for (const one of EXTENSIONS) for (const area of one.areas) assert.equal(extensionOfArea(area), one)
  assert.equal(extensionOfArea('loss'), null)
})

const STATES: readonly (readonly [name: string, chosen: ReadonlyMap<string, boolean>, isOn: readonly boolean[]])[] = [
  ['nothing is chosen: what is there is on', NOTHING_CHOSEN, [true, true, true, false]],
  ['one is switched off', new Map([['CHECKLISTS', false]]), [false, true, true, false]],
  ['switched off and on again', new Map([['CHECKLISTS', true]]), [true, true, true, false]],
  ['what is coming is never on', new Map([['EDGE', true]]), [true, true, true, false]],
  ['what the store no longer has changes nothing', new Map([['GONE', false]]), [true, true, true, false]],
]
for (const [name, chosen, isOn] of STATES)
  test(name, () => {
    assert.deepEqual(
      EXTENSIONS.map((one) => isExtensionOn(one, chosen)),
      isOn,
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
