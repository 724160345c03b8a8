import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openVault } from './vault.ts'

let directory: string

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trueline-vault-'))
})
after(() => rm(directory, { recursive: true, force: true }))

test('the key is made once, for its owner only, also by many who start at once, and opens what it sealed', async () => {
  const path = join(directory, 'new', 'secrets.key')
  const vaults = await Promise.all(Array.from({ length: 8 }, () => openVault(path, null)))
  const sealed = vaults[0]?.seal('a secret', 'row 1') ?? ''
  for (const vault of [...vaults, await openVault(path, null)]) assert.equal(vault.open(sealed, 'row 1'), 'a secret')
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.match(await readFile(path, 'utf8'), /^[\w-]{43}\n$/)
})

test('another key, and the row of somebody else, are refused with a sentence that names the file', async () => {
  const one = await openVault(join(directory, 'one.key'), null)
  const path = join(directory, 'other.key')
  const other = await openVault(path, null)
  const sealed = one.seal('a secret', 'row 1')
  assert.throws(() => other.open(sealed, 'row 1'), { name: 'StartRefusal', message: new RegExp(`another key than that of ${path}`) })
  assert.throws(() => one.open(sealed, 'row 2'), { name: 'StartRefusal' })
})

test('a file that holds no key is refused and left alone', async () => {
  const path = join(directory, 'damaged.key')
  await writeFile(path, 'half a key')
  await assert.rejects(openVault(path, null), { name: 'StartRefusal', message: /holds no key/ })
  assert.equal(await readFile(path, 'utf8'), 'half a key')
})

test('where something is sealed, the key must open it, and a missing one is not made anew', async () => {
  const path = join(directory, 'right.key')
  const present = { sealed: (await openVault(path, null)).seal('a secret', 'row 1'), owner: 'row 1' }
  assert.equal((await openVault(path, present)).open(present.sealed, 'row 1'), 'a secret')
  await openVault(join(directory, 'wrong.key'), null)
  await assert.rejects(openVault(join(directory, 'wrong.key'), present), { name: 'StartRefusal', message: /another key than that of/ })
  const missing = join(directory, 'missing.key')
  await assert.rejects(openVault(missing, present), { name: 'StartRefusal', message: /is missing; put the file there/ })
  await assert.rejects(stat(missing))
})
