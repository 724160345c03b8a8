import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { JobOrderId, LossAnnotationId, LossReasonId, StatusRuleId, UserId } from '#engine/ids.ts'
import { exampleTracking } from '#engine/testing/lossSetups.ts'
import { blockingTasks } from './blockingTasks.ts'
import type { DueTask, OperationalPlan, SaidReason, StoredTask, TaskFacts, TaskLoss, TaskSegment } from './operationalTask.ts'
import { planTasks } from './planTasks.ts'
import { problemOfClosing, problemOfPlan } from './taskForm.ts'
import { nextLookAt, tasksOf } from './tasksOf.ts'

const MIN = 60_000
const DAY = Date.UTC(2026, 4, 4)
const OLENA = asId<UserId>('00000000-0000-4000-8000-000000000009')
const LOSSES: OperationalPlan = { event: 'LOSS_APPEARED', isActive: true, activeFrom: 0, delayMs: MIN }
const RESETS: OperationalPlan = { event: 'COUNTER_RESET', isActive: true, activeFrom: 0, delayMs: MIN }
const NONE: TaskFacts = { losses: [], trackingRules: [], segments: [], reachedOrders: [], confirmedShifts: [] }

function at(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return DAY + ((hours * 60 + minutes) * 60 + seconds) * 1000
}

function clock(instant: number): string {
  return new Date(instant).toISOString().slice(11, 19)
}

function piece(start: string, end: string | null, more: Partial<TaskLoss> = {}): TaskLoss {
  return {
    source: 'STATUS',
    start: at(start),
    end: end === null ? null : at(end),
    chainStart: at(start),
    kind: 'RULE',
    statusRuleId: asId<StatusRuleId>(2),
    isScheduledLoss: false,
    shiftStart: at('06:00'),
    reasonId: null,
    reasonSource: null,
    annotationId: null,
    isValid: true,
    ...more,
  }
}

function manual(id: number): Partial<TaskLoss> {
  return { reasonId: asId<LossReasonId>(3), reasonSource: 'MANUAL', annotationId: asId<LossAnnotationId>(id) }
}

function said(id: number, time: string): SaidReason {
  return { id: asId<LossAnnotationId>(id), at: at(time), by: OLENA }
}

function segment(start: string, end: string | null, more: Partial<TaskSegment> = {}): TaskSegment {
  return {
    start: at(start),
    end: end === null ? null : at(end),
    shiftStart: at('06:00'),
    jobOrderIds: [],
    units: 10,
    opening: 'COUNTER_RESET',
    orderedBy: null,
    ...more,
  }
}

/** `since until|… status`, only of what is or was asked. */
function told(tasks: readonly DueTask[]): string[] {
  return tasks
    .filter(({ isAsked }) => isAsked)
    .map(({ dueAt, closed }) => {
      if (closed === null) return `${clock(dueAt)} PENDING`
      return `${clock(dueAt)} ${closed.cause} ${clock(closed.at)}${closed.by === null ? '' : ' by a person'}`
    })
}

function ofLosses(losses: readonly TaskLoss[], now: string, more: Partial<TaskFacts> = {}, reasons: readonly SaidReason[] = []): string[] {
  return told(tasksOf({ ...NONE, losses, ...more }, reasons, [LOSSES], at(now)))
}

function stored(tasks: readonly DueTask[], from = 1): readonly StoredTask[] {
  return tasks.filter(({ isAsked }) => isAsked).map(({ isAsked: _isAsked, ...task }, index) => ({ ...task, id: from + index }))
}

const SMALL_FIRST = [exampleTracking(2, [[0, 5 * MIN, 1]])]

