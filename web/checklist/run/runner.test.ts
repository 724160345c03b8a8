import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChecklistTask } from '#engine/checklist/checklistTask.ts'
import {
  answerOf,
  changedAnswer,
  firstOpen,
  isAnsweredNow,
  giving,
  givingFiles,
  inputOf,
  laterAnswers,
  leavesRun,
  losesOnLeaving,
  missingOf,
  noAnswer,
  otherAnswering,
  stepsOf,
  turnedNotApplicable,
  typedAfter,
  unsentAnswers,
  withAnswer,
} from './runner.view.ts'
import { takenBy } from './takenBy.ts'

const task = (key: string, more: Partial<ChecklistTask> = {}): ChecklistTask => ({
  key,
  description: key,
  type: 'YES_NO',
  expectedAnswer: true,
  isRequired: true,
  photoProofRequired: false,
  notApplicable: false,
  value: null,
  min: null,
  max: null,
  unit: null,
  message: null,
  allowMultipleSelection: false,
  options: [],
  expectedOptions: [],
  onDeviation: 'NONE',
  dependsOn: null,
  ...more,
})

test('a run goes on with the first task without an answer, and asks what depends on one after it', () => {
  const tasks = [task('leak'), task('where', { dependsOn: { taskKey: 'leak', answer: 'yes' } }), task('clean')]
  const yes = withAnswer([], { ...noAnswer('leak', 1), yes: true })
  const no = withAnswer(yes, { ...noAnswer('leak', 2), yes: false })
  assert.deepEqual([firstOpen(stepsOf(tasks, [])), firstOpen(stepsOf(tasks, yes))], [0, 1])
  assert.deepEqual(
    stepsOf(tasks, no).map(({ task: one, result }) => `${one.key} ${result}`),
    ['leak DEVIATION', 'clean UNANSWERED'],
  )
  const all = withAnswer(no, { ...noAnswer('clean', 3), yes: true })
  assert.equal(firstOpen(stepsOf(tasks, all)), 2)
  assert.deepEqual(missingOf(tasks, all, { signatureRequired: false, isSigned: false }), [])
})

test('a photo is of the camera where the camera was asked for and it was made since', () => {
  assert.equal(takenBy({ lastModified: 60_500 }, 60_000), 'CAMERA')
  assert.equal(takenBy({ lastModified: 60_000 }, 60_900), 'CAMERA', 'clocks of cards write whole seconds')
  assert.equal(takenBy({ lastModified: 50_000 }, 60_000), 'FILE')
  assert.equal(takenBy({ lastModified: 60_500 }, null), 'FILE')
})

test('what is missing leads to its task, a signature to none', () => {
  const tasks = [task('a'), task('b')]
  const answers = [{ ...noAnswer('a', 1), yes: true }]
  assert.deepEqual(
    missingOf(tasks, answers, { signatureRequired: true, isSigned: false }).map(({ problem, step }) => [problem.code, step]),
    [
      ['CHECKLIST_TASK_REQUIRED', 1],
      ['REQUIRED', -1],
    ],
  )
})

test('a number is typed key by key, with one separator and a sign', () => {
  const typed = (keys: string) => [...keys].reduce((text, key) => typedAfter(text, key === '<' ? 'DELETE' : key, ','), '')
  assert.deepEqual(
    [typed('12,5'), typed(',5'), typed('1,,5'), typed('12<'), typed('12-'), typed('-,5'), typed('12--')],
    ['12,5', '0,5', '1,5', '1', '-12', '-0,5', '12'],
  )
})

test('a photo that was on its way is added to the answer given meanwhile', () => {
  const photo = givingFiles((fileIds) => [...fileIds, 'photo'], false)
  const yes = withAnswer([], changedAnswer([], 'a', giving({ yes: true })))
  const both = changedAnswer(yes, 'a', photo)
  assert.deepEqual([both.yes, both.fileIds], [true, ['photo']])
  const none = withAnswer([], turnedNotApplicable(noAnswer('a', 1)))
  assert.equal(changedAnswer(none, 'a', photo).isNotApplicable, true)
  const begunAfter = givingFiles((fileIds) => [...fileIds, 'photo'], true)
  assert.equal(changedAnswer(none, 'a', begunAfter).isNotApplicable, false)
})

test('"not applicable" takes away what was answered and keeps the comment', () => {
  const typed = { ...noAnswer('a', 1), text: 'worn', number: 3, comment: 'see there' }
  const none = turnedNotApplicable(typed)
  assert.deepEqual([none.isNotApplicable, none.text, none.number, none.comment], [true, null, null, 'see there'])
  assert.equal(turnedNotApplicable(none).isNotApplicable, false)
})

