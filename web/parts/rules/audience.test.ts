import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alsoOptions, chosenParts, withoutPart, withPart } from './audience.view.ts'

describe('the audience of a rule', () => {
  const OPTIONS = [
    { value: 'USERS:a,b', label: 'Ann, Ben' },
    { value: 'USERS:a', label: 'Ann' },
    { value: 'USERS:b', label: 'Ben' },
    { value: 'USERS:', label: 'Everybody' },
    { value: 'ROLES:ADMIN', label: 'Administrators' },
    { value: 'TEAMS:t', label: 'Morning' },
  ]
  const labels = (found: readonly { readonly label: string }[]) => found.map(({ label }) => label)

  it('is several of one kind, one after the other', () => {
    assert.deepEqual(labels(chosenParts('USERS:a', OPTIONS)), ['Ann'])
    assert.deepEqual(labels(alsoOptions('USERS:a', OPTIONS)), ['Ben'])
    const both = withPart('USERS:a', 'USERS:b')
    assert.equal(both, 'USERS:a,b')
    assert.deepEqual(labels(chosenParts(both, OPTIONS)), ['Ann', 'Ben'])
    assert.deepEqual(alsoOptions(both, OPTIONS), [])
    assert.equal(withPart(both, 'USERS:b'), both)
  })

  it('takes none beside everybody, and names who is gone by the id', () => {
    assert.deepEqual(alsoOptions('USERS:', OPTIONS), [])
    assert.deepEqual(chosenParts('USERS:', OPTIONS), [])
    assert.deepEqual(labels(chosenParts('USERS:a,x', OPTIONS)), ['Ann', 'x'])
  })

  it('loses one after the other, but not the last', () => {
    assert.equal(withoutPart('USERS:a,b', 'USERS:a'), 'USERS:b')
    assert.equal(withoutPart('USERS:b', 'USERS:b'), 'USERS:b')
  })
})