describe('tasks that ask for a reason', () => {
  it('asks when a short stop ends, and about a longer one once it is a minute old', () => {
    assert.deepEqual(ofLosses([piece('10:00', '10:00:50')], '10:00:50'), ['10:00:50 PENDING'])
    assert.deepEqual(ofLosses([piece('10:00', null)], '10:00:59'), [])
    assert.deepEqual(ofLosses([piece('10:00', null)], '10:01'), ['10:01:00 PENDING'])
  })

  it('asks at the end of the row of small stops, if the stop lasts', () => {
    const running = piece('10:00', null)
    assert.deepEqual(ofLosses([running], '10:04:59', { trackingRules: SMALL_FIRST }), [])
    assert.deepEqual(ofLosses([running], '10:05', { trackingRules: SMALL_FIRST }), ['10:05:00 PENDING'])
    const short = piece('10:00', '10:04', { reasonId: asId<LossReasonId>(1), reasonSource: 'RULE' })
    assert.deepEqual(ofLosses([short], '11:00', { trackingRules: SMALL_FIRST }), [])
  })

  it('asks by another delay, and by another row of small stops', () => {
    const after = (losses: readonly TaskLoss[], now: string) =>
      told(tasksOf({ ...NONE, losses }, [], [{ ...LOSSES, delayMs: 3 * MIN }], at(now)))
    assert.deepEqual(after([piece('09:00', '09:02:10')], '09:02:10'), ['09:02:10 PENDING'])
    assert.deepEqual(after([piece('09:00', null)], '09:02:59'), [])
    assert.deepEqual(after([piece('09:00', null)], '09:03'), ['09:03:00 PENDING'])
    const trackingRules = [exampleTracking(2, [[0, 3 * MIN, 1]])]
    assert.deepEqual(ofLosses([piece('07:20', null)], '07:22:59', { trackingRules }), [])
    assert.deepEqual(ofLosses([piece('07:20', null)], '07:23', { trackingRules }), ['07:23:00 PENDING'])
  })

  it('is closed by a row of the rule, by nobody, and asks again in a hole after it', () => {
    const trackingRules = [exampleTracking(2, [[5 * MIN, 120 * MIN, 4]])]
    const running = piece('10:00', null)
    assert.deepEqual(ofLosses([running], '10:04', { trackingRules }), ['10:01:00 PENDING'])
    assert.deepEqual(ofLosses([running], '10:05', { trackingRules }), ['10:01:00 CONDITION 10:05:00'])
    assert.deepEqual(ofLosses([running], '12:00', { trackingRules }), ['10:01:00 PENDING'])
  })

  it('asks once in each shift, and a reason that reaches both closes both', () => {
    const chain = { chainStart: at('13:50') }
    const next = { ...chain, shiftStart: at('14:00') }
    const open = [piece('13:50', '14:00', chain), piece('14:00', '14:20', next)]
    assert.deepEqual(ofLosses(open, '14:30'), ['13:51:00 PENDING', '14:01:00 PENDING'])
    const both = [piece('13:50', '14:00', { ...chain, ...manual(7) }), piece('14:00', '14:20', { ...next, ...manual(7) })]
    assert.deepEqual(ofLosses(both, '14:30', {}, [said(7, '14:10')]), [
      '13:51:00 CONDITION 14:10:00 by a person',
      '14:01:00 CONDITION 14:10:00 by a person',
    ])
    const one = [piece('13:50', '14:00', { ...chain, ...manual(7) }), piece('14:00', '14:20', next)]
    assert.deepEqual(ofLosses(one, '15:00', {}, [said(7, '14:25')]), ['13:51:00 CONDITION 14:25:00 by a person', '14:01:00 PENDING'])
  })

  it('asks nobody about what was explained before, planned by its status, invalid, silent, slow, or over before the plan began', () => {
    assert.deepEqual(ofLosses([piece('10:00', '10:30', manual(1))], '11:00', {}, [said(1, '10:00:40')]), [])
    assert.deepEqual(ofLosses([piece('10:00', null, { isScheduledLoss: true })], '11:00'), [])
    assert.deepEqual(ofLosses([piece('10:00', null, { isValid: false })], '11:00'), [])
    assert.deepEqual(ofLosses([piece('10:00', null, { kind: 'NO_DATA', statusRuleId: null })], '11:00'), [])
    assert.deepEqual(ofLosses([piece('10:00', null, { source: 'SPEED' })], '11:00'), [])
    const late = { ...LOSSES, activeFrom: at('10:30') }
    assert.deepEqual(told(tasksOf({ ...NONE, losses: [piece('10:00', '10:30')] }, [], [late], at('11:00'))), [])
    assert.deepEqual(told(tasksOf({ ...NONE, losses: [piece('10:00', null)] }, [], [late], at('11:00'))), ['10:30:00 PENDING'])
    assert.deepEqual(tasksOf({ ...NONE, losses: [piece('10:00', null)] }, [], [{ ...LOSSES, isActive: false }], at('11:00')), [])
  })

  it('is closed by the confirmation of its shift, with its comment', () => {
    const confirmedShifts = [{ shiftStart: at('06:00'), at: at('14:05'), by: OLENA, comment: 'known to all' }]
    const [task] = tasksOf({ ...NONE, losses: [piece('10:00', '10:30')], confirmedShifts }, [], [LOSSES], at('15:00'))
    assert.deepEqual(task?.closed, { cause: 'CONFIRMATION', at: at('14:05'), by: OLENA, comment: 'known to all' })
  })

  it('tells when time alone changes something next', () => {
    const facts = { ...NONE, losses: [piece('10:00', null)], trackingRules: SMALL_FIRST }
    assert.equal(nextLookAt(facts, [LOSSES], at('10:00:30')), at('10:01'))
    assert.equal(nextLookAt(facts, [LOSSES], at('10:01')), at('10:05'))
    assert.equal(nextLookAt(facts, [LOSSES], at('10:05')), null)
    assert.equal(nextLookAt({ ...NONE, losses: [piece('10:00', '10:30')] }, [LOSSES], at('10:31')), null)
  })
})

