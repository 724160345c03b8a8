/**
 * `npm test`: runs every test, or those whose path contains one of the given texts (`npm test -- server/db`); with `--changed` of them those that
 * reach a file that differs from the main branch; with `--test-name-pattern=` tests by name. Fails when a test fails and when none ran, unless
 * nothing has changed.
 */
import { availableParallelism } from 'node:os'
import { stopTestCluster } from '#server/testing/testCluster.ts'
import type { FileReport } from './testRun/message.ts'
import { prepareStories } from './testRun/storyGround.ts'
import { listTestFiles, type TestFile } from './testRun/testFiles.ts'
import { runTestFiles } from './testRun/testQueue.ts'

/** More than all tests take on a slow machine: who waits for ever is told that something hangs. */
const RUN_LIMIT_MS = 2_700_000
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
  const reports: FileReport[] = []
  const stories = prepareStories(files.filter((file) => file.lane === 'story').map((file) => file.path))
  try {
    await runTestFiles(files, {
      cores: availableParallelism(),
      nodeOptions: names,
      storyEnvironment: stories.environment,
      onReport: (report) => {
        reports.push(report)
        process.stdout.write(report.text)
      },
    })
  } finally {
    await stories.end()
    await stopTestCluster()
  }
  return printSums(reports, performance.now() - startedAt)
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
  for (const report of reports.filter((one) => one.failed > 0)) console.log(`✖ ${report.failed} failed in ${report.path}`)
  console.log(`\n${passed} tests passed, ${failed} failed, ${skipped} skipped in ${(ms / 1000).toFixed(1)} s`)
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  if (passed + failed > 0) return failed === 0
  console.log('No test ran: no test file matches.')
  return args.includes(CHANGED_OPTION)
}
