import { globSync } from 'node:fs'
import { ROOT } from '../sourceTree.ts'

/** shared: in a process with other files. own: in a process of its own. story: so too, in a browser against a product of its own. */
export type Lane = 'shared' | 'own' | 'story'

export type TestFile = { readonly path: string; readonly lane: Lane }

/**
 * Files that need a process of their own, the longest first: they start, kill or overload processes, measure the process that they run in, or
 * replace what a whole process shares.
 */
const OWN = [
  'server/db/embeddedPostgres.test.ts',
  'server/main.test.ts',
  'server/internet.test.ts',
  'tools/backup.test.ts',
  'server/ingest/crash.test.ts',
  'server/ingest/overload.test.ts',
  'server/ingest/takeover.test.ts',
  'server/frozenDatabase.test.ts',
  'server/fullDisk.test.ts',
  'server/movedClock.test.ts',
  'server/loss/killedEdits.test.ts',
]

/** Long files among those that share processes: they come first, so that none is left to run alone at the end. */
const LONG_SHARED = [
  'server/graphql/access.test.ts',
  'server/integration/connector/tryton.test.ts',
  'server/ingest/ingest.test.ts',
  'server/ingest/recalculation',
]

/** Long files of stories, the longest first, for the same reason. */
const LONG_STORIES = [
  'shell',
  'people',
  'stories.',
  'workCenterPage',
  'shifts',
  'operatorMode',
  'jobOrders',
  'accounts',
  'workCenters.',
  'replay',
  'workCenterSettings',
  'looks',
  'guards',
  'external',
].map((name) => `e2e/${name}`)

/** Returns all test files of the project in the order in which they should start. */
export function listTestFiles(): TestFile[] {
  const paths = globSync('{engine,server,web,sim,bench,tools,e2e}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] })
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other))
    .map((path) => ({ path, lane: laneOf(path) }))
}

function laneOf(path: string): Lane {
  if (path.startsWith('e2e/')) return 'story'
  return OWN.includes(path) ? 'own' : 'shared'
}

function rank(path: string): number {
  const first = [...OWN, ...LONG_SHARED, ...LONG_STORIES].findIndex((start) => path.startsWith(start))
  return first < 0 ? Number.MAX_SAFE_INTEGER : first
}