describe('tasks that ask for an order', () => {
  const of = (segments: readonly TaskSegment[], now: string, more: Partial<TaskFacts> = {}) =>
    told(tasksOf({ ...NONE, segments, ...more }, [], [RESETS], at(now)))

  it('asks about units after a reset without an order, not about other output', () => {
    assert.deepEqual(of([segment('10:00', null)], '10:00:59'), [])
    assert.deepEqual(of([segment('10:00', null)], '10:01'), ['10:01:00 PENDING'])
    assert.deepEqual(of([segment('10:00', null, { units: 0 })], '11:00'), [])
    assert.deepEqual(of([segment('10:00', null, { opening: 'OTHER' })], '11:00'), [])
    assert.deepEqual(of([segment('10:00', null, { jobOrderIds: [asId<JobOrderId>(1)] })], '11:00'), [])
  })

  it('is closed by who gave the order, though the segment tells no reset any more', () => {
    const rows = stored(tasksOf({ ...NONE, segments: [segment('10:00', null)] }, [], [RESETS], at('10:01')))
    const after = segment('10:00', null, { opening: 'OTHER', jobOrderIds: [asId<JobOrderId>(1)], orderedBy: OLENA })
    const due = tasksOf({ ...NONE, segments: [after] }, [], [RESETS], at('10:21'))
    const { added, changed } = planTasks({ due, stored: rows, now: at('10:21') })
    assert.deepEqual(added, [])
    assert.deepEqual(
      changed.map(({ closed }) => closed),
      [{ cause: 'CONDITION', at: at('10:21'), by: OLENA, comment: null }],
    )
  })

  it('asks what comes after an order that reached its plan, until it ends', () => {
    const reached = { start: at('10:00'), end: null, shiftStart: at('06:00'), endedBy: null }
    assert.deepEqual(of([], '10:01', { reachedOrders: [reached] }), ['10:01:00 PENDING'])
    const ended = { ...reached, end: at('10:30'), endedBy: OLENA }
    assert.deepEqual(of([], '11:00', { reachedOrders: [ended] }), ['10:01:00 CONDITION 10:30:00 by a person'])
    assert.deepEqual(of([], '11:00', { reachedOrders: [{ ...ended, end: at('10:00:40') }] }), [])
  })
})

