import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGLISH } from '../questions/en.ts'
import { POLISH } from '../questions/pl.ts'
import { ENGLISH_OF_REVIEWER } from '../questions/reviewer/en.ts'
import { POLISH_OF_REVIEWER } from '../questions/reviewer/pl.ts'
import { RUSSIAN_OF_REVIEWER } from '../questions/reviewer/ru.ts'
import { ENGLISH_OF_SECOND_REVIEWER } from '../questions/reviewer/second/en.ts'
import { POLISH_OF_SECOND_REVIEWER } from '../questions/reviewer/second/pl.ts'
import { RUSSIAN_OF_SECOND_REVIEWER } from '../questions/reviewer/second/ru.ts'
import { SPANISH_OF_SECOND_REVIEWER } from '../questions/reviewer/second/es.ts'
import { UKRAINIAN_OF_SECOND_REVIEWER } from '../questions/reviewer/second/uk.ts'
import { UZBEK_OF_SECOND_REVIEWER } from '../questions/reviewer/second/uz.ts'
import { SPANISH_OF_REVIEWER } from '../questions/reviewer/es.ts'
import { UKRAINIAN_OF_REVIEWER } from '../questions/reviewer/uk.ts'
import { UZBEK_OF_REVIEWER } from '../questions/reviewer/uz.ts'
import { RUSSIAN } from '../questions/ru.ts'
import { SPANISH } from '../questions/es.ts'
import { UKRAINIAN } from '../questions/uk.ts'
import { UZBEK } from '../questions/uz.ts'
import { knownWord } from '../lexicons.ts'
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

/** Each as one company has it in its people, and as somebody may type it. */
const SPELLINGS: readonly (readonly string[])[] = [
  ['Mykola', 'Микола', 'Mykoła', 'Миколі'],
  ['Serhii', 'Сергій', 'Sergey', 'Сергей', 'Serhiy'],
  ['Oleh', 'Олег', 'Oleg', 'Ołeh'],
  ['Ihor', 'Ігор', 'Igor', 'Игорь'],
  ['Olha', 'Ольга', 'Olga', 'Ольги'],
  ['Mariia', 'Марія', 'Maria', 'Мария', 'María'],
  ['Mykhailo', 'Михайло', 'Mychajło', 'Mykhaylo'],
  ['Melnyk', 'Мельник', 'Melnik'],
  ['Yevhen', 'Євген', 'Jewhen', 'Evgen', 'Евген'],
  ['Kowalski', 'Ковальський', 'Kovalskyi', 'Ковальский'],
  ['Tatyana', 'Татьяна', 'Tatiana', 'Tatjana'],
  ['Shcherbak', 'Щербак', 'Szczerbak'],
  ['Yuliia', 'Юлія', 'Julia', 'Юлия'],
  ['Hryhorii', 'Григорій', 'Grigory', 'Григорий'],
  ['Wójcik', 'Вуйцик', 'Wojcik'],
  ['Dąbrowski', 'Домбровський', 'Домбровский'],
  ['Jiménez', 'Хименес', 'Jimenez'],
  ['Muñoz', 'Муньос', 'Munoz'],
  ['Xurshid', 'Хуршид', 'Хуршід', 'Khurshid'],
  ['Jasur', 'Жасур', 'Джасур'],
  ['Toʻlqin', 'Тўлқин', 'Тулкин', "To'lqin"],
  ['Grzegorz', 'Гжегож'],
  ['Павло', 'Paweł', 'Павел', 'Pavlo'],
]

for (const spellings of SPELLINGS)
  test(`${spellings.join(', ')} are one name, whichever the company has`, () => {
    for (const own of spellings.slice(0, 3)) {
      for (const typed of spellings)
        for (const word of [typed, typed.toLowerCase(), typed.toUpperCase()])
          assert.equal(
            hiddenPeople([`${own} Qqq`]).hide(`why did ${word} stop press 3`),
            'why did [person A] stop press 3',
            `${own} : ${word}`,
          )
    }
  })

