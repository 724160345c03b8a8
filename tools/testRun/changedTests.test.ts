import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readGraph } from './importGraph.ts'
import { testsOfChange, type GraphFile } from './changedTests.ts'
import { listTestFiles } from './testFiles.ts'

const file = (path: string, imports: readonly string[] = [], text = ''): GraphFile => ({ path, imports, text })

const TREE = [
  file('engine/oee.ts'),
  file('engine/oee.test.ts', ['engine/oee.ts']),
  file('server/main.ts', ['server/shift.ts']),
  file('server/shift.ts', ['engine/oee.ts']),
  file('server/shift.test.ts', ['server/shift.ts']),
  file('server/unused.ts'),
  file('server/crash.test.ts', [], `spawn(process.execPath, ['server/main.ts'])`),
  file('web/main.tsx', ['web/page.tsx']),
  file('web/page.tsx', ['web/page.view.ts']),
  file('web/page.view.ts'),
  file('web/page.view.test.ts', ['web/page.view.ts']),
  file('tools/buildWeb.ts'),
  file('tools/sourceTree.ts'),
  file('tools/imports.test.ts', ['tools/sourceTree.ts']),
  file('e2e/harness.ts', ['tools/buildWeb.ts'], `spawn(process.execPath, ['server/main.ts'])`),
  file('e2e/stories.test.ts', ['e2e/harness.ts']),
]
const TESTS = TREE.map(({ path }) => path).filter((path) => path.includes('.test.'))

/** What changed, and the tests that must run. */
const CASES: readonly (readonly [changed: readonly string[], tests: readonly string[]])[] = [
  [[], []],
  [['engine/oee.test.ts'], ['engine/oee.test.ts', 'tools/imports.test.ts']],
  [
    ['engine/oee.ts'],
    ['engine/oee.test.ts', 'server/shift.test.ts', 'server/crash.test.ts', 'tools/imports.test.ts', 'e2e/stories.test.ts'],
  ],
  [['server/unused.ts'], ['tools/imports.test.ts']],
  [['web/page.view.ts'], ['web/page.view.test.ts', 'tools/imports.test.ts', 'e2e/stories.test.ts']],
  [['web/page.module.css'], ['web/page.view.test.ts', 'tools/imports.test.ts', 'e2e/stories.test.ts']],
  [['web/texts/uz.json'], ['web/page.view.test.ts', 'tools/imports.test.ts', 'e2e/stories.test.ts']],
  [
    ['server/db/migrations/0005_next.sql'],
    ['server/shift.test.ts', 'server/crash.test.ts', 'tools/imports.test.ts', 'e2e/stories.test.ts'],
  ],
  [['docs/operations.md'], TESTS.filter((path) => !path.startsWith('e2e/'))],
  [['package-lock.json'], TESTS],
  [['engine/fixtures/week.csv'], TESTS],
  [['something.new'], TESTS],
]

describe('the tests of a change', () => {
  for (const [changed, tests] of CASES) {
    it(`of ${changed.join(', ') || 'nothing'} are ${tests.length} of ${TESTS.length}`, () => {
      assert.deepEqual(testsOfChange(changed, TREE, TESTS), tests)
    })
  }

  it('are found in the real tree: a rule of the engine reaches its own test, those of the server and the stories, but not every test', () => {
    const tests = listTestFiles().map(({ path }) => path)
    const found = testsOfChange(['engine/advance.ts'], readGraph(), tests)
    for (const path of ['server/ingest/crash.test.ts', 'e2e/stories.test.ts', 'tools/imports.test.ts'])
      assert.ok(found.includes(path), path)
    assert.ok(found.some((path) => path.startsWith('engine/advance')))
    assert.ok(found.length < tests.length / 2, `${found.length} of ${tests.length}`)
  })
})
