export const LAYERS = ['engine', 'server', 'web', 'sim', 'bench', 'e2e', 'tools'] as const
export type Layer = (typeof LAYERS)[number]

export const FILE_KINDS = ['schema', 'graph', 'service', 'store', 'view'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Place of a file in the tree; for a package or a `node:` module only its path. */
export type Place = {
  readonly path: string
  readonly layer: Layer | 'outside'
  /** The folder inside the layer, null for files that lie directly in it. */
  readonly folder: string | null
  readonly kind: FileKind | null
  /** A test, or something made for tests only. */
  readonly isTest: boolean
}

/** Returns the place of a path relative to the root of the project, or of a package name. */
export function placeOf(path: string): Place {
  const parts = path.split('/')
  const layer = LAYERS.find((name) => name === parts[0] && parts.length > 1) ?? 'outside'
  const kind = FILE_KINDS.find((name) => new RegExp(`\\.${name}(\\.test)?\\.tsx?$`).test(path)) ?? null
  const folder = layer !== 'outside' && parts.length > 2 ? (parts[1] ?? null) : null
  return { path, layer, folder, kind, isTest: /\.test\.tsx?$|\/testing(\/|\.ts$)/.test(path) }
}
