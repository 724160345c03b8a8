import { GraphQLError, Kind, isListType, isNonNullType, isObjectType } from 'graphql'
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql'
import type { ErrorCode } from './errorCodes.ts'

/** What one request may ask for; a page with 1000 work centers, live views and timelines is well inside. */
export const LIMITS = {
  bodyBytes: 1_048_576,
  batch: 10,
  tokens: 5000,
  depth: 12,
  /** Aliased fields, and fields with a selection that occur again in one place: validation compares each with each. */
  aliases: 30,
  /** Inline fragments and uses of named ones, which validation compares in the same way. */
  fragments: 50,
  fields: 1000,
  cost: 150_000,
  /** Items of all lists in the variables: a selection of ten thousand losses with their versions is inside. */
  items: 25_000,
} as const

/** Objects that a list is taken to hold that neither has a size argument nor says `atMost`. */
const LIST_FACTOR = 20
/** Arguments that say how many objects a field answers. */
const SIZE_ARGUMENTS = ['size', 'maxPoints', 'first']

type Shape = { readonly depth: number; readonly fields: number; readonly aliases: number }

/** Returns the refusal of a document that is too deep, too wide or aliases too much, looking at its text only; null when it may be validated. */
export function staticRefusal(document: DocumentNode): GraphQLError | null {
  const fragmentCount = document.definitions.reduce((sum, one) => sum + ('selectionSet' in one ? countFragments(one.selectionSet) : 0), 0)
  if (fragmentCount > LIMITS.fragments) return refusal('TOO_MANY_FRAGMENTS', { count: fragmentCount, max: LIMITS.fragments })
  const fragments = fragmentsOf(document)
  const known = new Map<string, Shape>()
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const shape = shapeOf(definition.selectionSet, fragments, known)
    if (shape.depth > LIMITS.depth) return refusal('QUERY_TOO_DEEP', { depth: shape.depth, max: LIMITS.depth })
    if (shape.aliases > LIMITS.aliases) return refusal('TOO_MANY_ALIASES', { count: shape.aliases, max: LIMITS.aliases })
    if (shape.fields > LIMITS.fields) return refusal('TOO_MANY_FIELDS', { count: shape.fields, max: LIMITS.fields })
  }
  return null
}

/** Returns the refusal of an operation whose answer could hold too many objects by its requested sizes, null when it may run. */
export function costRefusal(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError | null {
  const fragments = fragmentsOf(document)
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    if (operationName && definition.name?.value !== operationName) continue
    const root = schema.getRootType(definition.operation)
    if (!root) continue
    const cost = costOf(definition.selectionSet, root, { schema, fragments, variables })
    if (cost > LIMITS.cost) return refusal('QUERY_TOO_COSTLY', { cost, max: LIMITS.cost })
  }
  return null
}

/** Returns the refusal of variables whose lists have too many items in all, null when the operation may run. */
export function sizeRefusal(variables: Readonly<Record<string, unknown>>): GraphQLError | null {
  let items = 0
  const count = (value: unknown): void => {
    if (items > LIMITS.items || typeof value !== 'object' || value === null) return
    const inner = Object.values(value)
    if (Array.isArray(value)) items += inner.length
    if (inner.some((one) => typeof one === 'object')) inner.forEach(count)
  }
  count(variables)
  return items > LIMITS.items ? refusal('QUERY_TOO_LARGE', { max: LIMITS.items }) : null
}

/** Returns the refusal as clients get it. */
export function refusal(code: ErrorCode, params: Readonly<Record<string, number>>): GraphQLError {
  return new GraphQLError(code, { extensions: { code, params } })
}

/** Each fragment is looked at once, so that fragments within fragments cost nothing; one that holds itself counts as nothing here, validation refuses it. */
function shapeOf(set: SelectionSetNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>, known: Map<string, Shape>): Shape {
  let [depth, fields, aliases] = [0, 0, 0]
  const names = new Set<string>()
  for (const selection of set.selections) {
    const inner = innerShape(selection, fragments, known)
    const isField = selection.kind === Kind.FIELD
    depth = Math.max(depth, inner.depth + (isField ? 1 : 0))
    fields += inner.fields + (isField ? 1 : 0)
    aliases += inner.aliases + (isField && isAliasOrAgain(selection, names) ? 1 : 0)
  }
  return { depth, fields, aliases }
}

