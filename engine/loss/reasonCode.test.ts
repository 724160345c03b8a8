import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reasonCode, reasonOfCode } from './reasonCode.ts'

describe('the code of a loss reason', () => {
  it('is read back as it was printed, whatever a scanner makes of its letters', () => {
    for (const id of [1, 17, 2_147_483_647]) {
      assert.equal(reasonOfCode(reasonCode(id)), id)
      assert.equal(reasonOfCode(` ${reasonCode(id).toLowerCase()}\r`), id)
    }
  })

  it('is not read from any other text', () => {
    for (const text of [
      '',
      'REASON-',
      'REASON-0',
      'REASON-01',
      'REASON-1A',
      'REASON-1.5',
      'REASON--1',
      'XREASON-1',
      '1',
      'REASON-2147483648',
    ])
      assert.equal(reasonOfCode(text), null, text)
  })
})
