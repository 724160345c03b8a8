import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codeStep, readCode, RECOVERY_CODE_LENGTH, recoveryCodeOf, showRecoveryCode } from './oneTimeCode.ts'

const typed: readonly { name: string; text: string; expected: ReturnType<typeof readCode> }[] = [
  { name: 'the code of an app', text: '123456', expected: { kind: 'app', code: '123456' } },
  { name: 'the code as the app shows it', text: ' 123 456 ', expected: { kind: 'app', code: '123456' } },
  {
    name: 'a recovery code with dashes and capitals',
    text: '0A1B-2C3D-4E5F-6G7H',
    expected: { kind: 'recovery', code: '0a1b2c3d4e5f6g7h' },
  },
  { name: 'nothing', text: '', expected: null },
  { name: 'five digits', text: '12345', expected: null },
  { name: 'seven digits', text: '1234567', expected: null },
  { name: 'digits of another script', text: '١٢٣٤٥٦', expected: null },
  { name: 'a letter that recovery codes do not have', text: 'oooo-oooo-oooo-oooo', expected: null },
]

for (const { name, text, expected } of typed) test(`reads ${name}`, () => assert.deepEqual(readCode(text), expected))

test('every recovery code is read as it is shown', () => {
  const bytes = fc.uint8Array({ minLength: RECOVERY_CODE_LENGTH, maxLength: RECOVERY_CODE_LENGTH })
  fc.assert(
    fc.property(bytes, (random) => {
      const code = recoveryCodeOf(random)
      assert.deepEqual(readCode(showRecoveryCode(code)), { kind: 'recovery', code })
    }),
  )
})

test('a period has thirty seconds', () => {
  const at = Date.parse('2026-05-04T06:00:00Z')
  assert.deepEqual(
    [codeStep(at + 29_999) - codeStep(at), codeStep(at + 30_000) - codeStep(at), codeStep(at, -1) - codeStep(at)],
    [0, 1, -1],
  )
})
