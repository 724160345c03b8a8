import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** Has Node keep what it compiles from now on, beside the packages or where NODE_COMPILE_CACHE says; where it may not write, it compiles each time. */
export function keepCompiled(): void {
  enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled-server'))
}
