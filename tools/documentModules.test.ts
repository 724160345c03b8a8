import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentModule, importsOf } from './documentModules.ts'

const GENERATED = `export type A = 1;
export const OneDocument = {"kind":"Document","definitions":[]} as unknown as DocumentNode<OneQuery, OneQueryVariables>;
export const OneMoreDocument = {"kind":"Document","definitions":[1]} as unknown as DocumentNode<A, B>;`

test('a document becomes a module of its own', () => {
  assert.equal(documentModule(GENERATED, 'OneDocument'), 'export const OneDocument = {"kind":"Document","definitions":[]}')
  assert.equal(documentModule(GENERATED, 'OneMoreDocument'), 'export const OneMoreDocument = {"kind":"Document","definitions":[1]}')
  assert.throws(() => documentModule(GENERATED, 'Two'), /no generated document Two/)
})

test('an import of several documents becomes one of each, types left out', () => {
  assert.equal(
    importsOf('\n  OneDocument,\n  type OneQuery,\n  OneMoreDocument,\n'),
    "import { OneDocument } from '#web/api/generated/graphql.ts?document=OneDocument'; import { OneMoreDocument } from '#web/api/generated/graphql.ts?document=OneMoreDocument'",
  )
  assert.equal(importsOf('type OneQuery'), '')
})
