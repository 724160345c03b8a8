import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FileReport } from './message.ts'
import { WorkerProcess } from './workerProcess.ts'

const LIMIT_MS = 60_000

const fixture = (name: string): string => `tools/testRun/fixtures/${name}.ts`
const countsOf = ({ passed, failed, skipped }: FileReport) => ({ passed, failed, skipped })

/** Returns the reports of the files, run in one process, and of its end where it did not end well. */
async function reportsOf(names: readonly string[], nodeOptions: readonly string[] = [], limitMs = LIMIT_MS): Promise<FileReport[]> {
  const worker = new WorkerProcess({ nodeOptions, environment: {} })
  const reports: (FileReport | string | null)[] = []
  for (const name of names) reports.push(await worker.run(fixture(name), limitMs))
  if (!worker.hasEnded) reports.push(await worker.end())
  return reports.filter((report) => report !== null && typeof report === 'object')
}

describe('a process that runs test files', () => {
  it('counts what passed and what was left out, and puts the process back for the next file', async () => {
    const [sound, untouched, ...further] = await reportsOf(['sound', 'untouched'])
    assert.ok(sound && untouched)
    assert.deepEqual(countsOf(sound), { passed: 1, failed: 0, skipped: 2 })
    assert.match(sound.text, /its own hook ran/)
    assert.equal(sound.failures, '')
    assert.deepEqual(countsOf(untouched), { passed: 1, failed: 0, skipped: 0 })
    assert.doesNotMatch(untouched.text, /its own hook ran/)
    assert.deepEqual(further, [])
  })

  it('counts as failed what failed, what was cancelled and a suite whose hook broke', async () => {
    const [report, ...further] = await reportsOf(['failing'])
    assert.ok(report)
    assert.deepEqual(countsOf(report), { passed: 2, failed: 4, skipped: 0 })
    assert.match(report.text, /1 \+ 1|Expected values to be strictly equal/)
    assert.match(report.text, /the last hook broke/)
    assert.match(report.failures, /the last hook broke/)
    assert.doesNotMatch(report.failures, /holds too/)
    assert.deepEqual(further, [])
  })

  it('names a file that cannot be loaded, and goes on with the next', async () => {
    const [unreadable, sound] = await reportsOf(['unreadable', 'sound'])
    assert.ok(unreadable && sound)
    assert.deepEqual({ path: unreadable.path, ...countsOf(unreadable) }, { path: fixture('unreadable'), passed: 0, failed: 1, skipped: 0 })
    assert.match(unreadable.text, /this file cannot be loaded/)
    assert.deepEqual(countsOf(sound), { passed: 1, failed: 0, skipped: 2 })
  })

  it('names the file in which the process ended, with its last words and the files before it', async () => {
    const [sound, dying, ...further] = await reportsOf(['sound', 'dying'])
    assert.ok(sound && dying)
    assert.deepEqual({ path: dying.path, ...countsOf(dying) }, { path: fixture('dying'), passed: 0, failed: 1, skipped: 0 })
    assert.match(dying.text, /last words/)
    assert.match(dying.text, /exit code 7/)
    assert.match(dying.text, /before it in the same process: .*sound\.ts/)
    assert.deepEqual(further, [])
  })

  it('takes no file after its end', async () => {
    const worker = new WorkerProcess({ nodeOptions: [], environment: {} })
    await worker.run(fixture('sound'), LIMIT_MS)
    await worker.run(fixture('dying'), LIMIT_MS)
    assert.equal(await worker.run(fixture('untouched'), LIMIT_MS), 'not taken')
  })

  it('gives up a file that does not end', async () => {
    const [report, ...further] = await reportsOf(['hanging'], [], 3_000)
    assert.ok(report)
    assert.deepEqual({ path: report.path, ...countsOf(report) }, { path: fixture('hanging'), passed: 0, failed: 1, skipped: 0 })
    assert.match(report.text, /did not end within 3 s/)
    assert.deepEqual(further, [])
  })

  it('counts an error after the end of its test as a failure', async () => {
    const [report, end, ...further] = await reportsOf(['throwingLate'])
    assert.ok(report && end)
    assert.deepEqual(countsOf(report), { passed: 1, failed: 0, skipped: 0 })
    assert.deepEqual({ path: end.path, ...countsOf(end) }, { path: fixture('throwingLate'), passed: 0, failed: 1, skipped: 0 })
    assert.match(end.text, /too late/)
    assert.deepEqual(further, [])
  })

  it('counts a file without a test as a failure', async () => {
    const [report, ...further] = await reportsOf(['empty'])
    assert.ok(report)
    assert.deepEqual({ path: report.path, ...countsOf(report) }, { path: fixture('empty'), passed: 0, failed: 1, skipped: 0 })
    assert.deepEqual(further, [])
  })

  it('runs only the tests whose name was asked for', async () => {
    const [report] = await reportsOf(['failing'], ['--test-name-pattern=holds'])
    assert.ok(report)
    assert.deepEqual({ ...countsOf(report) }, { passed: 2, failed: 1, skipped: 0 })
    assert.deepEqual(await reportsOf(['sound'], ['--test-name-pattern=nobody has this name']), [])
  })
})
