import assert from 'node:assert/strict'
import { test } from 'node:test'
import { danglingIn, readCitable, readDangling, readTwiceDefined, twiceDefinedIn, type Citable } from './citations.ts'
import { ROOT } from './sourceTree.ts'

const CITABLE: Citable = { codes: new Set(['S-1', 'U-2']), sections: new Set(['000 §2']), documents: new Set(['domain.md']) }

const cited = (path: string, text: string) => danglingIn(path, text, CITABLE).map((one) => `${one.line} ${one.cited}`)

test('every citation leads to something in the repository', () => {
  assert.deepEqual(
    readDangling(ROOT).map(({ path, line, cited: one }) => `${path}:${line} cites ${one}`),
    [],
  )
})

test('the digests define what is cited', () => {
  const { codes, sections, documents } = readCitable(ROOT)
  assert.ok(codes.size > 150, `only ${codes.size} codes`)
  assert.ok(sections.size > 10, `only ${sections.size} sections`)
  assert.ok(documents.has('domain.md') && documents.has('ARCHITECTURE.md'))
})

test('each rule is defined once', () => {
  assert.deepEqual(readTwiceDefined(ROOT), [])
  assert.deepEqual(twiceDefinedIn('- S-1 One.\n  - More of it, like S-1.\n- S-1a, S-1 Two.\n- S-2 Three.'), [])
  assert.deepEqual(twiceDefinedIn('- S-1 One.\n- IN-2 Two.\n- S-1, S-3 Three.\n  - IN-2 Four.'), ['S-1', 'IN-2'])
})

test('a comment may cite what is there, and nothing else', () => {
  assert.deepEqual(cited('a.ts', '/** Returns it (domain.md S-1, U-2; spec 000 §2). */'), [])
  assert.deepEqual(cited('a.ts', 'const a = 1\n// See S-99 and\n/* design.md\n§4.1, spec 000 §2, §9 and RFC 9110 §8 */'), [
    '2 S-99',
    '3 design.md',
    '4 000 §9',
    '4 §4.1',
  ])
  assert.deepEqual(cited('a.sql', "select 'S-99' -- S-98"), ['1 S-98'])
})

test('only comments cite: a text of a program does not', () => {
  assert.deepEqual(cited('a.ts', "const order = 'A-77' // fine\nconst url = 'http://host/S-77.md'"), [])
})

test('in a document every line counts', () => {
  assert.deepEqual(cited('docs/a.md', 'By S-1.\nBy S-2.'), ['2 S-2'])
})
