import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import { findFile } from '#server/file/file.store.ts'
import { readFile } from '#server/file/fileContent.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { createWorkerThread } from '#server/jobs/worker/workerThread.ts'
import type { WorkerThread } from '#server/jobs/worker/workerThread.ts'
import { createLog } from '#server/log.ts'
import { addPress } from '#server/shift/testing.ts'
import { seedChecklist } from '#server/checklist/testing.ts'
import { printRuns } from './printRun.service.ts'
import { readRun } from './runOnPaper.ts'
import { answerText } from './runPdf.ts'
import { runTextsOf } from './runTexts.ts'

describe('checklists on paper', () => {
  let api: TestApi
  let jobs: Jobs
  let thread: WorkerThread
  let occurrenceId = 0
  const log = createLog('silent')

  before(async () => {
    api = await startTestApi({ reportWaitMs: 60_000 })
    thread = createWorkerThread({ url: api.databaseUrl, log })
    jobs = createJobs({ database: api.database, log })
    printRuns(jobs, { database: api.database, thread })
    await jobs.start()
    occurrenceId = (await seedChecklist(api, await addPress(api, 'Press Łódź'))).occurrenceId
  })
  after(async () => {
    await jobs.close()
    await thread.close()
    await api.close()
  })

  const codesOf = ({ errors }: Answer) => errors.map(({ extensions }) => extensions.code)
  const print = (more: object = {}, language = 'uk') =>
    api.ask(`mutation { printChecklist(occurrenceId: ${occurrenceId}, language: "${language}") { id state fileId } }`, more)

  it('are made in the thread for heavy work, and read by who asked for them', async () => {
    const { data, errors } = await print()
    assert.deepEqual(errors, [])
    const { id, state, fileId } = data['printChecklist'] as { readonly id: string; readonly state: string; readonly fileId: string }
    assert.ok(['DONE', 'RUNNING'].includes(state))
    const companyId = asId<CompanyId>(ACME)
    const file = await api.database.inTenant(companyId, (tenant) => findFile(tenant, fileId))
    assert.ok(file)
    assert.deepEqual(file.needs, { action: 'READ', subject: 'CHECKLISTS' })
    const bytes = Buffer.concat(await Array.fromAsync(readFile(api.database, companyId, file, { start: 0, end: file.size })))
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
    assert.match(bytes.subarray(-10).toString(), /%%EOF/)
    const ofAnother = await api.ask(`{ checklistPrint(id: "${id}") { state } }`, { as: 'USER' })
    assert.deepEqual(codesOf(ofAnother), ['FILE_NOT_FOUND'])
  })

  it('are refused of another company, of a machine that the person does not see, and in a language that there is not', async () => {
    assert.deepEqual(codesOf(await print({ as: api.stranger, company: OTHER })), ['OCCURRENCE_NOT_FOUND'])
    assert.deepEqual(codesOf(await print({ as: 'OPERATOR' })), ['OCCURRENCE_NOT_FOUND'])
    assert.deepEqual(codesOf(await print({}, 'xx')), ['INVALID_FORMAT'])
  })

  it('tell questions, answers, signature, and documents by name', async () => {
    const run = await api.database.inTenant(asId<CompanyId>(ACME), (tenant) => readRun(tenant, occurrenceId))
    assert.ok(run)
    const [submission] = run.submissions
    assert.ok(submission)
    assert.deepEqual([run.name, run.place, run.occurrence.state], ['Guard', 'Press Łódź', 'DONE'])
    assert.equal(submission.signature?.name, 'A')
    assert.equal(submission.isChangedSince, false)
    assert.deepEqual(
      run.files.map(({ name, picture }) => [name, picture]),
      [['guard.pdf', null]],
    )
    const [task] = run.tasks
    assert.ok(task)
    const said = Object.fromEntries(
      LANGUAGES.map((language) => [language, answerText(task, submission.answers[0], runTextsOf(language), language)]),
    )
    assert.deepEqual(said, { en: 'Done', es: 'Hecho', pl: 'Zrobione', ru: 'Сделано', uk: 'Зроблено', uz: 'Bajarildi' })
    const measured = { ...task, type: 'MEASUREMENT' as const, unit: 'bar' }
    const answer = { ...submission.answers[0], taskKey: task.key, number: 4.25 }
    assert.equal(answerText(measured, { ...noAnswer(task.key), ...answer }, runTextsOf('pl'), 'pl'), '4,25 bar')
    const translations = [{ language: 'pl' as const, description: null, message: null, options: ['Dobry', ''] }]
    const chosen = { ...task, type: 'SELECT' as const, options: ['Good', 'Worn'], translations }
    const both = { ...noAnswer(task.key), options: ['Good', 'Worn'] }
    assert.equal(answerText(chosen, both, runTextsOf('pl'), 'pl'), 'Dobry, Worn')
  })

  it('say so where an answer was changed after it was handed in', async () => {
    await api.database.pool.query(
      `update checklist_submission set answers = jsonb_set(answers, '{0,isDone}', 'false') where company_id = $1 and occurrence_id = $2`,
      [ACME, occurrenceId],
    )
    const run = await api.database.inTenant(asId<CompanyId>(ACME), (tenant) => readRun(tenant, occurrenceId))
    assert.deepEqual(
      run?.submissions.map(({ isChangedSince }) => isChangedSince),
      [true],
    )
  })
})

function noAnswer(taskKey: string) {
  const none = { isNotApplicable: false, yes: null, number: null, text: null, isDone: false, comment: null }
  return { ...none, taskKey, options: [], fileIds: [], attempts: [], answeredAt: 0 }
}
