import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { liveFromQuery } from './liveFromQuery.ts'

const AT = Date.UTC(2026, 4, 4, 6)
const INSTANT = '2026-05-04T06:00:00.000Z'
const IDS = { companyId: 'c', workCenterId: 7, deviceId: '0190a1b2-0000-7000-8000-000000000001' }

test('the answer of the API becomes the message of the hub, in all parts', () => {
  const live = liveFromQuery({
    ...IDS,
    at: INSTANT,
    lastSampleAt: INSTANT,
    reportPeriodMs: null,
    state: 'EMERGENCY',
    status: {
      kind: 'RULE',
      noDataCause: null,
      statusRuleId: 3,
      name: 'Stop',
      color: '#ff0000',
      isEffective: false,
      isScheduledLoss: true,
      since: INSTANT,
    },
    stop: { look: 'KNOWN', reasonId: 7, reason: 'No material' },
    reasonNames: [{ key: 'pl', name: 'Brak materiału' }],
    seededNames: [{ key: 'pl', status: null, shift: 'Ranna' }],
    shift: { shiftId: 1, shiftDate: '2026-05-04', code: 'A', name: 'Day', start: INSTANT, end: INSTANT },
    oee: { availability: 0.5, performance: null, quality: 1, oee: null, asOf: INSTANT, issues: ['NO_REFERENCE_SPEED'] },
    output: { total: 5, accepted: 4, rejected: 1, targetToDate: null, targetFullShift: 100 },
    unclassifiedLossCount: 2,
    values: [
      { key: 'POWER', at: INSTANT, value: 9 },
      { key: 'LOAD', at: INSTANT, value: null },
    ],
  })
  const expected: LiveWorkCenter = {
    companyId: asId(IDS.companyId),
    workCenterId: asId(IDS.workCenterId),
    deviceId: asId(IDS.deviceId),
    at: AT,
    lastSampleAt: AT,
    reportPeriodMs: null,
    state: 'EMERGENCY',
    status: {
      kind: 'RULE',
      noDataCause: null,
      statusRuleId: asId(3),
      name: 'Stop',
      color: '#ff0000',
      isEffective: false,
      isScheduledLoss: true,
      since: AT,
    },
    stop: { look: 'KNOWN', reasonId: asId(7), reason: 'No material' },
    reasonNames: { pl: { name: 'Brak materiału' } },
    seededNames: { pl: { status: null, shift: 'Ranna' } },
    shift: { shiftId: 1, shiftDate: '2026-05-04', code: 'A', name: 'Day', start: AT, end: AT },
    oee: { availability: 0.5, performance: null, quality: 1, oee: null, asOf: AT, issues: ['NO_REFERENCE_SPEED'] },
    output: { total: 5, accepted: 4, rejected: 1, targetToDate: null, targetFullShift: 100 },
    unclassifiedLossCount: 2,
    values: { POWER: { at: AT, value: 9 }, LOAD: { at: AT, value: null } },
  }
  assert.deepEqual(live, expected)
})

test('what is not there is null, also a whole part', () => {
  const live = liveFromQuery({
    ...IDS,
    at: INSTANT,
    lastSampleAt: null,
    reportPeriodMs: null,
    state: null,
    status: null,
    stop: null,
    reasonNames: [],
    seededNames: [],
    shift: null,
    oee: null,
    output: null,
    unclassifiedLossCount: 0,
    values: [],
  })
  assert.deepEqual(
    [live.lastSampleAt, live.state, live.status, live.shift, live.oee, live.output, live.values],
    [null, null, null, null, null, null, {}],
  )
})