function isAliasOrAgain(field: FieldNode, names: Set<string>): boolean {
  if (field.alias) return true
  const isAgain = names.has(field.name.value)
  names.add(field.name.value)
  return isAgain && field.selectionSet !== undefined
}

/** The fragments as they stand in the text, each use once. */
function countFragments(set: SelectionSetNode): number {
  return set.selections.reduce((sum, selection) => {
    const inner = selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet ? countFragments(selection.selectionSet) : 0
    return sum + inner + (selection.kind === Kind.FIELD ? 0 : 1)
  }, 0)
}

function innerShape(
  selection: SelectionSetNode['selections'][number],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  known: Map<string, Shape>,
): Shape {
  const nothing = { depth: 0, fields: 0, aliases: 0 }
  if (selection.kind !== Kind.FRAGMENT_SPREAD) return selection.selectionSet ? shapeOf(selection.selectionSet, fragments, known) : nothing
  const name = selection.name.value
  const seen = known.get(name)
  if (seen) return seen
  known.set(name, nothing)
  const fragment = fragments.get(name)
  const shape = fragment ? shapeOf(fragment.selectionSet, fragments, known) : nothing
  known.set(name, shape)
  return shape
}

type CostContext = {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Readonly<Record<string, unknown>>
}

/** The count of objects and scalar lists below; `paged` is the size that the field above asked for, which its first list takes. */
function costOf(set: SelectionSetNode, type: GraphQLObjectType, context: CostContext, paged: number | null = null): number {
  let cost = 0
  for (const selection of set.selections) {
    if (cost > LIMITS.cost) return cost
    if (selection.kind === Kind.FIELD) cost += fieldCost(selection, type, context, paged)
    else {
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? context.fragments.get(selection.name.value) : selection
      const named = fragment?.typeCondition ? context.schema.getType(fragment.typeCondition.name.value) : type
      if (fragment && isObjectType(named)) cost += costOf(fragment.selectionSet, named, context, paged)
    }
  }
  return cost
}

function fieldCost(node: FieldNode, parent: GraphQLObjectType, context: CostContext, paged: number | null): number {
  const field = parent.getFields()[node.name.value]
  if (!field) return 0
  const { named, isList } = unwrap(field.type)
  const size = sizeOf(node, field, context.variables)
  if (!isObjectType(named) || !node.selectionSet) return size ?? 0
  const factor = isList ? (size ?? paged ?? mostOf(field)) : 1
  return factor * (1 + costOf(node.selectionSet, named, context, isList ? null : (size ?? null)))
}

function sizeOf(node: FieldNode, field: GraphQLField<unknown, unknown>, variables: Readonly<Record<string, unknown>>): number | null {
  const argument = field.args.find((one) => SIZE_ARGUMENTS.includes(one.name))
  if (!argument) return null
  const given = node.arguments?.find((one) => one.name.value === argument.name)?.value
  const value = given?.kind === Kind.INT ? Number(given.value) : given?.kind === Kind.VARIABLE ? variables[given.name.value] : undefined
  const standard = argument.default && 'value' in argument.default ? argument.default.value : LIST_FACTOR
  const size = value ?? standard
  return typeof size === 'number' ? Math.max(1, size) : LIST_FACTOR
}

/** A field says by the extension `atMost` how many objects its list can hold. */
function mostOf({ extensions }: GraphQLField<unknown, unknown>): number {
  const atMost = extensions['atMost']
  return typeof atMost === 'number' ? Math.min(atMost, LIST_FACTOR) : LIST_FACTOR
}

function unwrap(type: GraphQLOutputType): { readonly named: GraphQLOutputType; readonly isList: boolean } {
  let named = type
  let isList = false
  while (isListType(named) || isNonNullType(named)) {
    isList ||= isListType(named)
    named = named.ofType
  }
  return { named, isList }
}

function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  )
}
