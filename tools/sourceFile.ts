import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { dirname, join } from 'node:path/posix'

/** An import of a source file in any form: `import`, `export … from`, `import()`, `import('…').Type`. */
export type Import = {
  /** Path from the root of the project, `node:…`, or the name of a package. */
  readonly target: string
  readonly isType: boolean
  /** Names that are imported as values; `*` stands for the whole module. */
  readonly names: readonly string[]
  readonly line: number
}

/** Something that a file reaches without importing it, e.g. `process.env`, `Date.now`, `new Date()`. */
export type Reach = { readonly name: string; readonly line: number }

export type SourceFile = {
  readonly path: string
  readonly lines: number
  readonly imports: readonly Import[]
  readonly reaches: readonly Reach[]
  readonly isBarrel: boolean
  /** Lines of the exported functions without a sentence above them. */
  readonly undocumented: readonly number[]
}

/** Ambient objects whose members matter to the import table; a reach names the member with its object. */
const WATCHED_OBJECTS = new Set([
  'process',
  'Date',
  'Math',
  'Temporal',
  'performance',
  'crypto',
  'globalThis',
  'window',
  'document',
  'console',
])
const WATCHED_GLOBALS = new Set([
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'require',
  'WebSocket',
  'localStorage',
])

/** Returns the source file read from disk, `path` being relative to the root of the project; throws when it does not parse. */
export function readSourceFile(root: string, path: string): SourceFile {
  return parseSourceFile(path, readFileSync(join(root, path), 'utf8'))
}

/** Returns the imports and the ambient reaches of a TypeScript text; throws when it does not parse. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text)
  const problem = parsed.errors[0]
  if (problem !== undefined) throw new Error(`${path} does not parse: ${problem.message}`)
  const lineAt = lineFinder(text)
  const imports: Import[] = []
  const reaches: Reach[] = []
  const own = new Set<string>()
  const program = toNode(parsed.program, path)
  walk(program, (node, parent) => {
    const line = lineAt(node.start)
    imports.push(...importsOf(node, path, line))
    const name = reachOf(node, parent)
    if (name !== null) reaches.push({ name, line })
    if (node.type === 'Identifier' && parent !== null && isDeclaration(node, parent)) own.add(String(node['name']))
  })
  const body = nodes(program, 'body')
  const isBarrel = body.length > 0 && body.every((statement) => statement.type.startsWith('Export') && child(statement, 'source') !== null)
  return {
    path,
    lines: text.split('\n').length - 1,
    imports,
    reaches: reaches.filter(({ name }) => !isOwnName(name, own)),
    isBarrel,
    undocumented: undocumentedIn(text),
  }
}

function undocumentedIn(text: string): number[] {
  const lines = text.split('\n')
  const known = new Set<string>()
  const isBare = (at: number): boolean => {
    const [, name] = /^export (?:default )?(?:async )?function\b\*? *(\w*)/.exec(lines[at] ?? '') ?? []
    // Behind its overload a function has its sentence already.
    if (name === undefined || (name !== '' && known.has(name))) return false
    known.add(name)
    return !/\*\/\s*$/.test(lines[at - 1] ?? '')
  }
  return lines.flatMap((_line, at) => (isBare(at) ? [at + 1] : []))
}

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

function importsOf(node: Node, path: string, line: number): Import[] {
  const source = child(node, 'source') ?? child(node, 'argument') ?? child(node, 'expression')
  const request = source?.type === 'Literal' && typeof source['value'] === 'string' ? source['value'] : null
  if (request === null) return []
  const target = resolveTarget(path, request)
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration': {
      const values = nodes(node, 'specifiers').filter((specifier) => !isTypeOnly(specifier))
      const isType = isTypeOnly(node) || (nodes(node, 'specifiers').length > 0 && values.length === 0)
      return [{ target, isType, names: isType ? [] : values.map(importedName), line }]
    }
    case 'ExportAllDeclaration':
      return [{ target, isType: isTypeOnly(node), names: ['*'], line }]
    case 'ImportExpression':
    case 'TSExternalModuleReference':
      return [{ target, isType: false, names: ['*'], line }]
    case 'TSImportType':
      return [{ target, isType: true, names: [], line }]
    default:
      return []
  }
}

function isTypeOnly(node: Node): boolean {
  return node['importKind'] === 'type' || node['exportKind'] === 'type'
}

function importedName(specifier: Node): string {
  const name = child(specifier, specifier.type === 'ExportSpecifier' ? 'local' : 'imported')
  if (name === null) return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*'
  const text = name['name'] ?? name['value']
  return typeof text === 'string' ? text : '*'
}

function resolveTarget(path: string, request: string): string {
  const bare = request.split('?')[0] ?? request
  if (bare.startsWith('.')) return join(dirname(path), bare)
  if (/^#(engine|server|web)\//.test(bare)) return bare.slice(1)
  if (bare.startsWith('node:')) return bare
  return bare
    .split('/')
    .slice(0, bare.startsWith('@') ? 2 : 1)
    .join('/')
}

function reachOf(node: Node, parent: Node | null): string | null {
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    const callee = child(node, 'callee')
    return callee?.type === 'Identifier' && callee['name'] === 'Date' && nodes(node, 'arguments').length === 0 ? 'new Date()' : null
  }
  if (node.type !== 'Identifier' || parent === null || isBinding(node, parent)) return null
  const name = String(node['name'])
  if (WATCHED_GLOBALS.has(name)) return name
  if (!WATCHED_OBJECTS.has(name)) return null
  if (parent.type !== 'MemberExpression') return parent.type === 'NewExpression' || parent.type.startsWith('TS') ? null : name
  const member = child(parent, 'property')
  const memberName = parent['computed'] === true ? member?.['value'] : member?.['name']
  return `${name}.${typeof memberName === 'string' ? memberName : '?'}`
}

/** Returns whether the identifier only names a member, a key or a declaration, and so does not reach the ambient object. */
function isBinding(node: Node, parent: Node): boolean {
  if (parent.type === 'MemberExpression') return parent['property'] === node && parent['computed'] !== true
  if (parent.type === 'Property') return parent['key'] === node && parent['shorthand'] !== true && parent['computed'] !== true
  return /^(Import|Export|TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition|JSXAttribute)/.test(parent.type)
}

/** Returns whether the identifier is declared here, as a variable, a parameter or a part of one. */
function isDeclaration(node: Node, parent: Node): boolean {
  if (parent.type === 'VariableDeclarator') return parent['id'] === node
  if (parent.type === 'Property') return parent['value'] === node
  return (
    /^(ArrowFunctionExpression|Function\w*|AssignmentPattern|ArrayPattern|RestElement|CatchClause)$/.test(parent.type) &&
    parent['body'] !== node
  )
}

/** Words that are also good names in a file; the others are never declared again. */
const AMBIGUOUS = new Set(['window', 'document', 'performance', 'crypto'])

function isOwnName(reach: string, own: ReadonlySet<string>): boolean {
  const name = reach.split('.')[0] ?? reach
  return AMBIGUOUS.has(name) && own.has(name)
}

function walk(node: Node, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null): void {
  visit(node, parent)
  for (const value of Object.values(node)) {
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) walk(inner, visit, node)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
}

function toNode(value: unknown, path: string): Node {
  if (!isNode(value)) throw new Error(`${path} parses to something that is no syntax tree`)
  return value
}

function child(node: object, key: string): Node | null {
  const value: unknown = Reflect.get(node, key)
  return isNode(value) ? value : null
}

function nodes(node: object, key: string): Node[] {
  const value: unknown = Reflect.get(node, key)
  return Array.isArray(value) ? value.filter(isNode) : []
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
