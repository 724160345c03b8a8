import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import type { AnsweredRefusal } from '#engine/faq/refusalEntries.ts'
import { ERROR_CODES, type ErrorCode } from './errorCodes.ts'

/** The types fail here where a code has no entry of the FAQ: it belongs into engine/faq/refusalEntries.ts. */
const WITHOUT_ENTRY: Readonly<Record<Exclude<ErrorCode, AnsweredRefusal>, never>> = {}

const ROOT = join(import.meta.dirname, '../..')
/** Refused before GraphQL, or named differently at the API. */
const NOT_OF_THE_API = ['UNAUTHORIZED', 'STATUS_RANGES_INTERSECT', 'PASSWORDS_DIFFER']

it('the catalogue has every code that the areas and the engine refuse with', () => {
  const files = globSync(
    [
      'engine/**/*.ts',
      'server/{company,user,device,workCenter,sensor,item,jobOrder,status,loss,material,output,shift,oee,graphql}/*.ts',
      'server/jobOrder/import/*.ts',
      'server/file/table/*.ts',
    ],
    {
      cwd: ROOT,
    },
  )
  const sources = files.filter((file) => !file.endsWith('.test.ts')).map((file) => readFileSync(join(ROOT, file), 'utf8'))
  const used = new Set(sources.flatMap((text) => [...text.matchAll(/code: '([A-Z_]{4,})'/g)].map(([, code]) => code ?? '')))
  assert.ok(used.size > 20)
  assert.deepEqual(
    [...used].filter((code) => !(code in ERROR_CODES) && !NOT_OF_THE_API.includes(code)),
    [],
  )
})

it('no code is without an entry of the FAQ', () => {
  assert.deepEqual(Object.keys(WITHOUT_ENTRY), [])
})
