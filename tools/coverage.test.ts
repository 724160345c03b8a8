import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildSchema, isObjectType, Kind, parse } from 'graphql'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(`${ROOT}/docs/coverage.md`, 'utf8')
const schema = readFileSync(`${ROOT}/schema.graphql`, 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Section'))
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

/** The operations of the schema, and of each document of the screens. */
const OPERATIONS = ['Query', 'Mutation'].flatMap((root) => {
  const type = buildSchema(schema).getType(root)
  return isObjectType(type) ? Object.keys(type.getFields()) : []
})

/** Names of the documents that ask each operation. */
function documentsByOperation(): ReadonlyMap<string, readonly string[]> {
  const asked = new Map<string, string[]>()
  for (const path of globSync('web/**/*.graphql', { cwd: ROOT }))
    for (const definition of parse(readFileSync(`${ROOT}/${path}`, 'utf8')).definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION || definition.name === undefined) continue
      for (const field of definition.selectionSet.selections)
        if (field.kind === Kind.FIELD) asked.set(field.name.value, [...(asked.get(field.name.value) ?? []), definition.name.value])
    }
  return asked
}

const rowsOf = (heading: string) =>
  (page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'))
const asking = rowsOf('Operations by the screen that asks them').map((row) => row.split('|'))
const forPrograms = rowsOf('Operations for programs alone').map((row) => row.split('|'))

test('each operation of the schema stands once: beside a file that asks it, or as one for programs with the reason', () => {
  const told = [...asking.map(([, , operations = '']) => operations), ...forPrograms.map(([, operations = '']) => operations)].flatMap(
    quoted,
  )
  assert.deepEqual(told.toSorted(), OPERATIONS.toSorted())
  for (const [, operations, why = ''] of forPrograms) assert.ok(why.trim().length > 20, operations ?? page)
})

test('each file that the page names asks the operations beside it, and what is for programs no file asks', () => {
  const documents = documentsByOperation()
  for (const [, file = '', operations = ''] of asking) {
    const [path = ''] = quoted(file)
    const text = readFileSync(`${ROOT}/${path}`, 'utf8')
    for (const operation of quoted(operations))
      assert.ok(
        documents.get(operation)?.some((name) => text.includes(`${name}Document`)),
        `${path} does not ask ${operation}`,
      )
  }
  const programs = forPrograms.flatMap(([, operations = '']) => quoted(operations))
  assert.deepEqual(
    programs.filter((operation) => documents.has(operation)),
    [],
  )
})