const CASES: readonly (readonly [own: string, typed: string])[] = [
  ['Mykola Melnyk', 'Миколою Мельником'],
  ['Ihor Kravets', 'Ігоря Кравця'],
  ['Marek Kowalski', 'Марека Ковальського'],
  ['Marek Kowalski', 'Markiem'],
  ['Fedir', 'Федора'],
  ['Olha', 'Ользі'],
  ['Jan', 'Яну'],
  ['Dilnoza', 'Дилнозанинг'],
  ['Петро Іваненко', 'Petrem Ivanenkiem'],
  ['Ева', 'Ewie'],
]
for (const [own, typed] of CASES)
  test(`${typed} is ${own} in a case`, () => assert.equal(hiddenPeople([own]).hide(`у ${typed} 3`), 'у [person A] 3'))

test('what names a machine, a group, a reason or an order stays, in any script, unless it is called as a person', () => {
  const people = hiddenPeople(
    ['Ellen Price', 'Lina Laserson', 'Olena Kovalenko'],
    ['Press 3', 'Лінія 2', 'Laser', 'No material', 'Olena 1'],
  )
  for (const plain of ['чому прес 3 на лінії 2', 'что с прессом 3', 'why Press 3', 'прес і лазер', 'no material on line 2'])
    assert.equal(people.hide(plain), plain)
  assert.equal(people.hide('що з Олена 1 у Ліни'), 'що з [person A] 1 у Ліни')
  assert.equal(people.hide('ask Lina'), 'ask [person B]')
  assert.equal(hiddenPeople(['Mariia'], ['MAR-7']).hide('MAR-7 у Марії'), 'MAR-7 у [person A]')
})

test('words that the assistant knows stay, unless they are written as a name', () => {
  const people = hiddenPeople(['Marta Kim', 'Eve Price', 'Piotr Kamiński', 'Steve Cole'], ['Press 3'])
  for (const plain of ['price of energy', '5 марта', 'kim zajmuje się press 3', 'Коли прес став', 'jaka cena'])
    assert.equal(people.hide(plain), plain)
  assert.equal(people.hide('почему марта и Kim, kamińskiego, Price'), 'почему [person A] и [person B], [person C], [person D]')
})

test('of the questions of people none loses a word that the assistant knows, and few lose any', () => {
  const asked = [
    ...[...ENGLISH, ...ENGLISH_OF_REVIEWER, ...ENGLISH_OF_SECOND_REVIEWER, ...POLISH, ...POLISH_OF_REVIEWER, ...POLISH_OF_SECOND_REVIEWER],
    ...[
      ...RUSSIAN,
      ...RUSSIAN_OF_REVIEWER,
      ...RUSSIAN_OF_SECOND_REVIEWER,
      ...SPANISH,
      ...SPANISH_OF_REVIEWER,
      ...SPANISH_OF_SECOND_REVIEWER,
    ],
    ...[
      ...UKRAINIAN,
      ...UKRAINIAN_OF_REVIEWER,
      ...UKRAINIAN_OF_SECOND_REVIEWER,
      ...UZBEK,
      ...UZBEK_OF_REVIEWER,
      ...UZBEK_OF_SECOND_REVIEWER,
    ],
  ].map(([question]) => question)
  const things = ['Press 1', 'Press 3', 'Press 4', 'Laser', 'Line 2', 'Лінія 2', 'Линия 2', 'Paint shop', 'No material', 'PO-1042']
  const colleagues = [
    ...['Mykola Melnyk', 'Serhii Shevchuk', 'Oleh Kravets', 'Ihor Bondar', 'Ольга Ковальська', 'Mariia Tkachenko', 'Михайло Бойко'],
    ...['Marek Kowalski', 'Jan Lis', 'Татьяна Петрова'],
  ]
  const people = hiddenPeople(colleagues, things)
  const hidden = asked.flatMap((question) => {
    const left = people.hide(question)
    return left === question ? [] : [question.split(/\s+/u).filter((word) => !left.split(/\s+/u).includes(word))]
  })
  assert.deepEqual(
    hidden.flat().filter((word) => knownWord(word)?.kind === 'word'),
    [],
  )
  assert.ok(asked.length > 1_500)
  assert.ok(hidden.length <= 4, `${hidden.length} of ${asked.length}: ${hidden.join(', ')}`)
})
