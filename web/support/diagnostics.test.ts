import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diagnosticsText } from './diagnostics.view.ts'

test('what goes with a question says where it was asked, and of a machine whether it is connected', () => {
  const around = {
    build: '/assets/main-1a2b.js',
    userAgent: 'Firefox',
    language: 'uk',
    timeZone: 'Europe/Kyiv',
    window: { width: 390, height: 844 },
    isOnline: true,
    server: 'answers',
    unsent: 2,
    product: null,
    failures: [],
    workCenter: null,
  } as const
  assert.deepEqual(JSON.parse(diagnosticsText(around)), {
    build: '/assets/main-1a2b.js',
    userAgent: 'Firefox',
    language: 'uk',
    timeZone: 'Europe/Kyiv',
    isOnline: true,
    server: 'answers',
    unsent: 2,
    window: '390 × 844',
    failures: [],
  })
  const product = {
    version: '0.1.0',
    schema: '0520_closedOnceAllAreOver',
    parts: [{ name: 'mail', status: 'DEGRADED' as const }],
    failedJobs: [{ id: '5b0c', kind: 'REPORT', at: '2026-11-23T10:00:00.000Z', errorId: '77aa' }],
  }
  const failures = [{ at: '2026-11-23T10:01:00.000Z', operation: 'Shifts', codes: ['INTERNAL_ERROR'], requestId: '9f' }]
  const told = JSON.parse(diagnosticsText({ ...around, product, failures }))
  assert.deepEqual([told.version, told.schema, told.parts], [product.version, product.schema, { mail: 'degraded' }])
  assert.deepEqual(told.failedJobs, product.failedJobs)
  assert.deepEqual(told.failures, failures)
  const machine = { name: 'Press', deviceStatus: 'ACTIVE' }
  assert.match(diagnosticsText({ ...around, workCenter: machine }), /"deviceStatus": "ACTIVE"/)
})
