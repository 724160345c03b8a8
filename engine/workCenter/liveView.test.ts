import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededNames } from '#engine/company/seededNames.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { advance, initialState } from '#engine/advance.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import { NO_LOSS_SETUP } from '#engine/loss/lossSetup.ts'
import { exampleSetup } from '#engine/testing/exampleSetup.ts'
import { exampleAnnotation, exampleReason } from '#engine/testing/lossSetups.ts'
import { currentState } from '#engine/status/currentState.ts'
import type { WorkCenterState } from './workCenterSetup.ts'
import { liveView } from './liveView.ts'
import { hasVisibleChange, visibleOfView } from './visibleChange.ts'

const START = Date.UTC(2026, 4, 4, 6)
const MIN = 60_000
const setup = exampleSetup()

function stateAfter(
  ...readings: readonly (readonly [minute: number, sensor: Sample['sensor'], value: number | null])[]
): ReturnType<typeof initialState> {
  const samples = readings.map(([minute, sensor, value]): Sample => ({ at: START + minute * MIN, sensor, value }))
  return advance(initialState(), samples, setup).state
}

test('before the first sample a work center has a shift and nothing else', () => {
  const live = liveView(initialState(), START, setup)
  assert.deepEqual([live.lastSampleAt, live.state, live.status, live.oee, live.output], [null, null, null, null, null])
  assert.equal(live.shift?.name, 'Shift 1')
})

test('a running work center shows status, figures, output against target and its channels', () => {
  const state = stateAfter([0, 'POWER', 9], [0, 'TOTAL_OUTPUT', 0], [2, 'POWER', 9], [2, 'TOTAL_OUTPUT', 45], [2, 'SIGNAL_LEVEL', 80])
  const live = liveView(state, START + 2.5 * MIN, setup)
  assert.deepEqual(
    [live.status?.name, live.status?.isEffective, live.status?.since, live.state],
    ['Status 1', true, START, 'WORK_WITH_LOAD'],
  )
  assert.deepEqual(live.oee, { availability: 1, performance: 0.6, quality: 1, oee: 0.6, asOf: START + 2.5 * MIN, issues: [] })
  assert.deepEqual(live.output, { total: 45, accepted: 45, rejected: 0, targetToDate: 75, targetFullShift: 14_400 })
  assert.deepEqual(Object.keys(live.values).sort(), ['LOAD', 'POWER', 'SIGNAL_LEVEL', 'SPEED'])
  assert.equal(live.values['LOAD']?.value, 90)
  assert.equal(live.unclassifiedLossCount, 0)
})

test('the currents of the phases are told as they were measured, beside the power that follows from them', () => {
  const state = stateAfter(
    [0, 'ELECTRIC_CURRENT_A', 10],
    [0, 'ELECTRIC_CURRENT_B', 11],
    [1, 'ELECTRIC_CURRENT_A', 12],
    [1, 'ELECTRIC_CURRENT_C', null],
  )
  const { values } = liveView(state, START + 1.5 * MIN, setup)
  assert.deepEqual(values['CURRENT_A'], { at: START + MIN, value: 12 })
  assert.deepEqual(values['CURRENT_B'], { at: START, value: 11 })
  assert.deepEqual(values['CURRENT_C'], { at: START + MIN, value: null })
  assert.equal(values['CURRENT'], undefined)
})

test('figures wait for a minute of planned time (D-45)', () => {
  assert.equal(liveView(stateAfter([0, 'POWER', 9]), START + 59_000, setup).oee?.availability, null)
  assert.equal(liveView(stateAfter([0, 'POWER', 9]), START + 60_000, setup).oee?.availability, 1)
})

test('a status change shows at its very instant, with its open loss', () => {
  const live = liveView(stateAfter([0, 'POWER', 9], [1, 'POWER', 2]), START + MIN, setup)
  assert.deepEqual([live.status?.statusRuleId, live.status?.since, live.unclassifiedLossCount], [2, START + MIN, 1])
})

