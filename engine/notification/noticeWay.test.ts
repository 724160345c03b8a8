import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AbilitySubject } from '#engine/access/abilities.ts'
import { mayAskForWorkOf, noticeWay } from './noticeWay.ts'

test('a notification leads to what it is about, for those who may go there', () => {
  const who = (...subjects: readonly AbilitySubject[]) => ({ readable: new Set(subjects) })
  assert.equal(noticeWay('ORDER_REACHED', who('JOB_ORDERS')), 'ORDER')
  assert.equal(noticeWay('ORDER_REACHED', who('LOSSES')), null)
  assert.equal(noticeWay('INTEGRATION_ATTENTION', who('INTEGRATIONS')), 'INTEGRATIONS')
  assert.equal(noticeWay('PREPAID_ENDING', who('COMPANY_SETTINGS')), 'BILLING')
  assert.equal(noticeWay('PREPAID_ENDING', who('JOB_ORDERS')), null)
  assert.equal(noticeWay('STATUS_DURATION', who('JOB_ORDERS', 'INTEGRATIONS')), null)
  assert.equal(noticeWay('STATUS_DURATION', who('LOSSES')), 'LOSS')
  assert.equal(noticeWay('BATTERY_LOW', who('LOSSES')), null)
})

test('work is asked for because of what somebody may have to mend, by those who may', () => {
  const who = (...subjects: readonly AbilitySubject[]) => ({ updatable: new Set(subjects) })
  assert.ok(mayAskForWorkOf('DE_PHASING', who('LOSSES')))
  assert.ok(!mayAskForWorkOf('DE_PHASING', who('JOB_ORDERS')))
  assert.ok(!mayAskForWorkOf('TARGET_VALUE', who('LOSSES')))
})
