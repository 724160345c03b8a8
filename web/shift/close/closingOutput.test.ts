import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outputsToCheck, openTasksOf, unseenOf, workOf } from './closingOutput.view.ts'

const output = (id: number, more: Partial<Parameters<typeof outputsToCheck>[0][number]> = {}) => ({
  id,
  timeStart: `2026-11-22T0${id}:00:00.000Z`,
  timeEnd: null,
  totalOutput: 1000,
  difference: 0,
  isConfirmed: true,
  lateOutput: 0,
  movedOutput: 0,
  productionOrders: [],
  shift: { id: 1 },
  ...more,
})

test('output is looked at where it holds the shift up, or was confirmed otherwise than counted by more than 2 % and five units', () => {
  const outputs = [
    output(6, { difference: 21 }),
    output(5, { difference: -20 }),
    output(4, { difference: -21 }),
    output(3, { totalOutput: 100, difference: 4 }),
    output(2, { isConfirmed: false, difference: -1000 }),
    output(1, { isConfirmed: false }),
  ]
  const issues = [
    { code: 'OUTPUT_WITHOUT_JOB_ORDER' as const, count: 1, ids: [1] },
    { code: 'UNCONFIRMED_OUTPUT' as const, count: 2, ids: [1, 2] },
  ]
  assert.deepEqual(
    outputsToCheck(outputs, issues).map(({ output: { id }, whys }) => [id, ...whys]),
    [
      [1, 'noOrder', 'unconfirmed'],
      [2, 'unconfirmed'],
      [4, 'differs'],
      [6, 'differs'],
    ],
  )
  // What the settings do not ask for is no work.
  assert.deepEqual(outputsToCheck([output(1, { isConfirmed: false })], []), [])
})

test('tasks and checklists are those that hold the shift up and those that began to ask in it; what was missed only where it holds up', () => {
  const task = (id: number, timeStart: string, action = 'CHOOSE_PRODUCTION_ORDER') => ({ id, timeStart, action }) as never
  const checklist = (id: number, dueAt: string, state = 'PENDING') => ({ id, dueAt, state }) as never
  const [inside, before, after] = ['2026-11-22T07:00:00.000Z', '2026-11-22T05:59:59.000Z', '2026-11-22T14:00:00.000Z']
  const open = openTasksOf(
    {
      operationalTasks: {
        items: [
          task(1, inside),
          task(2, before),
          task(3, after),
          task(4, after),
          task(5, inside, 'CLASSIFY_LOSS'),
          task(6, inside, 'CLASSIFY_LOSS'),
        ],
      },
      checklistOccurrences: {
        items: [
          checklist(1, inside),
          checklist(2, before),
          checklist(3, before, 'STARTED'),
          checklist(4, inside, 'MISSED'),
          checklist(5, inside, 'MISSED'),
        ],
      },
    },
    {
      issues: [
        { code: 'PENDING_TASKS', count: 2, ids: [4, 6] },
        { code: 'OPEN_CHECKLISTS', count: 2, ids: [3, 5] },
      ],
      start: Date.parse('2026-11-22T06:00:00.000Z'),
      end: Date.parse('2026-11-22T14:00:00.000Z'),
    },
  )
  const idsOf = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id)
  assert.deepEqual([idsOf(open.tasks), idsOf(open.checklists), idsOf(open.missed)], [[1, 4, 6], [1, 3], [5]])
})

test('nothing is called done of which no list is known: not answered, or not to be read by this person', () => {
  const issues = [
    { code: 'UNCONFIRMED_OUTPUT' as const, count: 2, ids: [1, 2] },
    { code: 'QUALITY_LOSSES_WITHOUT_REASON' as const, count: 1, ids: [3] },
    { code: 'OPEN_CHECKLISTS' as const, count: 1, ids: [4] },
    { code: 'UNCLASSIFIED_LOSSES' as const, count: 5, ids: [5] },
  ]
  const codes = (...args: Parameters<typeof unseenOf>) => unseenOf(...args).map(({ code }) => code)
  assert.deepEqual(codes(issues, undefined, 'output'), ['UNCONFIRMED_OUTPUT', 'QUALITY_LOSSES_WITHOUT_REASON'])
  assert.deepEqual(codes(issues, { rejects: { items: [] } }, 'output'), ['UNCONFIRMED_OUTPUT'])
  assert.deepEqual(codes(issues, { rejects: { items: [] }, outputIIoTs: [] }, 'output'), [])
  assert.deepEqual(codes(issues, {}, 'tasks'), ['OPEN_CHECKLISTS'])
  assert.deepEqual([workOf(1, issues.slice(0, 2), false), workOf(0, [], false), workOf(0, [], true)], [4, 0, 1])
})
