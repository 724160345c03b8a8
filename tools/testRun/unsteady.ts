import type { FileReport } from './message.ts'
import type { TestFile } from './testFiles.ts'

/** More than these have not failed by chance, and would take too long. */
const MOST_FILES = 8

/** Returns the files whose failures may be those of a busy machine: few of many, each in a report of its own (docs/decisions/second-run.md). */
export function unsteadyFiles(files: readonly TestFile[], reports: readonly FileReport[]): readonly TestFile[] {
  const failed = reports.filter((report) => report.failed > 0)
  const found = files.filter(({ path }) => failed.some((report) => report.path === path))
  const isFew = found.length <= MOST_FILES && found.length < files.length
  return isFew && found.length === failed.length ? found : []
}

/** Returns the reports of the run with those of the second run in place of the first ones of the same files. */
export function withSecondRun(first: readonly FileReport[], again: readonly FileReport[]): readonly FileReport[] {
  return [...first.filter(({ path }) => again.every((report) => report.path !== path)), ...again]
}

/** Returns the first reports of what failed beside other files and passed alone: a fault all the same, of the test or of the product. */
export function unsteadyReports(first: readonly FileReport[], again: readonly FileReport[]): readonly FileReport[] {
  const passed = again.filter((report) => report.failed === 0).map(({ path }) => path)
  return first.filter((report) => report.failed > 0 && passed.includes(report.path))
}
