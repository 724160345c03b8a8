type Value = {
  readonly name: string
  readonly type: string
  readonly description: string | null
  readonly default: string | null
}

export type Operation = {
  readonly kind: 'query' | 'mutation'
  readonly name: string
  readonly area: string
  readonly description: string | null
  readonly deprecation: string | null
  readonly right: string
  readonly isForKeys: boolean
  readonly isRunnable: boolean
  readonly arguments: readonly Value[]
  readonly answer: string
  readonly example: Example
}

export type Example = { readonly query: string; readonly variables: Readonly<Record<string, unknown>> }

export type SchemaType = {
  readonly kind: 'object' | 'input' | 'enum' | 'scalar'
  readonly name: string
  readonly description: string | null
  readonly fields: readonly (Value & { readonly arguments: readonly Value[] })[]
}

/** The server's API documentation, generated from the schema. */
export type Documentation = {
  readonly operations: readonly Operation[]
  readonly types: readonly SchemaType[]
  readonly errors: readonly { readonly code: string; readonly meaning: string }[]
}

export type AreaOperations = { readonly area: string; readonly operations: readonly Operation[] }

/** Returns the operations that the words describe, by area: those in use before the deprecated ones, queries before mutations, each by name. */
export function operationsByArea(operations: readonly Operation[], words: string): readonly AreaOperations[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const found = operations.filter(({ name, area, description, right }) => {
    const text = `${name} ${area} ${description ?? ''} ${right}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  const groups = Map.groupBy(found.toSorted(inOrder), ({ area }) => area)
  return [...groups].map(([area, list]) => ({ area, operations: list })).toSorted((left, right) => (left.area < right.area ? -1 : 1))
}

function inOrder(left: Operation, right: Operation): number {
  const rank = ({ deprecation, kind }: Operation) => (deprecation === null ? 0 : 2) + (kind === 'query' ? 0 : 1)
  return rank(left) - rank(right) || (left.name < right.name ? -1 : 1)
}

/** Returns the name of a type without list and non-null marks. */
export function typeName(type: string): string {
  return type.replaceAll(/[[\]!]/g, '')
}

export const SNIPPETS = ['graphql', 'curl', 'javascript'] as const
export type Snippet = (typeof SNIPPETS)[number]

/** As the program that is shown reads it. */
const KEY_HEADER = 'authorization: `Bearer ${process.env.TRUELINE_KEY}`, '

/** Returns the example for a client, a shell or a program. The key is read from the environment, so that it is in no file. */
export function snippetOf(kind: Snippet, { right, example }: Pick<Operation, 'right' | 'example'>, origin: string): string {
  const { query, variables } = example
  const needsKey = right !== 'anyone'
  const hasVariables = Object.keys(variables).length > 0
  if (kind === 'graphql') return hasVariables ? `${query}\n\n# ${JSON.stringify(variables)}` : query
  const body = JSON.stringify({ query: query.replaceAll(/\s+/g, ' '), ...(hasVariables && { variables }) })
  if (kind === 'curl') {
    return [
      `curl ${origin}/api/graphql \\`,
      ...(needsKey ? ['  -H "authorization: Bearer $TRUELINE_KEY" \\'] : []),
      "  -H 'content-type: application/json' \\",
      `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
    ].join('\n')
  }
  return [
    `const query = \`${query}\``,
    `const variables = ${JSON.stringify(variables, null, 2)}`,
    `const response = await fetch('${origin}/api/graphql', {`,
    "  method: 'POST',",
    `  headers: { ${needsKey ? KEY_HEADER : ''}'content-type': 'application/json' },`,
    '  body: JSON.stringify({ query, variables }),',
    '})',
    'const { data, errors } = await response.json()',
  ].join('\n')
}

/** Returns how a program hears live changes, with the official client of the hub's protocol. */
export function hubSnippet(origin: string): string {
  return [
    "import { HttpTransportType, HubConnectionBuilder } from '@microsoft/signalr'",
    'const hub = new HubConnectionBuilder()',
    `  .withUrl('${origin}/api/supervisor', {`,
    '    skipNegotiation: true,',
    '    transport: HttpTransportType.WebSockets,',
    '    accessTokenFactory: () => process.env.TRUELINE_KEY,',
    '  })',
    '  .withAutomaticReconnect()',
    '  .build()',
    "hub.on('workCentersChanged', ({ workCenters }) => console.log(workCenters))",
    '// Which records changed, to ask again what was answered from them.',
    "hub.on('recordsChanged', ({ changes }) => console.log(changes))",
    'await hub.start()',
    "const { workCenters } = await hub.invoke('SubscribeWorkCenters', null)",
  ].join('\n')
}

/** Returns how a device reports over HTTP; it has a secret of its own, an API key is none. */
export function telemetrySnippet(origin: string): string {
  return [
    `curl ${origin}/api/devices/$DEVICE/telemetry \\`,
    '  -H "authorization: Bearer $DEVICE_SECRET" \\',
    "  -H 'content-type: application/json' \\",
    `  -d '{"values": {"POWER": 12.4, "TOTAL_OUTPUT": 1204}}'`,
  ].join('\n')
}

/** Returns the documentation that the server answered; null for anything else. */
export function readDocumentation(answer: unknown): Documentation | null {
  return isDocumentation(answer) ? answer : null
}

/** The server of the same release wrote it; lists are all that the page relies on to be drawn. */
function isDocumentation(answer: unknown): answer is Documentation {
  if (typeof answer !== 'object' || answer === null || !('operations' in answer) || !('types' in answer) || !('errors' in answer))
    return false
  return [answer.operations, answer.types, answer.errors].every(Array.isArray)
}
