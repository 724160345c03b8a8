import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const GENERATED = '#web/api/generated/graphql.ts'
const IMPORT = /import \{([^}]*)\} from '#web\/api\/generated\/graphql\.ts'/g
const QUERY = '?document='

/**
 * Returns the plugin that makes each generated GraphQL document a module. They are generated into one file, and a file is never split: the first
 * page would load the documents of all screens.
 */
export function documentModules(): Plugin {
  return {
    name: 'document-modules',
    enforce: 'pre',
    async load(id) {
      const at = id.indexOf(QUERY)
      return at < 0 ? null : documentModule(await readFile(id.slice(0, at), 'utf8'), id.slice(at + QUERY.length))
    },
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes(GENERATED)) return null
      return { code: code.replace(IMPORT, (_whole, names: string) => importsOf(names)), map: null }
    },
  }
}

/** Returns the source of the module with one document of the generated file. Refuses an unknown name. */
export function documentModule(generated: string, name: string): string {
  const start = `export const ${name} = `
  const line = generated.split('\n').find((one) => one.startsWith(start))
  if (line === undefined) throw new Error(`there is no generated document ${name}`)
  return line.slice(0, line.lastIndexOf(' as unknown as '))
}

/** Returns the replacement for imports of the generated file; type imports are left out, since they vanish at run time. */
export function importsOf(names: string): string {
  const values = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
  return values.map((name) => `import { ${name} } from '${GENERATED}${QUERY}${name}'`).join('; ')
}
