import assert from 'node:assert/strict'
import fc from 'fast-check'
import { it } from 'node:test'
import { csvText } from './csvText.ts'

it('a text is a cell of its own, and never a formula', () => {
  assert.equal(csvText('JO-1042'), 'JO-1042')
  assert.equal(csvText('=cmd()|A1'), `"'=cmd()|A1"`)
  assert.equal(csvText('"><img onerror=alert(1)>'), '"""><img onerror=alert(1)>"')
  assert.equal(csvText('<script>alert(1)</script>'), '<script>alert(1)</script>')
  assert.equal(csvText('a;b'), '"a;b"')
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cell = csvText(text)
      assert.doesNotMatch(cell, /^"?[=+\-@\t\r]/)
      // Read back it is the text again, but for the mark that keeps it from being computed.
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      assert.ok(read === text || read === `'${text}`, cell)
    }),
  )
})
