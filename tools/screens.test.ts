import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Kind } from 'graphql'
import type { DocumentNode } from 'graphql'
import { costRefusal, staticRefusal } from '#server/graphql/limits.ts'
import { schema } from '#server/schema.ts'
import * as documents from '#web/api/generated/graphql.ts'

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
  const refused = asked.flatMap((document) => {
    const problem = staticRefusal(document) ?? costRefusal(schema, document, null, {})
    return problem === null ? [] : [`${nameOf(document)}: ${problem.message} ${JSON.stringify(problem.extensions['params'])}`]
  })
  assert.deepEqual(refused, [])
})

function isDocument(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === Kind.DOCUMENT
}

function nameOf({ definitions }: DocumentNode): string {
  return definitions.flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? (one.name?.value ?? []) : [])).join()
}
