import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoiceProblems, trimInvoice } from './invoice.ts'

const told = (number: string, issuedOn: string) => invoiceProblems({ number, issuedOn }).map(({ code, field }) => `${code} ${field}`)

test('an invoice has a number of 1 to 60 characters and a day of the calendar', () => {
  assert.deepEqual(told('2026/11-17', '2026-11-23'), [])
  assert.deepEqual(told('ł'.repeat(60), '2024-02-29'), [])
  assert.deepEqual(told('ł'.repeat(61), '2000-01-01'), ['LENGTH_OUT_OF_RANGE number'])
  assert.deepEqual(told('', '2099-12-31'), ['REQUIRED number'])
  for (const sign of ['\0', '\n', '\u007F', '\u202E', '\u2028'])
    assert.deepEqual(told(`7${sign}1`, '2026-11-23'), ['INVALID_FORMAT number'])
  for (const day of ['', '23.11.2026', '2026-02-30', '2025-02-29', '2026-13-01', '1999-12-31', '2100-01-01', '2026-1-1'])
    assert.deepEqual(told('1', day), ['INVOICE_DAY issuedOn'], day)
  assert.deepEqual(invoiceProblems({ number: '1', issuedOn: 'x' })[0]?.params, { min: '2000-01-01', max: '2099-12-31' })
  assert.deepEqual(trimInvoice({ number: ' 7 ', issuedOn: ' 2026-11-23' }), { number: '7', issuedOn: '2026-11-23' })
})
