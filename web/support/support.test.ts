import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foundQuestions } from './support.view.ts'

test('questions are found by their words, also of answers and names, and by their status', () => {
  const rows = [
    { content: 'Druck fällt', status: 'OPEN', companyName: 'Acme', createdBy: { fullName: 'Olena K' }, workCenter: null, messages: [] },
    {
      content: 'Labels',
      status: 'CLOSED',
      companyName: 'Acme',
      createdBy: null,
      workCenter: { name: 'Press 1' },
      messages: [{ content: 'In the drawer' }],
    },
  ] as const
  const found = (q: string, status: '' | 'OPEN' | 'CLOSED' = '') => foundQuestions(rows, { q, status }).map(({ content }) => content)
  assert.deepEqual(found(''), ['Druck fällt', 'Labels'])
  assert.deepEqual(found('  fallt olena '), ['Druck fällt'])
  assert.deepEqual(found('drawer press'), ['Labels'])
  assert.deepEqual(found('acme'), ['Druck fällt', 'Labels'])
  assert.deepEqual(found('acme', 'CLOSED'), ['Labels'])
  assert.deepEqual(found('drawer', 'OPEN'), [])
})
