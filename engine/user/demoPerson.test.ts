import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDemoAddress } from './demoPerson.ts'

test('only the addresses of the demo are those of demo people', () => {
  assert.ok(isDemoAddress('olena@demo.trueline.example'))
  assert.ok(isDemoAddress('Olena@Demo.Trueline.Example'))
  for (const email of ['olena@trueline.example', 'olena@notdemo.trueline.example', 'demo.trueline.example@mail.example', ''])
    assert.equal(isDemoAddress(email), false, email)
})
