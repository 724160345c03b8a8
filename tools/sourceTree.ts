import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LAYERS } from './place.ts'
import { readSourceFile, type SourceFile } from './sourceFile.ts'

/** Directory that holds package.json, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Files that a program wrote; their names and shapes are its own. */
const GENERATED = ['server/db/schema.ts', 'web/api/generated/']

/** Returns every source file of the project that a person wrote, in order of the path. */
export function readSourceTree(root: string = ROOT): SourceFile[] {
  return globSync(`{${LAYERS.join(',')}}/**/*.{ts,tsx,mts,mjs,js}`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('/fixtures/') && !path.endsWith('.d.ts') && !GENERATED.some((generated) => path.startsWith(generated)))
    .toSorted()
    .map((path) => readSourceFile(root, path))
}
