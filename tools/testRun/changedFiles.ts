import { execFileSync } from 'node:child_process'
import { ROOT } from '../sourceTree.ts'

const MAIN_BRANCHES = ['main', 'origin/main']

/** Returns the paths of files that differ from the main branch, committed or not; on the main branch those that are not committed. */
export function listChangedFiles(): string[] {
  const base = MAIN_BRANCHES.map((branch) => git('merge-base', 'HEAD', branch)[0]).find((commit) => commit !== undefined) ?? 'HEAD'
  const changed = [...git('diff', '--name-only', '--no-renames', base), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(changed)].toSorted()
}

/** Returns the lines that git prints; none when it refuses, as for a branch that does not exist. */
function git(...args: readonly string[]): string[] {
  try {
    const text = execFileSync('git', ['-c', 'core.quotePath=false', ...args], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return text.split('\n').filter((line) => line !== '')
  } catch {
    return []
  }
}
