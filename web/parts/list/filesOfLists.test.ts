import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'

const WEB = join(import.meta.dirname, '../..')
/** Lists without a file, each with the reason. */
const WITHOUT_FILE: Readonly<Record<string, string>> = {}

it('every list of the kit can be saved as a file, or is named here with the reason (docs/decisions/lists.md)', () => {
  const lists = globSync('**/*.tsx', { cwd: WEB }).flatMap((name) => {
    const text = readFileSync(join(WEB, name), 'utf8')
    return [...text.matchAll(/^( *).*<ListView\b[^]*?^\1(?:\/>|<\/ListView>)/gm)].map(([markup]) => ({
      name,
      hasFile: /\bfile[=:]/.test(markup),
    }))
  })
  assert.ok(lists.length > 15, `${lists.length} lists are found`)
  assert.deepEqual(
    lists.filter(({ hasFile }) => !hasFile).map(({ name }) => name),
    Object.keys(WITHOUT_FILE),
  )
})
