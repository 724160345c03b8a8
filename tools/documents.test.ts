import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './sourceTree.ts'

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'sim/**/*.md'], { cwd: ROOT }).toSorted()
const SOURCES = globSync('{engine,server,web,sim,bench,e2e,tools,docs}/**/*.{ts,tsx,mjs,json,sql,css,html,graphql,md}', { cwd: ROOT })

test('links and paths of the documents lead somewhere', () => {
  assert.ok(DOCUMENTS.includes('README.md') && DOCUMENTS.length > 4, DOCUMENTS.join())
  const dead = DOCUMENTS.flatMap((document) =>
    [...targetsOf(read(document))].filter((target) => !leadsSomewhere(document, target)).map((target) => `${document}: ${target}`),
  )
  assert.deepEqual(dead, [])
})

test('npm commands of the documents exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const unknown = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/npm run (?:--silent )?([a-z:]+)/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => scripts[name] === undefined)
      .map((name) => `${document}: npm run ${name}`),
  )
  assert.deepEqual(unknown, [])
})

test('a dead link is found', () => {
  assert.equal(leadsSomewhere('docs/decisions/README.md', '../nowhere.md'), false)
  assert.equal(leadsSomewhere('README.md', 'tools/nothing.ts'), false)
  assert.ok(leadsSomewhere('docs/decisions/README.md', '../../README.md'))
  assert.deepEqual([...targetsOf('see [a](b.md#c), `engine/time` and `npm test`')], ['b.md', 'engine/time'])
})

test('nothing names a folder of somebody’s machine', () => {
  const own = new RegExp(`(^|[\\s'"\`(=])/(?:work|home|Users)/`, 'm')
  const named = [...DOCUMENTS, ...SOURCES].filter((path) => !path.endsWith('documents.test.ts') && own.test(read(path)))
  assert.deepEqual(named, [])
})

/** Relative links, and paths in code marks that begin with a folder of the tree and hold no placeholder. */
function targetsOf(text: string): Set<string> {
  const links = text.matchAll(/\]\((?!https?:|#)([^)\s#]+)/g).map((match) => match[1] ?? '')
  const paths = text.matchAll(/`((?:engine|server|web|sim|bench|e2e|tools|docs)\/[\w./-]*)`/g).map((match) => match[1] ?? '')
  return new Set([...links, ...paths])
}

function leadsSomewhere(document: string, target: string): boolean {
  return existsSync(join(ROOT, dirname(document), target)) || existsSync(join(ROOT, target))
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}
