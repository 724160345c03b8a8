import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AbilitySubject } from '#engine/access/abilities.ts'
import { noticeWay } from './noticeWay.ts'

test('a notification leads to what it is about, for those who may go there', () => {
  const who = (...subjects: readonly AbilitySubject[]) => ({ readable: new Set(subjects) })
  assert.equal(noticeWay('ORDER_REACHED', who('JOB_ORDERS')), 'ORDER')
  assert.equal(noticeWay('ORDER_REACHED', who('LOSSES')), null)
  assert.equal(noticeWay('INTEGRATION_ATTENTION', who('INTEGRATIONS')), 'INTEGRATIONS')
  assert.equal(noticeWay('PREPAID_ENDING', who('COMPANY_SETTINGS')), 'BILLING')
  assert.equal(noticeWay('PREPAID_ENDING', who('JOB_ORDERS')), null)
  assert.equal(noticeWay('STATUS_DURATION', who('JOB_ORDERS', 'INTEGRATIONS')), null)
})
