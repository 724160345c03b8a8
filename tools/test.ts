/**
 * `npm test`: runs every test, or those whose path contains one of the given texts (`npm test -- server/db`); with `--changed` of them those that
 * reach a file that differs from the main branch; with `--test-name-pattern=` tests by name. Fails when a test fails and when none ran, unless
 * nothing has changed. Few files that failed beside others are run once more, alone (docs/decisions/second-run.md).
 */
import { availableParallelism } from 'node:os'
import { stopTestCluster } from '#server/testing/testCluster.ts'
import type { FileReport } from './testRun/message.ts'
import { prepareStories, type StoryGround } from './testRun/storyGround.ts'
import { listTestFiles, type TestFile } from './testRun/testFiles.ts'
import { runTestFiles } from './testRun/testQueue.ts'
import { unsteadyFiles, unsteadyReports, withSecondRun } from './testRun/unsteady.ts'

/** More than all tests take on a machine that is busy with much else, with the second run of few; a single file that hangs is given up long before. */
const RUN_LIMIT_MS = 4_500_000
const MOST_FAILURE_CHARS = 6_000
const CHANGED_OPTION = '--changed'
const NAME_OPTION = '--test-name-pattern='

const args = process.argv.slice(2)
const filters = args.filter((arg) => !arg.startsWith('--')).map((arg) => arg.replace(/^\.\//, ''))
const names = args.filter((arg) => arg.startsWith(NAME_OPTION))

setTimeout(() => {
  console.error(`The tests did not end within ${RUN_LIMIT_MS / 60_000} minutes: one of them hangs.`)
  process.exit(1)
}, RUN_LIMIT_MS).unref()
process.exitCode = (await testAll()) ? 0 : 1

async function testAll(): Promise<boolean> {
  const startedAt = performance.now()
  const files = await chosenFiles()
  const stories = prepareStories(files.filter((file) => file.lane === 'story').map((file) => file.path))
  const run = (chosen: readonly TestFile[], cores: number) => reportsOf(chosen, cores, stories)
  let reports: readonly FileReport[]
  try {
    reports = await run(files, availableParallelism())
    const unsteady = unsteadyFiles(files, reports)
    if (unsteady.length > 0) {
      console.log(`\n${unsteady.map(({ path }) => path).join(' and ')} failed and will be run once more, alone.`)
      const again = await run(unsteady, 1)
      for (const report of unsteadyReports(reports, again))
        console.log(`\nUNSTEADY: ${report.path} failed beside other files and passed alone:\n${failuresOf(report)}`)
      reports = withSecondRun(reports, again)
    }
  } finally {
    await stories.end()
    await stopTestCluster()
  }
  return printSums(reports, performance.now() - startedAt)
}

async function reportsOf(files: readonly TestFile[], cores: number, { environment }: StoryGround): Promise<FileReport[]> {
  const reports: FileReport[] = []
  const onReport = (report: FileReport): void => {
    reports.push(report)
    process.stdout.write(report.text)
  }
  await runTestFiles(files, { cores, nodeOptions: names, storyEnvironment: environment, onReport })
  return reports
}

/** The end of the errors is where their cause stands. */
function failuresOf({ failures }: FileReport): string {
  return failures.slice(-MOST_FAILURE_CHARS)
}

async function chosenFiles(): Promise<TestFile[]> {
  const files = listTestFiles().filter(({ path }) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
  if (!args.includes(CHANGED_OPTION)) return files
  const [{ listChangedFiles }, { testsOfChange }, { readGraph }] = await Promise.all([
    import('./testRun/changedFiles.ts'),
    import('./testRun/changedTests.ts'),
    import('./testRun/importGraph.ts'),
  ])
  const changed = listChangedFiles()
  const reached = new Set(
    testsOfChange(
      changed,
      readGraph(),
      files.map(({ path }) => path),
    ),
  )
  console.log(`${changed.length} files have changed; ${reached.size} of ${files.length} test files reach one of them.`)
  return files.filter(({ path }) => reached.has(path))
}

function printSums(reports: readonly FileReport[], ms: number): boolean {
  const sum = (of: 'passed' | 'failed' | 'skipped'): number => reports.reduce((total, report) => total + report[of], 0)
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
  for (const report of reports.filter((one) => one.failed > 0))
    console.log(`\n✖ ${report.failed} failed in ${report.path}\n${failuresOf(report)}`)
  console.log(`\n${passed} tests passed, ${failed} failed, ${skipped} skipped in ${(ms / 1000).toFixed(1)} s`)
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  if (passed + failed > 0) return failed === 0
  console.log('No test ran: no test file matches.')
  return args.includes(CHANGED_OPTION)
}
