import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FileReport } from './message.ts'
import type { TestFile } from './testFiles.ts'
import { unsteadyFiles, unsteadyReports, withSecondRun } from './unsteady.ts'

const FILES: readonly TestFile[] = [...'abcdefghij'].map((path) => ({ path, lane: 'story' }))

const report = (path: string, failed: number): FileReport => ({
  path,
  text: '',
  failures: `of ${path}`,
  passed: 1,
  failed,
  skipped: 0,
  ms: 1,
})
const again = (...reports: readonly FileReport[]): string[] => unsteadyFiles(FILES, reports).map(({ path }) => path)

describe('the second run', () => {
  it('takes the few files that failed among many', () => {
    assert.deepEqual(again(report('a', 1), report('b', 0), report('c', 2), report('d', 0)), ['a', 'c'])
  })

  it('takes none where nothing failed, many did, or only these files were asked for', () => {
    assert.deepEqual(again(report('a', 0)), [])
    assert.deepEqual(again(...[...'abcdefghi'].map((path) => report(path, 1)), report('j', 0)), [])
    assert.deepEqual(unsteadyFiles(FILES.slice(0, 1), [report('a', 1)]), [])
  })

  it('takes none where a process failed outside of its files', () => {
    assert.deepEqual(again(report('a', 1), report('a, b', 1)), [])
  })

  it('counts in place of the first one, which is told when it was worse', () => {
    const first = [report('a', 1), report('b', 0), report('c', 1)]
    const second = [report('a', 0), report('c', 1)]
    assert.deepEqual(
      withSecondRun(first, second).map(({ path, failed }) => [path, failed]),
      [
        ['b', 0],
        ['a', 0],
        ['c', 1],
      ],
    )
    assert.deepEqual(
      unsteadyReports(first, second).map(({ failures }) => failures),
      ['of a'],
    )
  })
})
