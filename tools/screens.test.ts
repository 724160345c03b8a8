import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Kind } from 'graphql'
import type { DocumentNode } from 'graphql'
import { costRefusal, staticRefusal } from '#server/graphql/limits.ts'
import { schema } from '#server/schema.ts'
import * as documents from '#web/api/generated/graphql.ts'
import { PAGE_SIZES } from '#web/parts/list/pagingOf.ts'

const ABILITY = /\b(?:readable|updatable|modifiable)\.has\('/
const MUTATION = /\buseMutation\b|\.mutation\b/

const screens = globSync('web/**/*.{ts,tsx}', { exclude: ['web/api/generated/**'] }).filter((path) => !path.endsWith('.test.ts'))
const holding = (pattern: RegExp) => screens.filter((path) => pattern.test(readFileSync(path, 'utf8')))

test('screens ask the rules of the engine what a person may do, not abilities one by one', () => {
  assert.deepEqual(holding(ABILITY), [])
})

test('one hook sends every change, and the outbox what could not be sent', () => {
  assert.deepEqual(holding(MUTATION).toSorted(), [
    'web/api/useChange.ts',
    'web/parts/classify/lossEditKind.ts',
    'web/parts/classify/manualLossKind.ts',
    'web/parts/confirm/confirmKind.ts',
    'web/parts/conversation/messageKind.ts',
    'web/parts/handIn/handInKind.ts',
    'web/parts/handIn/skipKind.ts',
    'web/parts/handover/handoverKinds.ts',
    'web/parts/order/orderActKind.ts',
    'web/parts/stock/materialAct.ts',
    'web/parts/support/supportKind.ts',
    'web/parts/todo/taskClosingKind.ts',
    'web/parts/workRequest/requestKinds.ts',
  ])
})

const SEARCH = /export const ([A-Z_]+_SEARCH) = tableOfPage\(\s*'([^']+)'/g
const OWN_WAYS = /\bnamed\(|\bflag\('/

test('the first page loads no table of another page, and what other pages link to is written alike before and after it is loaded', () => {
  const routes = readFileSync('web/routes.tsx', 'utf8')
  const later = screens.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(SEARCH)].map(([, name = '', of = '']) => ({ path, name, of })),
  )
  assert.ok(later.length >= 10)
  for (const { path, name, of } of later) {
    assert.ok(routes.includes(`laterSearch<typeof ${name}>('${of}')`), `${path}: the route ${of}`)
    assert.match(routes, new RegExp(`import type \\{ ${name} \\}`), path)
    assert.doesNotMatch(readFileSync(path, 'utf8'), OWN_WAYS, path)
  }
  const early = new Set([...routes.matchAll(/\.\.\.([A-Z_]+)\.route/g)].map(([, name]) => name))
  assert.deepEqual(early, new Set(['LIST_SEARCH', 'PAGE_SEARCH', 'TAB_SEARCH']))
})

test('no screen asks for more than the API answers', () => {
  const asked = Object.values(documents).filter(isDocument)
  assert.ok(asked.length > 400)
  assert.deepEqual(
    asked.flatMap((document) => refusalsOf(document, {})),
    [],
  )
})

const LARGEST_PAGE = Math.max(...PAGE_SIZES.map(Number))

test('no page of a list is larger than the API answers', () => {
  const paged = Object.values(documents)
    .filter(isDocument)
    .filter((one) => variablesOf(one).includes('size'))
  assert.ok(paged.length > 15)
  assert.deepEqual(
    paged.flatMap((document) => refusalsOf(document, { size: LARGEST_PAGE })),
    [],
  )
})

/** Those that read no page of the server: what goes into the file is there already. */
const FILES_OF_WHAT_IS_THERE = ['web/workCenter/table/TableFile.tsx']
const READS_A_PAGE = /\bconst readPage = /
const PAGE_OF_A_FILE = /\.query\(\s*(\w+Document),\s*\{[^}]*\bsize: (\w+)\b/
const DOCUMENTS: ReadonlyMap<string, unknown> = new Map(Object.entries(documents))

test('no page that goes into a file is larger than the API answers', () => {
  const files = holding(READS_A_PAGE).filter((path) => !FILES_OF_WHAT_IS_THERE.includes(path))
  assert.ok(files.length >= 13, `${files.length} lists read pages for their file`)
  const refused = files.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const [, name = '', constant = ''] = PAGE_OF_A_FILE.exec(text.slice(text.search(READS_A_PAGE))) ?? []
    const size = Number(new RegExp(`const ${constant} = ([\\d_]+)`).exec(text)?.[1]?.replaceAll('_', ''))
    const document = DOCUMENTS.get(name)
    assert.ok(isDocument(document) && variablesOf(document).includes('size') && size > 0, `${path}: how large its pages are`)
    return refusalsOf(document, { size }).map((refusal) => `${path}: ${refusal}`)
  })
  assert.deepEqual(refused, [])
})

function refusalsOf(document: DocumentNode, variables: Readonly<Record<string, unknown>>): readonly string[] {
  const problem = staticRefusal(document) ?? costRefusal(schema, document, null, variables)
  return problem === null ? [] : [`${nameOf(document)}: ${problem.message} ${JSON.stringify(problem.extensions['params'])}`]
}

function variablesOf({ definitions }: DocumentNode): readonly string[] {
  return definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? (one.variableDefinitions ?? []).map(({ variable }) => variable.name.value) : [],
  )
}

function isDocument(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === Kind.DOCUMENT
}

function nameOf({ definitions }: DocumentNode): string {
  return definitions.flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? (one.name?.value ?? []) : [])).join()
}
