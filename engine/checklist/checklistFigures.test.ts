import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { checklistFigures } from './checklistFigures.ts'
import { checklistsHoldingUp } from './checklistsHoldingUp.ts'
import type { FiguredOccurrence } from './checklistFigures.ts'
import type { ChecklistAnswer, ChecklistTask } from './checklistTask.ts'
import { deviationEffects, deviationText, filesOf, reportsOfDeviations } from './deviationEffects.ts'
import { measuredSeries } from './measuredSeries.ts'
import { severityOfMissed } from './missedChecklist.ts'
import { OCCURRENCE_STATES } from './occurrencePlan.ts'
import { shownCorrelation, spearman } from './rankCorrelation.ts'

const occurrence = (more: Partial<FiguredOccurrence> = {}): FiguredOccurrence => ({
  state: 'DONE',
  dueAt: 0,
  closesAt: 60 * MINUTE_MS,
  isFoundLate: false,
  result: 'OK',
  submittedAt: 10 * MINUTE_MS,
  ...more,
})
const left = (more: Partial<FiguredOccurrence>) => occurrence({ result: null, submittedAt: null, ...more })

const task = (more: Partial<ChecklistTask> = {}): ChecklistTask => ({
  key: 'p',
  description: 'Pressure',
  type: 'MEASUREMENT',
  expectedAnswer: null,
  isRequired: true,
  photoProofRequired: false,
  notApplicable: true,
  value: null,
  min: 4,
  max: 6,
  unit: 'bar',
  message: null,
  allowMultipleSelection: false,
  options: [],
  expectedOptions: [],
  onDeviation: 'NOTIFY',
  dependsOn: null,
  ...more,
})
const answer = (more: Partial<ChecklistAnswer> = {}): ChecklistAnswer => ({
  taskKey: 'p',
  isNotApplicable: false,
  yes: null,
  number: null,
  text: null,
  isDone: false,
  options: [],
  fileIds: [],
  comment: null,
  attempts: [],
  answeredAt: 1,
  ...more,
})

describe('figures of checklists', () => {
  it('tell in time from late, missed from found late, and leave out what was cancelled', () => {
    const figures = checklistFigures([
      occurrence(),
      occurrence({ submittedAt: 20 * MINUTE_MS, result: 'DEVIATION' }),
      occurrence({ submittedAt: 60 * MINUTE_MS }),
      left({ state: 'MISSED' }),
      left({ state: 'MISSED', isFoundLate: true }),
      left({ state: 'SKIPPED' }),
      left({ state: 'PENDING' }),
      left({ state: 'STARTED' }),
      left({ state: 'CANCELLED' }),
    ])
    assert.deepEqual(figures, {
      onTime: 2,
      late: 1,
      missed: 1,
      foundLate: 1,
      skipped: 1,
      open: 2,
      deviations: 1,
      onTimeShare: 0.5,
      medianMinutes: 20,
    })
  })

  it('have no share and no minutes where nothing was asked', () => {
    const { onTimeShare, medianMinutes } = checklistFigures([left({ state: 'SKIPPED' }), left({ state: 'MISSED', isFoundLate: true })])
    assert.deepEqual([onTimeShare, medianMinutes], [null, null])
    assert.equal(checklistFigures([left({ state: 'MISSED' })]).onTimeShare, 0)
    assert.equal(checklistFigures([occurrence(), occurrence({ submittedAt: 20 * MINUTE_MS })]).medianMinutes, 15)
  })

  it('count everything once, in whatever order', () => {
    const any = fc.record({
      state: fc.constantFrom(...OCCURRENCE_STATES),
      isFoundLate: fc.boolean(),
      submittedAt: fc.integer({ min: 0, max: 90 * MINUTE_MS }),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (made) => {
        const all = made.map((one) => (one.state === 'DONE' ? occurrence(one) : left({ ...one, submittedAt: null })))
        const figures = checklistFigures(all)
        const { onTime, late, missed, foundLate, skipped, open } = figures
        const cancelled = all.filter(({ state }) => state === 'CANCELLED').length
        assert.equal(onTime + late + missed + foundLate + skipped + open + cancelled, all.length)
        assert.deepEqual(checklistFigures(all.toReversed()), figures)
      }),
    )
  })
})

