import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(`${ROOT}/docs/coverage.md`, 'utf8')
const schema = readFileSync(`${ROOT}/schema.graphql`, 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Section') && !line.startsWith('| Operation'))
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? [])

test('each file and folder that the page names exists', () => {
  const paths = quoted(page).filter((name) => /^[A-Za-z]/.test(name) && /[/.]/.test(name))
  assert.ok(paths.length > 100)
  assert.deepEqual(
    paths.filter((path) => !existsSync(`${ROOT}/${path}`)),
    [],
  )
})

test('each section of both documents says where it lives and which test or story tries it', () => {
  const told = readFileSync(`${ROOT}/docs/specification.md`, 'utf8')
  const sections = [...told.matchAll(/^### (00\d §\d)/gm)].map(([, section = '']) => section)
  assert.ok(sections.length >= 16)
  for (const section of sections) {
    const own = rows.filter((row) => row.startsWith(`| ${section}`))
    assert.ok(own.length > 0, section)
    for (const row of own) {
      const [, , home = '', tried = ''] = row.split('|')
      assert.ok(quoted(home).length > 0, row)
      assert.ok(quoted(tried).length > 0, row)
      for (const path of quoted(tried)) assert.match(path, /\.test\.ts$|^e2e\/stories\/\w+\.ts$/, row)
    }
  }
})

test('each operation that the page names is in the schema', () => {
  const operations = rows.filter((row) => /^\| `[a-z]\w+`/.test(row))
  assert.ok(operations.length >= 4)
  for (const row of operations)
    for (const name of quoted(row.split('|')[1] ?? '')) assert.match(schema, new RegExp(`^  ${name}[(:]`, 'm'), name)
})
