import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSourceTree, ROOT } from '../sourceTree.ts'
import type { GraphFile } from './changedTests.ts'

/** Returns every source file with its text and the files whose values it imports. */
export function readGraph(): GraphFile[] {
  return readSourceTree().map(({ path, imports }) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
    imports: imports.filter(({ isType }) => !isType).map(({ target }) => target),
  }))
}
