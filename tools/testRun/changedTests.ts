import { dirname, join } from 'node:path/posix'

/** A source file with the files that it imports or starts. */
export type GraphFile = { readonly path: string; readonly text: string; readonly imports: readonly string[] }

const CODE = /\.(ts|tsx|mjs)$/
const STORY = /^e2e\//
/** Files of these layers other than code (texts, styles, queries, migrations, recordings) are read by tests of the layers named here. */
const READERS: Readonly<Record<string, RegExp>> = {
  engine: /^(engine|server|sim|bench|tools|web|e2e)\//,
  server: /^(server|tools|e2e)\//,
  web: /^(web|tools|e2e)\//,
  sim: /^(sim|server|tools|e2e)\//,
  bench: /^bench\//,
  tools: /^tools\//,
  e2e: /^e2e\//,
}
/** Documents are compared with the code by tests, but no story reads them. */
const DOCUMENT = /\.md$|^docs\//
/** What every test runs on. */
const GROUND = /^(tools\/(test\.ts|fixedSeed\.ts|testRun\/[^/]+\.ts)|package(-lock)?\.json|tsconfig\.json)$/
/** The tests of the whole tree read all its code through this file. */
const WHOLE_TREE = 'tools/sourceTree.ts'
/** Starts of programs that no path in the text names. */
const STARTED: Readonly<Record<string, readonly string[]>> = { 'tools/buildWeb.ts': ['web/main.tsx'] }

/**
 * Returns the tests that reach a changed file: by imports of values, or by starting a program whose path they or their imports name. A changed file
 * that is no code is reached by all tests of the layers that read such files; one that nothing is known of, by all tests.
 */
export function testsOfChange(changed: readonly string[], tree: readonly GraphFile[], tests: readonly string[]): string[] {
  const known = new Set(tree.map(({ path }) => path))
  const graph = new Map(tree.map((file) => [file.path, edgesOf(file, known)]))
  const isReached = tests.map((test) => reachedFrom(test, graph))
  return tests.filter((test, index) => changed.some((path) => isOf(path, test, isReached[index] ?? new Set())))
}

function isOf(changed: string, test: string, reached: ReadonlySet<string>): boolean {
  if (GROUND.test(changed)) return !isTestFile(changed) || reached.has(changed)
  if (DOCUMENT.test(changed)) return !STORY.test(test)
  const layer = changed.split('/')[0] ?? ''
  const readers = READERS[layer]
  if (readers === undefined) return true
  if (CODE.test(changed)) return reached.has(changed) || reached.has(WHOLE_TREE)
  return readers.test(test)
}

function isTestFile(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

function reachedFrom(test: string, graph: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set([test])
  for (const path of reached) for (const next of graph.get(path) ?? []) reached.add(next)
  return reached
}

function edgesOf(file: GraphFile, known: ReadonlySet<string>): string[] {
  return [...file.imports, ...(STARTED[file.path] ?? []), ...namedFiles(file).filter((path) => known.has(path))]
}

/** Returns the paths of code that stand in quotes in the file: relative to it or to the root of the project. */
function namedFiles({ path, text }: GraphFile): string[] {
  return [...text.matchAll(/['"`]([\w./-]+\.(?:ts|tsx|mjs))['"`]/g)].flatMap(([, named = '']) => [join(dirname(path), named), join(named)])
}
