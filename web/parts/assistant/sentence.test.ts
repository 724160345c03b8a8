import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sentenceOf } from './sentence.view.ts'

type Asked = Parameters<typeof sentenceOf>[0]
type Fact = Asked['facts'][number]
const fact = (kind: Fact['kind'], more: Partial<Fact> = {}): Fact => ({
  kind,
  name: null,
  text: null,
  code: null,
  value: null,
  of: null,
  at: null,
  ...more,
})
const said = (intent: Asked['intent'], facts: Asked['facts'], moreCount = 0) => sentenceOf({ intent, facts, moreCount })

describe('the sentence of an answer', () => {
  it('names one of its facts, or counts them with those that the page has beyond', () => {
    const [press, saw] = [fact('SHARE', { name: 'Press', value: 0.7 }), fact('SHARE', { name: 'Saw', value: 0.5 })]
    assert.deepEqual(said('WORST', [press, saw]), { key: 'lowest', fact: saw })
    assert.deepEqual(said('COMPARE', [saw, press]), { key: 'highest', fact: press })
    assert.deepEqual(said('OEE', [press, saw]), { key: 'lowest', fact: saw })
    assert.equal(said('OEE', [press]), null)
    assert.deepEqual(said('NOTIFICATIONS', [fact('ALERT'), fact('ALERT')], 7), { key: 'alerts', count: 9 })
    const time = fact('DURATION', { value: 600 })
    assert.deepEqual(said('UNEXPLAINED', [fact('COUNT', { value: 4 }), time]), { key: 'lossTime', count: 4, fact: time })
    const setup = fact('REASON', { name: 'Setup', value: 900, of: 2 })
    assert.deepEqual(said('WHY', [fact('COUNT', { value: 3 }), fact('REASON', { value: 60, of: 1 }), setup]), { key: 'most', fact: setup })
    const taken = fact('ALERT', { text: 'Olena' })
    assert.deepEqual(said('WHO_HAS_IT', [fact('STATUS'), fact('ALERT'), taken]), { key: 'taken', fact: taken })
    const order = fact('ORDER', { name: 'A-1', at: '2026-11-24T10:00:00Z' })
    assert.deepEqual([said('ORDER_DONE', [order]), said('ORDER_DONE', [fact('ORDER')])?.key], [{ key: 'done', fact: order }, 'noForecast'])
  })

  it('says nothing of the highest and the lowest where not all are known, of a change without a figure before, nor where nothing was found', () => {
    const two = [fact('SHARE', { value: 0.7 }), fact('SHARE', { value: 0.5 })]
    assert.equal(said('OEE', two, 3), null)
    assert.equal(said('COMPARE', two, 1), null)
    assert.deepEqual(said('TREND', [...two, fact('DIFFERENCE', { value: 0.6 })]), { key: 'days', count: 2 })
    assert.equal(said('SHIFT_STATE', [fact('SHIFT'), fact('PERSON')], 2), null)
    assert.equal(said('WORST', []), null)
    assert.equal(said('SUPPORT', []), null)
  })
})
