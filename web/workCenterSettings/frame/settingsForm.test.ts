import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { byApiName, fieldProblem, FLAG } from '#engine/fields/fieldTable.ts'
import { GENERAL_FIELDS } from '#engine/workCenter/generalFields.ts'
import { SPECIFICATION_FIELDS } from '#engine/workCenter/specificationFields.ts'
import { changerOf } from './conflict.view.ts'
import { changedIn, discarded, keepMine, takeTheirs, valuesIn, withIncoming, withSaved, type Draft } from './settingsDraft.view.ts'
import { enteredOf, namesOf, problemsIn, storedOf, valuesWith, type FieldSpecs, type StoredValues } from './settingsFields.view.ts'
import { readSettingsTab, tabOfListKey } from './settingsTabs.ts'

type Name = 'name' | 'cosPhi' | 'ratio' | 'isOn'
const FIELDS: FieldSpecs<Name> = {
  name: GENERAL_FIELDS.name,
  cosPhi: SPECIFICATION_FIELDS.cosPhi,
  ratio: SPECIFICATION_FIELDS.transformationRatioCode,
  isOn: { rule: FLAG, api: 'Boolean' },
}
const SPECIFICATION = byApiName(SPECIFICATION_FIELDS)
const NOTHING = Object.fromEntries(namesOf(SPECIFICATION).map((name) => [name, null])) as StoredValues<keyof typeof SPECIFICATION>
const STORED = { name: 'Press', cosPhi: 0.9, ratio: null, isOn: false }

function typed(...edits: readonly (readonly [Name, string | boolean])[]): Draft<Name> {
  return { base: { stored: STORED, version: 3 }, edits: new Map(edits), locale: 'en', conflict: null }
}

describe('the fields of the settings', () => {
  it('count a change only where the value differs from what is stored', () => {
    assert.deepEqual(changedIn(FIELDS, typed(['name', ' Press '], ['cosPhi', '0,90'], ['ratio', ' '], ['isOn', false])), [])
    assert.deepEqual(changedIn(FIELDS, typed(['name', 'Saw'], ['cosPhi', '0,92'], ['ratio', '600/5'], ['isOn', true])), [
      'name',
      'cosPhi',
      'ratio',
      'isOn',
    ])
  })

  it('are checked by the rules of the server', () => {
    const edits = new Map<Name, string | boolean>([
      ['name', ' '],
      ['cosPhi', '1,2'],
      ['ratio', '123:1'],
    ])
    const problems = problemsIn(FIELDS, valuesWith(FIELDS, STORED, edits, 'en'), ['name', 'cosPhi', 'ratio'])
    assert.deepEqual(
      problems.map(({ code, field }) => `${field}: ${code}`),
      ['name: REQUIRED', 'cosPhi: VALUE_OUT_OF_RANGE', 'ratio: INVALID_FORMAT'],
    )
    assert.equal(problemsIn(FIELDS, { ...STORED, cosPhi: storedOf(FIELDS.cosPhi, 'much', 'en') }, ['cosPhi'])[0]?.code, 'NOT_A_NUMBER')
  })

  it('are refused in the form exactly as their table says', () => {
    const fields = SPECIFICATION
    const wrong = { ...NOTHING, cosPhi: 2, voltage: 1e6, serialNumber: 'a'.repeat(201), transformationRationCode: '1:1' }
    const names = ['voltage', 'cosPhi', 'transformationRationCode', 'serialNumber'] as const
    assert.deepEqual(
      problemsIn(fields, wrong, names),
      names.map((name) => fieldProblem(name, fields[name], wrong[name])),
    )
    assert.deepEqual(problemsIn(fields, wrong, ['cosPhi']), [
      { code: 'VALUE_OUT_OF_RANGE', field: 'cosPhi', params: { value: 2, above: 0, max: 1 } },
    ])
  })

  it('show numbers as the language types them', () => {
    assert.deepEqual(
      [enteredOf(0.92, 'pl'), enteredOf(0.92, 'en'), enteredOf(null, 'en'), enteredOf(true, 'en')],
      ['0,92', '0.92', '', true],
    )
  })
})