describe('a series of measurements', () => {
  const answered = (occurrenceId: number, tasks: readonly ChecklistTask[], answers: readonly ChecklistAnswer[]) => ({
    occurrenceId,
    workCenterId: 1,
    tasks,
    answers,
  })

  it('keeps the limits that held for each value, and the newest words', () => {
    const [series, ...others] = measuredSeries(
      [
        answered(2, [task({ description: 'Air pressure', max: 5 })], [answer({ number: 5.5, answeredAt: 20 })]),
        answered(1, [task()], [answer({ number: 5.5, answeredAt: 10 })]),
      ],
      'en',
    )
    assert.deepEqual(others, [])
    assert.equal(series?.description, 'Air pressure')
    const translations = [{ language: 'uk' as const, description: 'Тиск', message: null, options: [] }]
    const [translated] = measuredSeries([answered(1, [task({ translations })], [answer({ number: 5 })])], 'uk')
    assert.equal(translated?.description, 'Тиск')
    assert.deepEqual(
      series?.points.map(({ occurrenceId, max, isWithin }) => [occurrenceId, max, isWithin]),
      [
        [1, 6, true],
        [2, 5, false],
      ],
    )
  })

  it('is another one in another unit, and has no point for what was not measured', () => {
    const found = measuredSeries(
      [
        answered(1, [task()], [answer({ number: 5 })]),
        answered(2, [task({ unit: 'psi' })], [answer({ number: 72 })]),
        answered(3, [task()], [answer({ isNotApplicable: true })]),
        answered(4, [task()], []),
        answered(5, [task({ type: 'ENTER_TEXT' })], [answer({ text: 'five', number: 5 })]),
      ],
      'en',
    )
    assert.deepEqual(
      found.map(({ unit, points }) => [unit, points.length]),
      [
        ['bar', 1],
        ['psi', 1],
      ],
    )
  })

  it('is another one at another machine, with its own newest words', () => {
    const found = measuredSeries(
      [
        answered(1, [task()], [answer({ number: 5 })]),
        { ...answered(2, [task({ description: 'Air' })], [answer({ number: 6, answeredAt: 2 })]), workCenterId: 2 },
      ],
      'en',
    )
    assert.deepEqual(
      found.map(({ workCenterId, description, points }) => [workCenterId, description, points.map(({ value }) => value)]),
      [
        [1, 'Pressure', [5]],
        [2, 'Air', [6]],
      ],
    )
  })
})

describe('the correlation of ranks', () => {
  const line = (count: number, y: (index: number) => number) => Array.from({ length: count }, (_one, index) => ({ x: index, y: y(index) }))

  it('is that of published examples, with and without equal values', () => {
    const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
    const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
    const rho = spearman(iq.map((x, index) => ({ x, y: hours[index] ?? 0 })))
    assert.ok(Math.abs((rho ?? 0) - -29 / 165) < 1e-12)
    const tied = [1, 2, 2, 3].map((x, index) => ({ x, y: [1, 3, 2, 4][index] ?? 0 }))
    assert.ok(Math.abs((spearman(tied) ?? 0) - 4.5 / Math.sqrt(4.5 * 5)) < 1e-12)
  })

  it('is shown from 20 pairs and one half on, in both directions', () => {
    assert.equal(shownCorrelation(line(19, (index) => index)), null)
    assert.deepEqual(shownCorrelation(line(20, (index) => index ** 3)), { count: 20, rho: 1 })
    assert.deepEqual(shownCorrelation(line(20, (index) => -index)), { count: 20, rho: -1 })
    assert.equal(shownCorrelation(line(40, (index) => (index * 17) % 40)), null)
    assert.equal(shownCorrelation(line(40, () => 7)), null)
  })

  it('stays within 1 and the same when a scale is stretched', () => {
    const pair = fc.record({ x: fc.integer({ min: -50, max: 50 }), y: fc.integer({ min: -50, max: 50 }) })
    fc.assert(
      fc.property(fc.array(pair, { minLength: 2, maxLength: 40 }), (pairs) => {
        const rho = spearman(pairs)
        const stretched = spearman(pairs.map(({ x, y }) => ({ x: x ** 3 + x, y: 2 * y - 9 })))
        assert.equal(stretched, rho)
        assert.ok(rho === null || Math.abs(rho) <= 1)
        const turned = spearman(pairs.map(({ x, y }) => ({ x: -x, y })))
        assert.ok(rho === null ? turned === null : Math.abs((turned ?? 9) + rho) < 1e-12)
      }),
    )
  })
})

