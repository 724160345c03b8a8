import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { blockingIssues } from './blockingIssues.ts'
import type { ConfirmationRules, ShiftLoss, ShiftSegment } from './blockingIssues.ts'
import { confirmationRefusal } from './confirmation.ts'

const ALL: ConfirmationRules = { isJobOrderRequired: true, isOutputConfirmed: true, isQualityReasonRequired: true }
const NONE: ConfirmationRules = { isJobOrderRequired: false, isOutputConfirmed: false, isQualityReasonRequired: false }

const loss = (id: number, more: Partial<ShiftLoss> = {}): ShiftLoss => ({
  id,
  source: 'STATUS',
  isClassified: false,
  isValid: true,
  level: 2,
  ...more,
})
const segment = (id: number, more: Partial<ShiftSegment> = {}): ShiftSegment => ({
  id,
  total: 10,
  hasJobOrder: false,
  isConfirmed: false,
  isOpen: false,
  ...more,
})

test('a stop without a reason holds a shift up; classified, invalid and small ones and lost speed do not (S-45a)', () => {
  const losses = [
    loss(7),
    loss(3),
    loss(4, { isClassified: true }),
    loss(5, { isValid: false }),
    loss(6, { level: 1 }),
    loss(8, { source: 'SPEED' }),
    loss(9, { source: 'OUTPUT' }),
  ]
  assert.deepEqual(blockingIssues({ losses, segments: [] }, NONE), [{ code: 'UNCLASSIFIED_LOSSES', count: 2, ids: [3, 7] }])
  assert.deepEqual(blockingIssues({ losses: losses.slice(2), segments: [] }, ALL), [
    { code: 'QUALITY_LOSSES_WITHOUT_REASON', count: 1, ids: [9] },
  ])
})

test('output needs its job order and its confirmation as far as the rules ask (S-45b, S-45c)', () => {
  const segments = [
    segment(1),
    segment(2, { hasJobOrder: true, isConfirmed: true }),
    segment(3, { isOpen: true, hasJobOrder: true }),
    segment(4, { total: 0 }),
  ]
  assert.deepEqual(blockingIssues({ losses: [], segments }, NONE), [])
  assert.deepEqual(blockingIssues({ losses: [], segments }, ALL), [
    { code: 'OUTPUT_WITHOUT_JOB_ORDER', count: 1, ids: [1] },
    { code: 'UNCONFIRMED_OUTPUT', count: 1, ids: [1] },
  ])
})

test('no issue is empty, and every count is that of its ids', () => {
  const losses = fc.array(
    fc.record({
      id: fc.integer(),
      source: fc.constantFrom('STATUS' as const, 'SPEED' as const, 'OUTPUT' as const),
      isClassified: fc.boolean(),
      isValid: fc.boolean(),
      level: fc.constantFrom(1 as const, 2 as const, 3 as const),
    }),
  )
  const segments = fc.array(
    fc.record({ id: fc.integer(), total: fc.nat(5), hasJobOrder: fc.boolean(), isConfirmed: fc.boolean(), isOpen: fc.boolean() }),
  )
  fc.assert(
    fc.property(losses, segments, (some, others) => {
      const strict = blockingIssues({ losses: some, segments: others }, ALL)
      for (const issue of strict) assert.ok(issue.count > 0 && issue.count === issue.ids.length)
      const lax = blockingIssues({ losses: some, segments: others }, NONE)
      assert.deepEqual(
        lax,
        strict.filter((issue) => issue.code === 'UNCLASSIFIED_LOSSES'),
      )
    }),
  )
})

const issues = [{ code: 'UNCLASSIFIED_LOSSES', count: 1, ids: [1] }] as const
const shift = { status: 'UNCONFIRMED', version: 3, isRecalculating: false, issues: [] } as const
const silent = { comment: null, version: null }
const cases = [
  { name: 'a finished shift without issues', shift, asked: silent, expected: null },
  { name: 'the version that was seen', shift, asked: { ...silent, version: 3 }, expected: null },
  { name: 'an older version (E-39)', shift, asked: { ...silent, version: 2 }, expected: 'CONFLICT' },
  {
    name: 'an older version of a confirmed one',
    shift: { ...shift, status: 'CONFIRMED' },
    asked: { ...silent, version: 2 },
    expected: 'CONFLICT',
  },
  { name: 'a confirmed one', shift: { ...shift, status: 'CONFIRMED' }, asked: silent, expected: 'SHIFT_CONFIRMED' },
  {
    name: 'one in progress, whatever is said (S-44)',
    shift: { ...shift, status: 'PROGRESS' },
    asked: { ...silent, comment: 'now' },
    expected: 'SHIFT_IN_PROGRESS',
  },
  { name: 'one that waits for its figures', shift: { ...shift, isRecalculating: true }, asked: silent, expected: 'SHIFT_RECALCULATING' },
  { name: 'issues and nothing said (E-37)', shift: { ...shift, issues }, asked: silent, expected: 'SHIFT_HAS_ISSUES' },
  { name: 'issues and two characters', shift: { ...shift, issues }, asked: { ...silent, comment: '  ok  ' }, expected: 'SHIFT_HAS_ISSUES' },
  { name: 'issues and three characters', shift: { ...shift, issues }, asked: { ...silent, comment: ' дощ ' }, expected: null },
] as const
for (const { name, expected, ...given } of cases) {
  test(`confirming ${name}: ${expected ?? 'may be done'}`, () => assert.equal(confirmationRefusal(given.shift, given.asked), expected))
}