describe('a draft of settings', () => {
  const theirs = (changes: object, version = 4) => ({ stored: { ...STORED, ...changes }, version })

  it('follows the server in fields that nobody edits here', () => {
    const next = withIncoming(FIELDS, typed(['name', 'Saw']), theirs({ cosPhi: 0.8 }))
    assert.equal(next.conflict, null)
    assert.deepEqual(valuesIn(FIELDS, next), { ...STORED, name: 'Saw', cosPhi: 0.8 })
    assert.equal(next.base.version, 4)
  })

  it('keeps what is typed and tells a conflict when an edited field was changed to something else', () => {
    const met = withIncoming(FIELDS, typed(['name', 'Saw']), theirs({ name: 'Mill', cosPhi: 0.8 }))
    assert.deepEqual(met.conflict?.moved, ['name', 'cosPhi'])
    assert.equal(met.edits.get('name'), 'Saw')
    assert.equal(met.base.version, 3)
    const mine = keepMine(met)
    assert.deepEqual([mine.base.version, changedIn(FIELDS, mine)], [4, ['name']])
    const given = takeTheirs(met)
    assert.deepEqual([given.base.stored.name, given.edits.size, given.conflict], ['Mill', 0, null])
  })

  it('gives up only what the other one changed, and all of it when it is discarded', () => {
    const met = withIncoming(FIELDS, typed(['name', 'Saw'], ['ratio', '600/5']), theirs({ name: 'Mill' }))
    const given = takeTheirs(met)
    assert.deepEqual([given.base.stored.name, [...given.edits], given.conflict], ['Mill', [['ratio', '600/5']], null])
    const none = discarded(met)
    assert.deepEqual([none.base.stored.name, none.edits.size, none.conflict], ['Mill', 0, null])
  })

  it('has no conflict when both changed to the same', () => {
    const next = withIncoming(FIELDS, typed(['name', 'Saw']), theirs({ name: 'Saw' }))
    assert.deepEqual([next.conflict, changedIn(FIELDS, next)], [null, []])
  })

  it('passes over values older than its own, and keeps what was typed during a save', () => {
    const before = typed(['name', 'Saw'], ['isOn', true])
    const saved = withSaved(FIELDS, before, { edits: new Map<Name, string | boolean>([['name', 'Saw']]), version: 5 })
    assert.deepEqual([saved.base.stored.name, saved.base.version, changedIn(FIELDS, saved)], ['Saw', 5, ['isOn']])
    assert.equal(withIncoming(FIELDS, saved, theirs({}, 4)), saved)
  })
})

describe('who changed the settings', () => {
  const entry = (workCenterId: number, after: object, fullName = 'Anna Nowak') => ({
    at: '2026-05-04T10:00:00Z',
    details: JSON.stringify({ workCenterId, before: {}, after }),
    user: { id: '1', fullName },
  })

  it('is the newest one who changed one of the fields of this work center', () => {
    const items = [
      entry(8, { name: 'A' }),
      entry(7, { voltage: 400 }),
      entry(7, { transformationRatioCode: '1/1' }, 'Jan'),
      entry(7, { name: 'B' }),
    ]
    assert.deepEqual(changerOf(items, 7, ['transformationRationCode', 'name']), { name: 'Jan', at: '2026-05-04T10:00:00Z' })
    assert.equal(changerOf(items, 7, ['comment']), null)
    assert.equal(changerOf([{ at: '', details: 'no JSON', user: null }], 7, ['name']), null)
  })
})

describe('the tabs of the settings', () => {
  it('are read from the address and walked by the arrows', () => {
    assert.deepEqual(
      [readSettingsTab({ tab: 'oee' }), readSettingsTab({ tab: 'nope' }), readSettingsTab({})],
      ['oee', 'general', 'general'],
    )
    assert.deepEqual(
      [tabOfListKey('ArrowUp', 'general'), tabOfListKey('ArrowDown', 'reports'), tabOfListKey('End', 'oee'), tabOfListKey('x', 'oee')],
      ['reports', 'general', 'reports', null],
    )
  })
})