describe('what follows from a run', () => {
  const guard = task({ key: 'g', description: 'Guard closed', type: 'YES_NO', expectedAnswer: true, onDeviation: 'STOP_NOTE' })
  const oil = task({ key: 'o', description: 'Oil level', min: 10, max: null, unit: 'mm', onDeviation: 'WORK_REQUEST' })
  const choice = { options: ['good', 'worn'], expectedOptions: ['good'] }
  const seal = task({ key: 's', description: 'Seal', type: 'SELECT', ...choice, onDeviation: 'WORK_REQUEST' })
  const tasks = [task(), guard, oil, seal]
  const answers = [
    answer({ number: 5 }),
    answer({ taskKey: 'g', yes: false, fileIds: ['one'] }),
    answer({ taskKey: 'o', number: 7.5, comment: 'leaks ', fileIds: ['two', 'three'] }),
    answer({ taskKey: 's', options: ['worn'], fileIds: ['three'] }),
  ]

  it('is one request and one note for all tasks that ask for it, with their pictures', () => {
    const told = deviationEffects(tasks, answers).map(({ action, tasks: of }) => [action, of.map(({ key }) => key), filesOf(of, answers)])
    assert.deepEqual(told, [
      ['WORK_REQUEST', ['o', 's'], ['two', 'three']],
      ['STOP_NOTE', ['g'], ['one']],
    ])
    assert.deepEqual(deviationEffects([task()], [answer({ number: 5 })]), [])
    assert.deepEqual(deviationEffects([task({ onDeviation: 'NONE' })], [answer({ number: 9 })]), [])
  })

  it('is reported where an open request is about the same task, and in a request of its own else', () => {
    const reports = (of: typeof tasks, open: readonly string[]) =>
      reportsOfDeviations({ checklistId: 5, workCenterId: 7 }, of, open).map((report) => [
        report.subject,
        report.tasks.map(({ key }) => key),
      ])
    assert.deepEqual(reports([seal, oil], []), [['checklist/5/7/o,s', ['s', 'o']]])
    assert.deepEqual(reports([oil, seal], ['checklist/5/7/o,x', 'checklist/5/7/o']), [
      ['checklist/5/7/o,x', ['o']],
      ['checklist/5/7/s', ['s']],
    ])
    assert.deepEqual(reports([guard], ['checklist/5/7/o', 'checklist/5/77/g', 'checklist/6/7/g']), [['checklist/5/7/g', ['g']]])
    // An open one of before tasks were named is about all of them, of its own work center.
    assert.deepEqual(reports([oil, seal], ['checklist/5/77', 'checklist/5/7']), [['checklist/5/7', ['o', 's']]])
    const odd = task({ ...seal, key: 'a,o/b' })
    assert.deepEqual(reports([odd], []), [['checklist/5/7/a%2Co%2Fb', ['a,o/b']]])
    assert.deepEqual(reports([oil], ['checklist/5/7/a%2Co%2Fb']), [['checklist/5/7/o', ['o']]])
  })

  it('is written without words of its own, and no longer than allowed', () => {
    const told = deviationText('Start of shift', [oil, seal], answers, 500)
    assert.equal(told, 'Start of shift\nOil level: 7.5 mm (10…) – leaks\nSeal: worn')
    assert.equal(deviationText('Start of shift', [guard], answers, 500), 'Start of shift\nGuard closed: ✗')
    const cut = deviationText('Start of shift', [oil, seal], answers, 20)
    assert.deepEqual([cut.length, cut.at(-1)], [20, '…'])
  })

  it('is told of what was missed as gravely as the checklist says, and not when it was found out too late', () => {
    assert.equal(severityOfMissed({ missedSeverity: 'URGENT' }, { state: 'MISSED', isFoundLate: false }), 'URGENT')
    assert.equal(severityOfMissed({ missedSeverity: 'URGENT' }, { state: 'MISSED', isFoundLate: true }), null)
    assert.equal(severityOfMissed({ missedSeverity: 'URGENT' }, { state: 'SKIPPED', isFoundLate: false }), null)
    assert.equal(severityOfMissed({ missedSeverity: null }, { state: 'MISSED', isFoundLate: false }), null)
  })

  it('holds the shift up where the checklist says so, until it is answered or skipped', () => {
    const of = (more: object = {}) => ({
      id: 1,
      state: 'MISSED' as const,
      isFoundLate: false,
      isMadeGood: false,
      blocksShift: true,
      ...more,
    })
    const rows = [of({ id: 9 }), of({ id: 2, state: 'PENDING' }), of({ id: 3, state: 'STARTED' }), of({ id: 4, state: 'DONE' })]
    const others = [of({ id: 5, state: 'SKIPPED' }), of({ id: 6, isFoundLate: true }), of({ id: 7, blocksShift: false })]
    const later = [of({ id: 8, isMadeGood: true }), of({ id: 10, state: 'STARTED', isMadeGood: true })]
    assert.deepEqual(checklistsHoldingUp([...rows, ...others, ...later]), [2, 3, 9, 10])
  })
})
