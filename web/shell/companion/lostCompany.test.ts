import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lostCompany } from './lostCompany.ts'

const ACME = { id: 'ACME1', name: 'Acme Works', photoUrl: null, mayAddWorkCenters: true }
const DEMO = { id: 'DEFLT', name: 'Demo factory', photoUrl: null, mayAddWorkCenters: false }

function tab() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('a company that is gone is told once, with the next one and with none', () => {
  for (const rest of [[DEMO], []]) {
    const storage = tab()
    assert.equal(lostCompany(storage, { id: 'lea', company: ACME, companies: [ACME, ...rest] }), null)
    const after = { id: 'lea', company: rest[0] ?? null, companies: rest }
    assert.equal(lostCompany(storage, after), 'Acme Works')
    assert.equal(lostCompany(storage, after), null)
  }
})

test('another company by choice, and another person in the same tab, have lost nothing', () => {
  const storage = tab()
  const both = [ACME, DEMO]
  assert.equal(lostCompany(storage, { id: 'lea', company: ACME, companies: both }), null)
  assert.equal(lostCompany(storage, { id: 'lea', company: DEMO, companies: both }), null)
  assert.equal(lostCompany(storage, { id: 'lea', company: ACME, companies: both }), null)
  assert.equal(lostCompany(storage, { id: 'max', company: DEMO, companies: [DEMO] }), null)
})
