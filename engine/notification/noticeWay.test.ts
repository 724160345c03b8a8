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
  for (const type of ['BATTERY_LOW', 'CONNECTION_LOST', 'DE_PHASING', 'WORK_CENTER_OFF', 'WORK_IN_NON_WORK_TIME'] as const)
    assert.equal(noticeWay(type, who()), 'HISTORY')
  for (const type of ['FLOW_ERROR', 'LATE_DATA', 'TARGET_VALUE'] as const) {
    assert.equal(noticeWay(type, who('SHIFTS'), 'SHIFT'), 'SHIFT')
    assert.equal(noticeWay(type, who('ANALYTICS')), null)
  }
  assert.equal(noticeWay('TARGET_VALUE', who('SHIFTS', 'ANALYTICS'), 'WEEK'), 'ANALYTICS')
  assert.equal(noticeWay('TARGET_VALUE', who('SHIFTS'), 'MONTH'), null)
  for (const type of ['CONNECTION_ERROR', 'UNKNOWN'] as const) {
    assert.equal(noticeWay(type, who('WORK_CENTER_SETTINGS')), 'REFUSALS')
    assert.equal(noticeWay(type, who('SHIFTS', 'ANALYTICS', 'LOSSES')), null)
  }
})

test('work is asked for because of what somebody may have to mend, by those who may', () => {
  const who = (...subjects: readonly AbilitySubject[]) => ({ updatable: new Set(subjects) })
  assert.ok(mayAskForWorkOf('DE_PHASING', who('LOSSES')))
  assert.ok(!mayAskForWorkOf('DE_PHASING', who('JOB_ORDERS')))
  assert.ok(!mayAskForWorkOf('TARGET_VALUE', who('LOSSES')))
})
