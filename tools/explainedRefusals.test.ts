import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Pages without the help beside them. */
const WITHOUT_HELP = /^web\/(?:identity|publicPage)\//
const BARE = /<(?:p|span) [^<>]*role="alert"[^<>]*>\s*\{[^<>{}]*(?:\{[^{}]*\}[^<>{}]*)*problemText\(/

test('what refuses something is drawn with the way to what it means, which knows it by the sentence', () => {
  assert.match('<p role="alert" className={x}>\n  {problemText(t, problem)}', BARE)
  const bare = globSync('web/**/*.tsx').filter((path) => !WITHOUT_HELP.test(path) && BARE.test(readFileSync(path, 'utf8')))
  assert.deepEqual(bare, [])
})
