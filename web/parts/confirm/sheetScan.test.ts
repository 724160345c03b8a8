import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDraft, padded } from './confirm.view.ts'
import { withContainer } from './sheetContainers.ts'
import { NO_SCAN, type SheetScan, scanAfter } from './sheetScan.ts'

const EMPTY = newDraft('ACCEPTED_AND_REJECTED')

/** What the sheet holds after the keys, each so many milliseconds after the last, and whether Enter ended a scan. */
function after(keys: readonly string[], gapMs: number) {
  let [scan, draft, isScanned]: [SheetScan<typeof EMPTY>, typeof EMPTY, boolean] = [NO_SCAN, EMPTY, false]
  for (const [index, key] of keys.entries()) {
    const next = scanAfter(scan, { key, at: 1000 + index * gapMs }, draft)
    ;[scan, isScanned] = [next.scan, next.before !== null]
    draft = next.before ?? (key === 'Enter' ? draft : padded(draft, key, draft.texts.accepted ?? '', 'en'))
  }
  return { draft, isScanned }
}

test('a code that a scanner types into the sheet is no output and confirms nothing', () => {
  assert.deepEqual(after([...'240512', 'Enter'], 8), { draft: EMPTY, isScanned: true })
  assert.deepEqual(after([...'5901234123457', 'Enter'], 30), { draft: EMPTY, isScanned: true })
})

test('what a person types stands, and Enter confirms it', () => {
  const { draft, isScanned } = after([...'240512', 'Enter'], 80)
  assert.deepEqual([draft.texts.accepted, isScanned], ['240512', false])
})

test('a code that is scanned while a field has the focus leaves no letters in it: one more container is one more container', () => {
  let [scan, codes, added]: [SheetScan<string>, string, string | null] = [NO_SCAN, 'BOX-117', null]
  for (const [index, key] of [...'BOX-118', 'Enter'].entries()) {
    const next = scanAfter(scan, { key, at: 1000 + index * 8 }, codes)
    scan = next.scan
    if (next.before !== null && next.text !== null) added = withContainer(next.before, next.text)
    else if (key !== 'Enter') codes += key
  }
  assert.deepEqual([codes, added], ['BOX-117BOX-118', 'BOX-117, BOX-118'])
})
