import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockProblems, readLockProblems } from './lockFile.ts'
import { ROOT } from './sourceTree.ts'

const HASH = 'sha512-x'

test('the lock file is in step with package.json and names no registry', () => {
  assert.deepEqual(readLockProblems(ROOT), [])
})

test('a lock that is out of step, loose or without hashes is found', () => {
  assert.deepEqual(problems('1.0.0', '1.0.0', { version: '1.0.0', integrity: HASH }), [])
  assert.deepEqual(problems('1.0.1', '1.0.0', { version: '1.0.0', integrity: HASH }), [
    'a is 1.0.1 in dependencies of package.json, 1.0.0 in the lock',
  ])
  assert.deepEqual(problems('^1.0.0', '^1.0.0', { version: '1.0.0', integrity: HASH }), ['a is pinned loosely: ^1.0.0'])
  assert.deepEqual(problems('1.0.0', '1.0.0', { version: '1.2.0', integrity: HASH }), ['a is pinned to 1.0.0 and locked to 1.2.0'])
  assert.deepEqual(problems('1.0.0', '1.0.0', { version: '1.0.0' }), ['node_modules/a has no integrity hash in the lock'])
  assert.deepEqual(problems('1.0.0', '1.0.0', { version: '1.0.0', integrity: HASH, resolved: 'https://registry.example/a.tgz' }), [
    'package-lock.json names 1 addresses of a registry',
  ])
})

function problems(wanted: string, locked: string, entry: object): string[] {
  const manifest = { dependencies: { a: wanted } }
  return lockProblems(
    JSON.stringify(manifest),
    JSON.stringify({ packages: { '': { dependencies: { a: locked } }, 'node_modules/a': entry } }),
  )
}
