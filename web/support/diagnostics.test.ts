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
  })
  const machine = { name: 'Press', deviceStatus: 'ACTIVE' }
  assert.match(diagnosticsText({ ...around, workCenter: machine }), /"deviceStatus": "ACTIVE"/)
})
