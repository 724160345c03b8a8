import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { registrationProblems, repeatedPasswordProblems, type Registration } from '#engine/user/registration.ts'
import { fill, readAccountAnswer, readApiAnswer, readLink, sentenceOf } from './accountAnswer.view.ts'
import type { IdentityTexts } from './texts.ts'

const TEXTS = JSON.parse(readFileSync(join(import.meta.dirname, 'texts', 'en.json'), 'utf8')) as IdentityTexts

const answers = [
  { name: 'done', status: 200, body: { email: 'a@b.co' }, expected: { kind: 'done', body: { email: 'a@b.co' } } },
  { name: 'accepted, nothing told', status: 202, body: null, expected: { kind: 'done', body: null } },
  { name: 'the link is gone', status: 410, body: { error: 'LINK_EXPIRED' }, expected: { kind: 'expired' } },
  {
    name: 'a field is refused',
    status: 422,
    body: { error: 'PASSWORD_TOO_SHORT', field: 'password', params: { min: 8 } },
    expected: { kind: 'refused', problems: [{ code: 'PASSWORD_TOO_SHORT', field: 'password', params: { min: 8 } }] },
  },
  {
    name: 'refused before the endpoint was asked',
    status: 422,
    body: { error: { code: 'DEMO_ACCOUNT', params: {} } },
    expected: { kind: 'refused', problems: [{ code: 'DEMO_ACCOUNT', params: {} }] },
  },
  {
    name: 'too many',
    status: 429,
    body: {},
    expected: { kind: 'refused', problems: [{ code: 'TOO_MANY_REQUESTS', params: { seconds: 7 } }] },
  },
  { name: 'a page of a proxy', status: 502, body: null, expected: { kind: 'refused', problems: [{ code: 'UNAVAILABLE' }] } },
] as const

for (const { name, status, body, expected } of answers) {
  test(`answer of an account endpoint: ${name}`, () => assert.deepEqual(readAccountAnswer(status, body, 7), expected))
}

test('the API tells fields and parameters of what it refuses', () => {
  assert.equal(readApiAnswer(200, { data: { registerUser: true } }, null).kind, 'done')
  const extensions = { code: 'PHONE_TOO_SHORT', field: 'phone', params: { min: 7 } }
  assert.deepEqual(readApiAnswer(200, { errors: [{ message: 'x', extensions }] }, null), { kind: 'refused', problems: [extensions] })
  assert.deepEqual(readApiAnswer(502, null, null), { kind: 'refused', problems: [{ code: 'UNAVAILABLE' }] })
})

test('a link is read with what it lacks', () => {
  assert.deepEqual(readLink({ email: 'a@b.co', needsPassword: true }), {
    email: 'a@b.co',
    companyName: null,
    firstName: '',
    lastName: '',
    hasAccount: false,
    needsPassword: true,
  })
  assert.equal(readLink({}), null)
})

test('every problem that the forms can have has a sentence of its own', () => {
  const registration: Registration = { country: '', firstName: '', lastName: '', email: '', phone: '', password: '', isAgreed: false }
  const others = { firstName: 'x'.repeat(101), lastName: 'K', isAgreed: true, country: 'pl' }
  const problems = [
    ...registrationProblems(registration),
    ...registrationProblems({ ...others, email: 'a@b', phone: '12a', password: 'x' }),
    ...registrationProblems({ ...others, email: 'a@b', phone: '12', password: 'x'.repeat(201) }),
    ...registrationProblems({ ...others, email: 'a@b', phone: '1'.repeat(16), password: 'x' }),
    ...repeatedPasswordProblems('Trueline-1', ''),
    ...repeatedPasswordProblems('Trueline-1', 'x'),
    ...['login', 'code'].map((field) => ({ code: 'REQUIRED', field })),
  ]
  for (const problem of problems) {
    const sentence = sentenceOf(TEXTS, problem)
    assert.notEqual(sentence, TEXTS.code_UNKNOWN, problem.code)
    assert.doesNotMatch(sentence, /[{}]/)
    if (problem.code === 'REQUIRED') assert.notEqual(sentence, TEXTS.code_REQUIRED)
  }
  assert.equal(sentenceOf(TEXTS, { code: 'NEVER_HEARD_OF' }), TEXTS.code_UNKNOWN)
})

test('places in texts are filled, unknown ones stay', () => {
  assert.equal(fill('in {seconds} s, {other}', { seconds: 5 }), 'in 5 s, {other}')
})
