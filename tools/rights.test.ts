import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const ABILITY = /\b(?:readable|updatable|modifiable)\.has\(/

test('screens ask the rules of the engine what a person may do, not abilities one by one', () => {
  const asking = globSync('web/**/*.tsx').filter((path) => ABILITY.test(readFileSync(path, 'utf8')))
  assert.deepEqual(asking, [])
})
