import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDemoAddress, withoutRealAddresses } from './demoPerson.ts'

test('only the addresses of the demo are those of demo people', () => {
  assert.ok(isDemoAddress('olena@demo.trueline.example'))
  assert.ok(isDemoAddress('Olena@Demo.Trueline.Example'))
  for (const email of ['olena@trueline.example', 'olena@notdemo.trueline.example', 'demo.trueline.example@mail.example', ''])
    assert.equal(isDemoAddress(email), false, email)
})

test('only addresses of demo people stay in a text of the demo', () => {
  const rows = [
    ['user nina@factory.example', 'user –'],
    ['user Olena@demo.trueline.example', 'user Olena@demo.trueline.example'],
    ['{"email":"nina.o+1@factory.example","by":"marek@demo.trueline.example"}', '{"email":"–","by":"marek@demo.trueline.example"}'],
    ['nina@demo.trueline.example.evil, a@b', '–, –'],
    ['5 @ 7 kW', '5 @ 7 kW'],
  ] as const
  for (const [text, shown] of rows) assert.equal(withoutRealAddresses(text), shown)
})