test('an answer that came from the server is sent back without the name of its type', () => {
  const answer = { isNotApplicable: false, yes: true, number: null, text: null, isDone: false, options: [], fileIds: [], comment: null }
  const stored = { __typename: 'ChecklistAnswer', ...answer, attempts: [], taskId: 'p', answeredAt: '2026-05-04T08:00:00.000Z' }
  assert.deepEqual(inputOf(answerOf(stored)), { ...answer, attempts: [], taskId: 'p', answeredAt: '2026-05-04T08:00:00.000Z' })
})

test('leaving a correction loses what is handed in only as a whole, leaving a run what did not arrive', () => {
  const begun = [noAnswer('a', 0)]
  const given = { begun, answers: begun, closing: { name: 'Ann', strokes: [], reason: '' }, isCorrection: true, isUnsaved: false }
  assert.equal(losesOnLeaving(given), false)
  const changed = { ...given, answers: withAnswer(begun, noAnswer('a', 5)) }
  assert.equal(losesOnLeaving(changed), true)
  assert.equal(losesOnLeaving({ ...changed, isCorrection: false }), false)
  assert.equal(losesOnLeaving({ ...changed, isCorrection: false, isUnsaved: true }), true)
  assert.equal(losesOnLeaving({ ...given, closing: { ...given.closing, reason: 'Wrong gauge' } }), true)
  assert.equal(losesOnLeaving({ ...given, closing: { ...given.closing, strokes: [[0, 0, 1, 1]] } }), true)
})

test('a run is left by Back within the same page, not by another view of it', () => {
  const run = { pathname: '/checklists', search: { run: [7] } }
  assert.equal(leavesRun(run, { pathname: '/checklists', search: {} }), true)
  assert.equal(leavesRun(run, { pathname: '/checklists', search: { run: [8] } }), true)
  assert.equal(leavesRun(run, { pathname: '/boxes', search: {} }), true)
  const otherView = { ...run, search: { ...run.search, tab: 'lists' } }
  assert.equal(leavesRun(run, otherView), false)
})

test('of what the server kept and what this device did the later answer counts, and what the server lacks goes to it', () => {
  const there = [
    { ...noAnswer('guard', 5), yes: true },
    { ...noAnswer('oil', 9), yes: true },
  ]
  const here = [
    { ...noAnswer('guard', 8), yes: false },
    { ...noAnswer('oil', 7), yes: false },
    { ...noAnswer('belt', 1), yes: true },
  ]
  const merged = laterAnswers(there, here).map(({ taskKey, yes }) => `${taskKey} ${yes}`)
  assert.deepEqual(merged.toSorted(), ['belt true', 'guard false', 'oil true'])
  assert.deepEqual(
    unsentAnswers(there, here).map(({ taskKey }) => taskKey),
    ['guard', 'belt'],
  )
  assert.deepEqual(unsentAnswers(there, there), [])
})

test('who else answers is told with how far they are, of what is asked after their answers', () => {
  const tasks = [task('a'), task('b', { dependsOn: { taskKey: 'a', answer: 'no' } }), task('c')]
  const { taskKey: taskId, ...given } = { ...noAnswer('a', 1), yes: true, answeredAt: '2026-05-04T08:00:00Z' }
  const answer = { ...given, taskId, options: [], fileIds: [], attempts: [] }
  const run = { draft: [answer], startedBy: { id: 'olena', firstName: 'Olena', lastName: '' } }
  assert.deepEqual(otherAnswering(run, tasks, 'jan'), { name: 'Olena', answered: 1, count: 2 })
  assert.equal(otherAnswering(run, tasks, 'olena'), null)
  assert.equal(otherAnswering({ ...run, startedBy: null }, tasks, 'jan'), null)
})

test('a run is taken over from who answered it in the last ten minutes, and not by whom it was given to', () => {
  const seenAt = '2026-05-04T08:00:00Z'
  const at = Date.parse(seenAt)
  const run = { startedBy: { id: 'olena', firstName: 'Olena', lastName: '' }, seenAt, state: 'STARTED', assignee: null } as const
  assert.equal(isAnsweredNow(run, 'jan', at + 599_999), true)
  assert.equal(isAnsweredNow(run, 'jan', at + 600_000), false)
  assert.equal(isAnsweredNow(run, 'olena', at), false)
  assert.equal(isAnsweredNow({ ...run, assignee: { id: 'jan', fullName: 'Jan' } }, 'jan', at), false)
  assert.equal(isAnsweredNow({ ...run, state: 'DONE' }, 'jan', at), false)
  assert.equal(isAnsweredNow({ ...run, startedBy: null }, 'jan', at), false)
})
