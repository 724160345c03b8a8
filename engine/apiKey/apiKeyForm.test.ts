import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { apiKeyProblems, trimApiKeyForm } from './apiKeyForm.ts'
import type { ApiKeyForm } from './apiKeyForm.ts'

const NOW = 1_780_000_000_000

const ROWS: readonly (readonly [string, Partial<ApiKeyForm>, readonly string[]])[] = [
  ['a name is enough', {}, []],
  ['a name of blanks', { name: ' \t' }, ['REQUIRED name']],
  ['the longest name', { name: 'n'.repeat(100) }, []],
  ['a name beyond it', { name: 'n'.repeat(101) }, ['LENGTH_OUT_OF_RANGE name']],
  ['the longest description', { description: 'd'.repeat(500) }, []],
  ['a description beyond it', { description: 'd'.repeat(501) }, ['LENGTH_OUT_OF_RANGE description']],
  ['an end in a millisecond', { expiration: NOW + 1 }, []],
  ['an end now', { expiration: NOW }, ['EXPIRATION_PAST expiration']],
  [
    'everything wrong',
    { name: '', description: 'd'.repeat(501), expiration: 0 },
    ['REQUIRED name', 'LENGTH_OUT_OF_RANGE description', 'EXPIRATION_PAST expiration'],
  ],
]

describe('the form of an API key', () => {
  for (const [what, given, problems] of ROWS) {
    it(what, () => {
      const form = trimApiKeyForm({ name: ' ERP ', description: null, expiration: null, ...given })
      assert.deepEqual(
        apiKeyProblems(form, NOW).map(({ code, field }) => `${code} ${field}`),
        problems,
      )
    })
  }

  it('loses the blanks around its texts, and a description of nothing else', () => {
    assert.deepEqual(trimApiKeyForm({ name: ' ERP ', description: '  ', expiration: null }), {
      name: 'ERP',
      description: null,
      expiration: null,
    })
    assert.equal(trimApiKeyForm({ name: 'ERP', description: ' from SAP ', expiration: null }).description, 'from SAP')
  })
})
