import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keyFieldProblems, keyFileName, keyFileOf, keyFormOf, LIFETIMES, NEW_KEY } from './apiKeys.view.ts'
import { operationsByArea, readDocumentation, snippetOf, typeName } from './documentation.view.ts'
import type { Operation } from './documentation.view.ts'

const NOW = Date.parse('2026-05-04T10:00:00Z')
const KYIV = { zoneOffset: () => 3 * 3_600_000 }

describe('a new key', () => {
  it('ends after so many days, at the end of a day of the viewer, or never', () => {
    const ends = LIFETIMES.map((lifetime) => {
      const { expiration } = keyFormOf({ ...NEW_KEY, lifetime, date: '2026-05-31' }, NOW, KYIV)
      return expiration === null ? null : new Date(expiration).toISOString()
    })
    assert.deepEqual(ends, [
      '2026-06-03T10:00:00.000Z',
      '2026-08-02T10:00:00.000Z',
      '2027-05-04T10:00:00.000Z',
      '2026-05-31T21:00:00.000Z',
      null,
    ])
  })

  it('may end today, not before, and needs a date where one is to be chosen', () => {
    const problems = (date: string) => keyFieldProblems({ ...NEW_KEY, name: 'ERP', lifetime: 'date', date }, NOW, KYIV)
    assert.deepEqual(problems('2026-05-04'), [])
    assert.deepEqual(problems('2026-05-03'), [{ code: 'EXPIRATION_PAST', field: 'date' }])
    assert.deepEqual(problems(''), [{ code: 'REQUIRED', field: 'date' }])
    assert.deepEqual(keyFieldProblems(NEW_KEY, NOW, KYIV), [{ code: 'REQUIRED', field: 'name' }])
  })

  it('is kept in a file that says what it is', () => {
    assert.equal(keyFileName('ERP / цех №1 ../x'), 'trueline-key-erp-цех-1-x.txt')
    assert.match(
      keyFileOf({ name: 'ERP', secret: 'tlk_x' }, 'https://oee.example'),
      /^ERP\nhttps:\/\/oee.example\/api\/graphql\nAuthorization: Bearer tlk_x\n$/,
    )
  })
})

describe('the documentation', () => {
  const operation = (name: string, more: Partial<Operation> = {}): Operation => ({
    kind: 'query',
    name,
    area: 'loss',
    description: null,
    deprecation: null,
    right: 'READ LOSSES',
    isForKeys: true,
    isRunnable: true,
    arguments: [],
    answer: 'Loss',
    example: { query: `{ ${name} }`, variables: {} },
    ...more,
  })

  it('lists operations by area, those in use first, and finds them by name, area and right', () => {
    const all = [
      operation('event', { deprecation: 'Use loss.' }),
      operation('updateLoss', { kind: 'mutation', right: 'UPDATE LOSSES' }),
      operation('loss'),
      operation('companies', { area: 'company', right: 'signedIn' }),
    ]
    const names = (words: string) =>
      operationsByArea(all, words).map(({ area, operations }) => [area, ...operations.map(({ name }) => name)])
    assert.deepEqual(names(''), [
      ['company', 'companies'],
      ['loss', 'loss', 'updateLoss', 'event'],
    ])
    assert.deepEqual(names(' UPDATE  losses '), [['loss', 'updateLoss']])
    assert.deepEqual(names('nothing'), [])
  })

  it('writes examples that a shell and a program take, whatever stands in them', () => {
    const example = { query: 'mutation A($name: String!) {\n  a(name: $name)\n}', variables: { name: "it's" } }
    const curl = snippetOf('curl', { right: 'READ LOSSES', example }, 'https://oee.example')
    const [, body = ''] = /-d '(.*)'$/.exec(curl) ?? []
    assert.deepEqual(JSON.parse(body.replaceAll(String.raw`'\''`, "'")), {
      query: 'mutation A($name: String!) { a(name: $name) }',
      variables: example.variables,
    })
    const script = snippetOf('javascript', { right: 'READ LOSSES', example }, 'https://oee.example')
    assert.ok(script.includes(example.query) && script.includes('"name": "it\'s"'))
    assert.ok(snippetOf('graphql', { right: 'READ LOSSES', example }, '').startsWith(example.query))
    for (const kind of ['curl', 'javascript'] as const) {
      assert.match(snippetOf(kind, { right: 'READ LOSSES', example }, ''), /TRUELINE_KEY/)
      assert.doesNotMatch(snippetOf(kind, { right: 'anyone', example }, ''), /TRUELINE_KEY|authorization/i)
    }
  })

  it('names types without their marks, and takes nothing else for a documentation', () => {
    assert.equal(typeName('[Loss!]!'), 'Loss')
    assert.equal(readDocumentation({ error: { code: 'FORBIDDEN' } }), null)
    assert.equal(readDocumentation({ operations: 1, types: [], errors: [] }), null)
    assert.deepEqual(readDocumentation({ operations: [], types: [], errors: [] }), { operations: [], types: [], errors: [] })
  })
})