describe('tasks that are kept', () => {
  const rows = stored(tasksOf({ ...NONE, losses: [piece('10:00', null)] }, [], [LOSSES], at('10:01')))
  const plan = (losses: readonly TaskLoss[], kept: readonly StoredTask[], now: string, reasons: readonly SaidReason[] = []) =>
    planTasks({ due: tasksOf({ ...NONE, losses }, reasons, [LOSSES], at(now)), stored: kept, now: at(now) })

  it('keeps the id while its subject overlaps what it was, also before the moved stop is a minute old', () => {
    const { added, changed } = plan([piece('10:00:30', null)], rows, '10:01:10')
    assert.deepEqual(added, [])
    assert.deepEqual(changed, [{ id: 1, subject: { start: at('10:00:30'), end: null }, dueAt: at('10:01'), closed: null, isTurned: false }])
  })

  it('is gone when late data show that nothing stood, and the same again when they show that it did', () => {
    const gone = plan([], rows, '10:06').changed
    assert.deepEqual(
      gone.map(({ closed }) => closed?.cause),
      ['GONE'],
    )
    const kept = rows.map((row) => ({ ...row, ...gone[0] }))
    assert.deepEqual(plan([], kept, '10:07'), { added: [], changed: [] })
    const back = plan([piece('10:00', '10:04')], kept, '10:08')
    assert.deepEqual([back.added.length, back.changed.map(({ id, closed, isTurned }) => [id, closed, isTurned])], [0, [[1, null, true]]])
  })

  it('asks again under its id when the reason is taken back', () => {
    const closed = plan([piece('10:00', '10:30', manual(1))], rows, '10:40', [said(1, '10:35')]).changed
    assert.deepEqual(
      closed.map((one) => one.closed?.by),
      [OLENA],
    )
    const kept = rows.map((row) => ({ ...row, ...closed[0] }))
    const again = plan([piece('10:00', '10:30')], kept, '10:50')
    assert.deepEqual(
      again.changed.map(({ id, closed: now }) => [id, now]),
      [[1, null]],
    )
  })

  it('stays closed when a person closed it, whatever becomes of the loss', () => {
    const closed = { cause: 'PERSON', at: at('10:10'), by: OLENA, comment: 'nobody knows' } as const
    const kept = rows.map((row) => ({ ...row, closed }))
    const { added, changed } = plan([piece('10:00', '10:30')], kept, '10:40')
    assert.deepEqual(added, [])
    assert.deepEqual(
      changed.map((one) => one.closed),
      [closed],
    )
  })

  it('makes of a stop that is split a second task, and the first goes on with the part that begins with it', () => {
    const parts = [piece('10:00', '10:10', manual(1)), piece('10:10', '10:30', { chainStart: at('10:00') })]
    const { added, changed } = plan(parts, rows, '10:40', [said(1, '10:35')])
    assert.deepEqual(told(added), ['10:11:00 PENDING'])
    assert.deepEqual(
      changed.map(({ id, closed }) => [id, closed?.cause]),
      [[1, 'CONDITION']],
    )
  })

  it('asks again when a confirmed shift is opened again', () => {
    const confirmedShifts = [{ shiftStart: at('06:00'), at: at('14:05'), by: OLENA, comment: 'known to all' }]
    const losses = [piece('10:00', '10:30')]
    const kept = stored(tasksOf({ ...NONE, losses, confirmedShifts }, [], [LOSSES], at('15:00')))
    assert.deepEqual(
      plan(losses, kept, '15:10').changed.map(({ closed, isTurned }) => [closed, isTurned]),
      [[null, true]],
    )
  })
})

describe('tasks and the confirmation of a shift', () => {
  const losses = stored(tasksOf({ ...NONE, losses: [piece('10:00', null)] }, [], [LOSSES], at('10:01')), 5)
  const outputs = stored(tasksOf({ ...NONE, segments: [segment('10:00', null)] }, [], [RESETS], at('10:01')), 3)
  const plans = [
    { event: 'LOSS_APPEARED', isActive: true, blocksShift: true },
    { event: 'COUNTER_RESET', isActive: true, blocksShift: true },
  ] as const

  it('holds up the shift of what is pending, where its plan says so, and names no stop twice', () => {
    const shift = { start: at('06:00'), ownIssues: new Set<number>() }
    assert.deepEqual(blockingTasks([...losses, ...outputs], shift, plans), [3, 5])
    assert.deepEqual(blockingTasks([...losses, ...outputs], { ...shift, ownIssues: new Set([at('10:00')]) }, plans), [3])
    assert.deepEqual(blockingTasks(losses, { ...shift, start: at('14:00') }, plans), [])
    assert.deepEqual(blockingTasks(outputs, shift, [{ event: 'COUNTER_RESET', isActive: true, blocksShift: false }]), [])
    assert.deepEqual(blockingTasks(outputs, shift, [{ event: 'COUNTER_RESET', isActive: false, blocksShift: true }]), [])
  })

  it('refuses a closing without a word, and what is closed', () => {
    const tooShort = { code: 'LENGTH_OUT_OF_RANGE', field: 'comment', params: { min: 3, max: 1_000 } }
    assert.deepEqual(problemOfClosing({ closed: null }, ' no '), tooShort)
    assert.equal(problemOfClosing({ closed: null }, 'why'), null)
    const closed = { cause: 'GONE', at: at('10:00'), by: null, comment: null } as const
    assert.deepEqual(problemOfClosing({ closed }, 'why'), { code: 'TASK_CLOSED', params: { cause: 'GONE' } })
  })

  it('names the field and the range of a plan', () => {
    assert.equal(problemOfPlan({ delaySeconds: 60 }), null)
    const range = { value: 3_601, min: 0, max: 3_600 }
    assert.deepEqual(problemOfPlan({ delaySeconds: 3_601 }), { code: 'VALUE_OUT_OF_RANGE', field: 'delaySeconds', params: range })
  })
})
