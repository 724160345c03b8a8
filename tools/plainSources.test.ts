import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const DECLARED = /\bconst \w+ = (1000|1_000|60_000|3_600_000|86_400_000|604_800_000)\s*$/gm
const NAMED_AS_LENGTH = /\bconst (SECOND|MINUTE|HOUR|DAY|WEEK|MS_PER_\w+|(SECOND|MINUTE|HOUR|DAY|WEEK)_MS) =/

const SOURCES = globSync('{engine,server,web,sim,e2e,bench,tools}/**/*.{ts,tsx}', { exclude: ['web/api/generated/**'] })

test('the length of a second, minute, hour, day and week is declared once', () => {
  assert.ok(SOURCES.length > 1000, 'the sources were not found')
  const files = SOURCES.filter((path) => /^(engine|server|web|e2e|bench)\//.test(path) && path !== 'engine/time/durations.ts')
  const again = files.filter((path) => [...readFileSync(path, 'utf8').matchAll(DECLARED)].some(([line]) => NAMED_AS_LENGTH.test(line)))
  assert.deepEqual(again, [])
})

test('the properties of an object stand one a line, not joined by spread objects', () => {
  const joined = SOURCES.filter((path) => /^\s*\.\.\.\{/m.test(readFileSync(path, 'utf8')))
  assert.deepEqual(joined, [])
})
