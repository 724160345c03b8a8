import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deviceCodeOf, deviceLabelText, readDeviceLabel } from './deviceLabel.ts'

const GUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

for (const typed of ['qe-322z', 'QE-322Z', ' qe 322z ', 'qe322z', 'QE–322z', 'q e 3 2 2 z', 'qe_322z', 'qe.322z']) {
  test(`the code is read from "${typed}"`, () => assert.equal(deviceCodeOf(typed), 'qe-322z'))
}

for (const typed of ['', 'qe', 'qe-322', 'qe-322zz', '12-322z', 'qe-32ü2', 'https://example.com']) {
  test(`no code is read from "${typed}"`, () => assert.equal(deviceCodeOf(typed), null))
}

test('what a label says is read from it again, whatever the server is called', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 2, maxLength: 2 })
  const rest = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(fc.webUrl(), fc.uuid(), letters, rest, (url, guid, first, last) => {
      const code = `${first}-${last}`
      assert.deepEqual(readDeviceLabel(deviceLabelText(url, { guid, code })), { guid, code })
    }),
  )
})

const LABELS: readonly (readonly [string, ReturnType<typeof readDeviceLabel>])[] = [
  [GUID.toUpperCase(), { guid: GUID, code: null }],
  [`https://old.example/boxes/${GUID}`, { guid: GUID, code: null }],
  ['https://example.com/addbox?code=QE-322z', { guid: null, code: 'qe-322z' }],
  ['QE 322Z', { guid: null, code: 'qe-322z' }],
  ['https://example.com/addbox?guid=3f2504e0-4f89&code=qe-322z', 'wrongWorkCenter'],
  ['https://example.com/menu', 'invalidCode'],
  ['WIFI:S:guests;P:coffee;;', 'invalidCode'],
]
for (const [text, expected] of LABELS) test(`the label "${text}"`, () => assert.deepEqual(readDeviceLabel(text), expected))