test('a stop is told with its reason as soon as it has one, and its names in other languages (U-10)', () => {
  const reason = exampleReason(7)
  const reasonNames = new Map([[reason.id, { name: 'No material', translations: { uk: 'Немає матеріалу' } }]])
  const losses = { ...NO_LOSS_SETUP, reasons: [reason], reasonNames }
  const state = stateAfter([0, 'POWER', 9], [1, 'POWER', 2])
  const asked = liveView(state, START + 2 * MIN, exampleSetup({ losses }))
  assert.deepEqual([asked.stop, asked.reasonNames], [{ look: 'UNEXPLAINED', reasonId: null, reason: null }, {}])
  const annotations = [exampleAnnotation(1, START + MIN, null, { reasonId: reason.id })]
  const told = liveView(state, START + 2 * MIN, exampleSetup({ losses: { ...losses, annotations } }))
  assert.deepEqual(
    [told.stop, told.reasonNames],
    [{ look: 'KNOWN', reasonId: reason.id, reason: 'No material' }, { uk: { name: 'Немає матеріалу' } }],
  )
  assert.equal(hasVisibleChange(visibleOfView(asked), visibleOfView(told)), true)
  assert.equal(liveView(stateAfter([0, 'POWER', 9]), START + MIN, setup).stop, null)
})

test('a status and a shift that the product named in the demo are told in every other language; those of people are not', () => {
  const state = stateAfter([0, 'POWER', 9])
  const own = liveView(state, START + MIN, setup)
  assert.deepEqual(own.seededNames, {})
  const rules = setup.statusRules.map((rule) => ({ ...rule, name: 'Working' }))
  const demo = liveView(state, START + MIN, { ...setup, companyId: asId<CompanyId>('DEFLT'), statusRules: rules })
  assert.deepEqual(demo.seededNames['uk'], {
    status: 'Робота',
    shift: own.shift === null ? null : (seededNames('DEFLT', own.shift.name)?.uk ?? null),
  })
  assert.deepEqual(Object.keys(demo.seededNames), ['uk', 'pl', 'ru', 'es', 'uz'])
})

test('silence shows as no data, without a state', () => {
  const live = liveView(stateAfter([0, 'POWER', 9]), START + 10 * MIN, setup)
  assert.deepEqual([live.status?.kind, live.status?.since, live.state], ['NO_DATA', START + 3 * MIN, null])
})

const states: readonly (readonly [isEffective: boolean, isScheduledLoss: boolean, load: number | null, expected: WorkCenterState])[] = [
  [true, false, 20, 'WORK_WITH_LOAD'],
  [true, false, null, 'WORK_WITH_LOAD'],
  [true, false, 19.9, 'WORK_WITHOUT_LOAD'],
  [false, false, 5, 'WORK_WITHOUT_LOAD'],
  [false, false, 0, 'EMERGENCY'],
  [false, true, 0, 'NOT_EMERGENCY'],
  [false, false, 50, 'EMERGENCY'],
  [false, true, null, 'NOT_EMERGENCY'],
]
for (const [isEffective, isScheduledLoss, loadPercent, expected] of states) {
  test(`effective ${isEffective}, scheduled ${isScheduledLoss}, load ${loadPercent} is ${expected} (S-4)`, () => {
    assert.equal(currentState({ kind: 'RULE', isEffective, isPlanned: isScheduledLoss, loadPercent, idleLoadThreshold: 20 }), expected)
  })
}

test('the speed is what the last two readings of the counter showed, and 0 once pulses stay away', () => {
  const state = stateAfter([0, 'POWER', 9], [0, 'TOTAL_OUTPUT', 0], [0.25, 'TOTAL_OUTPUT', 4], [0.5, 'TOTAL_OUTPUT', 9])
  assert.equal(liveView(state, START + 0.6 * MIN, setup).values['SPEED']?.value, 20)
  assert.equal(liveView(state, START + 1.6 * MIN, setup).values['SPEED']?.value, 0)
})
