import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hiddenPeople } from './hiddenPeople.ts'

const PEOPLE = ['Olena Kovalenko', 'Marek Kowalski', 'Ольга Шевчук', 'Jan Lis', 'Marta Nowak']

const HIDDEN: readonly (readonly [text: string, name: string])[] = [
  ['who is Olena Kovalenko', 'Olena'],
  ['що робить Олена на press 3', 'Олена'],
  ['запитай Олену Коваленко', 'Коваленко'],
  ['ask KOWALSKI about it', 'KOWALSKI'],
  ['zlecenie Kowalskiego', 'Kowalskiego'],
  ['Markowi i Marcie powiedz', 'Marcie'],
  ['передай Ользі', 'Ользі'],
  ['u Jana na prasie', 'Jana'],
  ['mail to olena@plant.example now', 'olena@plant.example'],
  ['call +380 44 123 45 67 please', '380'],
]

for (const [text, name] of HIDDEN)
  test(`“${text}” leaves without ${name}, and is shown again as it was`, () => {
    const people = hiddenPeople(PEOPLE)
    const hidden = people.hide(text)
    assert.doesNotMatch(hidden, new RegExp(name, 'iu'))
    assert.match(hidden, /\[person A\]/)
    assert.equal(people.show(hidden), text)
  })

test('what is no name stays, and the same name has the same sign', () => {
  const people = hiddenPeople(PEOPLE)
  const plain = 'why was Press 3 down yesterday, order PO-1042 of 2026-11-05?'
  assert.equal(people.hide(plain), plain)
  assert.equal(people.hide('Olena or Marta or Olena'), '[person A] or [person B] or [person A]')
})

test('more people than letters are told apart', () => {
  const names = Array.from(
    { length: 60 },
    (_, at) => `Worker${String.fromCodePoint(97 + (at % 26))}${String.fromCodePoint(97 + Math.floor(at / 26))}xyz`,
  )
  const people = hiddenPeople(names)
  const text = names.join(', ')
  const hidden = people.hide(text)
  assert.doesNotMatch(hidden, /Worker/)
  assert.equal(people.show(hidden), text)
})
