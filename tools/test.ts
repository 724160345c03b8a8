/**
 * `npm test`: runs every test, or those whose path contains one of the given texts (`npm test -- server/db`). Options of `node --test` that begin
 * with `--test-name-pattern=` are understood. Fails when a test fails and when none ran.
 */
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { stopTestCluster } from '#server/testing/testCluster.ts'
import { ensureWebBuilt } from './buildWeb.ts'
import { ROOT } from './sourceTree.ts'

type Group = {
  readonly name: string
  readonly pattern: string
  /** Zone of the process, where the machine's must not matter. */
  readonly zone?: string
  readonly concurrency: number
  /** After which a file that hangs is given up. */
  readonly limitMs?: number
  readonly needsScreens?: boolean
}

type Counts = { passed: number; failed: number; skipped: number }

const CORES = Math.max(1, Math.min(2, availableParallelism()))
const TEST_LIMIT_MS = 180_000
/** Stories of one file share a server and run one after the other, beside those of others; much of their time they wait, so one more than there are cores. */
const STORIES_CONCURRENCY = CORES + 1
const STORIES_LIMIT_MS = 420_000
/** More than all tests take on a slow machine: who waits for ever is told that something hangs. */
const RUN_LIMIT_MS = 2_700_000
const NAME_OPTION = '--test-name-pattern='

const GROUPS: readonly Group[] = [
  { name: 'engine in UTC', pattern: 'engine/**/*.test.ts', zone: 'UTC', concurrency: CORES },
  { name: 'engine in Asia/Kathmandu', pattern: 'engine/**/*.test.ts', zone: 'Asia/Kathmandu', concurrency: CORES },
  { name: 'server, screens, simulator and tools', pattern: '{server,web,sim,bench,tools}/**/*.test.ts', concurrency: CORES },
  {
    name: 'stories in a browser',
    pattern: 'e2e/**/*.test.ts',
    concurrency: STORIES_CONCURRENCY,
    limitMs: STORIES_LIMIT_MS,
    needsScreens: true,
  },
]

const args = process.argv.slice(2)
const filters = args.filter((arg) => !arg.startsWith('--')).map((arg) => arg.replace(/^\.\//, ''))
const names = args.filter((arg) => arg.startsWith(NAME_OPTION)).map((arg) => new RegExp(arg.slice(NAME_OPTION.length)))

setTimeout(() => {
  console.error(`The tests did not end within ${RUN_LIMIT_MS / 60_000} minutes: one of them hangs.`)
  process.exit(1)
}, RUN_LIMIT_MS).unref()
process.exitCode = (await testAll()) ? 0 : 1

async function testAll(): Promise<boolean> {
  const started = performance.now()
  const total: Counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    for (const group of GROUPS) {
      const files = filesOf(group)
      if (files.length > 0) await testGroup(group, files, total)
    }
  } finally {
    await stopTestCluster()
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`\n${total.passed} tests passed, ${total.failed} failed, ${total.skipped} skipped in ${seconds} s`)
  if (total.passed + total.failed === 0) console.log('No test ran: no test file matches.')
  return total.failed === 0 && total.passed > 0
}

function filesOf(group: Group): string[] {
  return globSync(group.pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
    .toSorted()
    .map((path) => `${ROOT}${path}`)
}

async function testGroup(group: Group, files: string[], total: Counts): Promise<void> {
  console.log(`\n── ${group.name} (${files.length} files)`)
  if (group.needsScreens === true) await ensureWebBuilt(console.log)
  const zoneBefore = process.env['TZ']
  if (group.zone !== undefined) process.env['TZ'] = group.zone
  const events = run({
    files,
    concurrency: group.concurrency,
    timeout: group.limitMs ?? TEST_LIMIT_MS,
    cwd: ROOT,
    execArgv: ['--import', `${ROOT}tools/fixedSeed.ts`],
    ...(names.length > 0 ? { testNamePatterns: names } : {}),
  })
  events.on('test:summary', ({ counts, file }) => {
    if (file !== undefined) return
    total.passed += counts.passed
    total.failed += counts.tests - counts.passed - counts.skipped - counts.todo
    total.skipped += counts.skipped + counts.todo
  })
  for await (const text of events.compose(new spec())) process.stdout.write(String(text))
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
}
