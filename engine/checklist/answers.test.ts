import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askedTasks, problemOfAnswer, problemsOfSubmission, resultOfAnswer, resultOfAnswers, signedText } from './answers.ts'
import { problemsOfChecklist } from './checklistForm.ts'
import type { ChecklistForm } from './checklistForm.ts'
import type { ChecklistAnswer, ChecklistTask, TaskWords } from './checklistTask.ts'
import { taskIn, textIn } from './taskWords.ts'

const task = (more: Partial<ChecklistTask> = {}): ChecklistTask => ({
  key: 'a',
  description: 'Pressure',
  type: 'MEASUREMENT',
  expectedAnswer: null,
  isRequired: true,
  photoProofRequired: false,
  notApplicable: false,
  value: null,
  min: 4,
  max: 6,
  unit: 'bar',
  message: null,
  allowMultipleSelection: false,
  options: [],
  expectedOptions: [],
  onDeviation: 'NONE',
  dependsOn: null,
  ...more,
})
const answer = (more: Partial<ChecklistAnswer> = {}): ChecklistAnswer => ({
  taskKey: 'a',
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
const words = (more: Partial<TaskWords> = {}): TaskWords => ({ language: 'uk', description: null, message: null, options: [], ...more })
const submitted = (tasks: readonly ChecklistTask[], answers: readonly ChecklistAnswer[], isSigned = false, signatureRequired = false) =>
  problemsOfSubmission({ tasks, signatureRequired }, answers, isSigned).map(({ code, field }) => `${code} ${field ?? ''}`)

describe('a measurement', () => {
  it('is fine on its limits, and asks for a word beyond them', () => {
    assert.equal(resultOfAnswer(task(), answer({ number: 6 })), 'OK')
    assert.equal(resultOfAnswer(task(), answer({ number: 4 })), 'OK')
    assert.equal(resultOfAnswer(task(), answer({ number: 6.01 })), 'DEVIATION')
    assert.deepEqual(submitted([task()], [answer({ number: 6.01 })]), ['OUT_OF_LIMIT_COMMENT a'])
    assert.deepEqual(submitted([task()], [answer({ number: 6.01, comment: '  ' })]), ['OUT_OF_LIMIT_COMMENT a'])
    assert.deepEqual(submitted([task()], [answer({ number: 6.01, comment: 'Valve replaced' })]), [])
  })

  it('with one limit is open on the other side', () => {
    assert.equal(resultOfAnswer(task({ max: null }), answer({ number: 1e9 })), 'OK')
    assert.equal(resultOfAnswer(task({ min: null }), answer({ number: -1e9 })), 'OK')
  })

  it('is refused where it is no number that anybody measures', () => {
    for (const number of [1e13, Number.NaN, -Infinity])
      assert.equal(problemOfAnswer(task(), answer({ number }))?.code, 'VALUE_OUT_OF_RANGE')
    assert.equal(problemOfAnswer(task(), answer({ attempts: Array.from({ length: 21 }, () => 5) }))?.code, 'VALUE_OUT_OF_RANGE')
  })
})

describe('other answers', () => {
  it('deviate where they are not as expected', () => {
    const yesNo = task({ type: 'YES_NO', expectedAnswer: true })
    assert.equal(resultOfAnswer(yesNo, answer({ yes: false })), 'DEVIATION')
    assert.equal(resultOfAnswer({ ...yesNo, expectedAnswer: null }, answer({ yes: false })), 'OK')
    const select = task({ type: 'SELECT', options: ['Good', 'Worn'], expectedOptions: ['Good'] })
    assert.equal(resultOfAnswer(select, answer({ options: ['Worn'] })), 'DEVIATION')
    assert.equal(resultOfAnswer(select, answer({ options: ['Good'] })), 'OK')
    assert.equal(problemOfAnswer(select, answer({ options: ['Broken'] }))?.code, 'OPTION_NOT_OFFERED')
    assert.equal(problemOfAnswer(select, answer({ options: ['Good', 'Worn'] }))?.code, 'VALUE_OUT_OF_RANGE')
    assert.equal(problemOfAnswer({ ...select, allowMultipleSelection: true }, answer({ options: ['Good', 'Worn'] })), null)
  })

  it('are asked for where they are missing', () => {
    const types = ['YES_NO', 'MEASUREMENT', 'ENTER_TEXT', 'MARK_AS_DONE', 'SELECT', 'ATTACH_FILE'] as const
    for (const type of types) {
      const one = task({ type, options: ['Good', 'Worn'] })
      assert.deepEqual(submitted([one], [answer()]), ['CHECKLIST_TASK_REQUIRED a'], type)
      assert.deepEqual(submitted([{ ...one, isRequired: false }], []), [], type)
    }
    assert.deepEqual(submitted([task({ type: 'ENTER_TEXT' })], [answer({ text: '  ' })]), ['CHECKLIST_TASK_REQUIRED a'])
    assert.deepEqual(submitted([task({ type: 'MARK_AS_DONE' })], [answer({ isDone: true })]), [])
  })

  it('may be not applicable only where the task allows it', () => {
    const given = answer({ isNotApplicable: true })
    assert.equal(problemOfAnswer(task(), given)?.code, 'NOT_APPLICABLE_REFUSED')
    assert.deepEqual(submitted([task({ notApplicable: true, photoProofRequired: true })], [given]), [])
    assert.equal(resultOfAnswers([task({ notApplicable: true })], [given]), 'OK')
  })

  it('need their photo when they are handed in', () => {
    const proof = task({ photoProofRequired: true })
    assert.equal(problemOfAnswer(proof, answer({ number: 5 })), null)
    assert.deepEqual(submitted([proof], [answer({ number: 5 })]), ['PHOTO_REQUIRED a'])
    assert.deepEqual(submitted([proof], [answer({ number: 5, fileIds: ['f'] })]), [])
  })

  it('need a signature where the checklist asks for one', () => {
    assert.deepEqual(submitted([task()], [answer({ number: 5 })], false, true), ['REQUIRED signature'])
    assert.deepEqual(submitted([task()], [answer({ number: 5 })], true, true), [])
  })
})

it('a task is asked only after the answer that it depends on', () => {
  const leak = task({ key: 'leak', type: 'YES_NO', expectedAnswer: false })
  const where = task({ key: 'where', type: 'ENTER_TEXT', dependsOn: { taskKey: 'leak', answer: 'yes' } })
  const keys = (yes: boolean | null) => askedTasks([leak, where], [answer({ taskKey: 'leak', yes })]).map(({ key }) => key)
  assert.deepEqual([keys(true), keys(false), keys(null)], [['leak', 'where'], ['leak'], ['leak']])
  assert.deepEqual(submitted([leak, where], [answer({ taskKey: 'leak', yes: true })]), ['CHECKLIST_TASK_REQUIRED where'])
  assert.deepEqual(submitted([leak, where], [answer({ taskKey: 'leak', yes: false })]), [])
})

it('a task is read in the language of who reads it, and as it was written where that is missing', () => {
  const belt = task({ type: 'SELECT', description: 'Belt', message: 'Stop', options: ['Good', 'Worn'] })
  const read = (translations: readonly TaskWords[], language: string) => {
    const { description, message, optionText } = taskIn({ ...belt, translations }, language)
    return [description, message, ...belt.options.map(optionText)]
  }
  const ukrainian = words({ description: 'Ремінь', options: ['Цілий', ''] })
  assert.deepEqual(read([ukrainian], 'uk'), ['Ремінь', 'Stop', 'Цілий', 'Worn'])
  assert.deepEqual(read([ukrainian], 'pl'), ['Belt', 'Stop', 'Good', 'Worn'])
  assert.deepEqual(read([words({ message: 'Стій' })], 'uk'), ['Belt', 'Стій', 'Good', 'Worn'])
  assert.deepEqual(
    [textIn('Go', [{ language: 'uk', text: 'Йди' }], 'uk'), textIn(null, [{ language: 'uk', text: 'Йди' }], 'uk')],
    ['Йди', null],
  )
})

it('a signature is over what was answered, in whatever order it arrived', () => {
  const signed = (answers: readonly ChecklistAnswer[], hash = 'h') =>
    signedText({ checklistId: 1, version: 2, workCenterId: 3, answers, fileHashes: { f: hash } })
  const [one, two] = [answer({ number: 5, fileIds: ['f'] }), answer({ taskKey: 'b', yes: true })]
  assert.equal(signed([one, two]), signed([two, one]))
  assert.notEqual(signed([one, two]), signed([{ ...one, number: 5.1 }, two]))
  assert.notEqual(signed([one, two]), signed([one, two], 'other'))
})

describe('a checklist', () => {
  const form = (more: Partial<ChecklistForm> = {}): ChecklistForm => ({
    name: 'Start of shift',
    group: null,
    instructions: null,
    instructionsIn: [],
    answerWithinMs: null,
    frequency: {
      source: 'REGULAR_INTERVALS',
      everyMs: 7_200_000,
      everyUnits: null,
      resetAtShiftStart: true,
      resetAtProductChangeover: false,
      pauseDuringDowntime: false,
      allowManualActivation: false,
      statusRuleId: null,
      reasonId: null,
      showAfterMs: 0,
      showAfterUnit: 'MINUTES',
      showAt: [],
    },
    tasks: [task()],
    ...more,
  })
  const problems = (more: Partial<ChecklistForm>) => problemsOfChecklist(form(more)).map(({ code, field }) => `${code} ${field ?? ''}`)
  const { frequency } = form()

  it('is taken when all of it is legal', () => assert.deepEqual(problems({}), []))

  for (const [what, more, expected] of [
    ['without a name', { name: ' ' }, 'REQUIRED name'],
    ['without tasks', { tasks: [] }, 'REQUIRED tasks'],
    ['every minute', { frequency: { ...frequency, everyMs: 60_000 } }, 'VALUE_OUT_OF_RANGE frequency.everyMs'],
    ['at intervals without a length', { frequency: { ...frequency, everyMs: null } }, 'REQUIRED frequency.everyMs'],
    ['by units without a number', { frequency: { ...frequency, source: 'QUANTITY_PRODUCED' } }, 'REQUIRED frequency.everyUnits'],
    [
      'at a time that no clock shows',
      { frequency: { ...frequency, source: 'DAILY_SCHEDULE', showAt: ['24:00'] } },
      'INVALID_FORMAT frequency.showAt',
    ],
    [
      'eight days after a stop',
      { frequency: { ...frequency, source: 'STATUS', showAfterMs: 691_200_000 } },
      'VALUE_OUT_OF_RANGE frequency.showAfterMs',
    ],
    ['with limits the wrong way round', { tasks: [task({ min: 7 })] }, 'VALUE_OUT_OF_RANGE tasks.0.max'],
    ['with two tasks of one key', { tasks: [task(), task()] }, 'NOT_UNIQUE tasks.1.key'],
    ['with one option', { tasks: [task({ type: 'SELECT', options: ['Good'] })] }, 'VALUE_OUT_OF_RANGE tasks.0.options'],
    ['with an option twice', { tasks: [task({ type: 'SELECT', options: ['Good', 'Good'] })] }, 'NOT_UNIQUE tasks.0.options'],
    [
      'with a language twice',
      { tasks: [task({ translations: [words({ description: 'Тиск' }), words({ description: 'Натиск' })] })] },
      'NOT_UNIQUE tasks.0.translations',
    ],
    [
      'with words that are too long in another language',
      { tasks: [task({ translations: [words({ description: 'x'.repeat(501) })] })] },
      'LENGTH_OUT_OF_RANGE tasks.0.translations.uk.description',
    ],
    [
      'with one of two options in another language',
      { tasks: [task({ type: 'SELECT', options: ['Good', 'Worn'], translations: [words({ options: ['Добрий'] })] })] },
      'VALUE_OUT_OF_RANGE tasks.0.translations.uk.options',
    ],
    [
      'with two options that read the same in another language',
      { tasks: [task({ type: 'SELECT', options: ['Good', 'Worn'], translations: [words({ options: ['Пас', 'Пас'] })] })] },
      'NOT_UNIQUE tasks.0.translations.uk.options',
    ],
    [
      'with instructions twice in a language',
      {
        instructionsIn: [
          { language: 'uk', text: 'Стій' },
          { language: 'uk', text: 'Йди' },
        ],
      },
      'NOT_UNIQUE instructionTranslations',
    ],
    [
      'with a condition on a later task',
      { tasks: [task({ dependsOn: { taskKey: 'b', answer: 'yes' } })] },
      'TASK_CONDITION_NOT_VALID tasks.0.dependsOn',
    ],
  ] as const satisfies readonly (readonly [string, Partial<ChecklistForm>, string])[]) {
    it(`${what} is refused with its field`, () => assert.deepEqual(problems(more), [expected]))
  }
})
