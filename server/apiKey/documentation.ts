import { isEnumType, isInputObjectType, isObjectType, isScalarType } from 'graphql'
import type { GraphQLField, GraphQLInputType, GraphQLNamedType, GraphQLOutputType, GraphQLSchema } from 'graphql'
import { NOT_FOR_KEYS, QUERIES_OF_PEOPLE } from '#engine/access/keyAbilities.ts'
import { ERROR_CODES } from '#server/graphql/errorCodes.ts'
import { scopesOf } from './accountGuard.ts'
import { exampleOf } from './exampleQuery.ts'
import type { Example, ExampleMaterial } from './exampleQuery.ts'
import { OPERATION_AREAS } from './operationAreas.ts'

const SECRETS = ['hash', 'secret']

type Value = { readonly name: string; readonly type: string; readonly description: string | null; readonly default: string | null }

/** One query or mutation as the documentation shows it. */
export type DocumentedOperation = {
  readonly kind: 'query' | 'mutation'
  readonly name: string
  readonly area: string
  readonly description: string | null
  readonly deprecation: string | null
  /** `READ LOSSES`, or `member`, `signedIn`, `anyone` where no ability is needed. */
  readonly right: string
  readonly isForKeys: boolean
  /** Whether the example can be run as it is: it changes nothing and needs no secret from an e-mail or link. */
  readonly isRunnable: boolean
  readonly arguments: readonly Value[]
  readonly answer: string
  readonly example: Example
}

export type DocumentedType = {
  readonly kind: 'object' | 'input' | 'enum' | 'scalar'
  readonly name: string
  readonly description: string | null
  readonly fields: readonly (Value & { readonly arguments: readonly Value[] })[]
}

/** All that the page of the API documentation shows. */
export type Documentation = {
  readonly operations: readonly DocumentedOperation[]
  readonly types: readonly DocumentedType[]
  readonly errors: readonly { readonly code: string; readonly meaning: string }[]
}

/** Returns the documentation of the schema: every operation with its right and an example, every type, every code of a refusal. */
export function documentationOf(schema: GraphQLSchema, material: ExampleMaterial): Documentation {
  const roots = [schema.getQueryType(), schema.getMutationType()]
  const operations = (['query', 'mutation'] as const).flatMap((kind, at) =>
    Object.values(roots[at]?.getFields() ?? {}).map((field) => operationOf(kind, field, material)),
  )
  const types = Object.values(schema.getTypeMap()).filter((type) => !roots.some((root) => root === type) && !type.name.startsWith('__'))
  return {
    operations,
    types: types.flatMap(typeOf),
    errors: Object.entries(ERROR_CODES).map(([code, meaning]) => ({ code, meaning })),
  }
}

function operationOf(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>, material: ExampleMaterial): DocumentedOperation {
  const [scope = 'signedIn', needed] = Object.entries(scopesOf(field.extensions) ?? {})[0] ?? []
  const ability = isAbility(needed) ? needed : null
  return {
    kind,
    name: field.name,
    area: OPERATION_AREAS[field.name] ?? 'other',
    description: field.description ?? null,
    deprecation: field.deprecationReason ?? null,
    right: ability === null ? scope : `${ability.action} ${ability.subject}`,
    isForKeys:
      !QUERIES_OF_PEOPLE.includes(field.name) &&
      (ability === null ? kind === 'query' : !NOT_FOR_KEYS.some((subject) => subject === ability.subject)),
    isRunnable: kind === 'query' && !field.args.some(({ name }) => SECRETS.includes(name)),
    arguments: field.args.map(valueOf),
    answer: field.type.toString(),
    example: exampleOf(kind, field, material),
  }
}

function typeOf(type: GraphQLNamedType): DocumentedType[] {
  const shared = { name: type.name, description: type.description ?? null }
  if (isObjectType(type)) {
    const fields = Object.values(type.getFields()).map((field) => ({ ...valueOf(field), arguments: field.args.map(valueOf) }))
    return [{ ...shared, kind: 'object', fields }]
  }
  if (isInputObjectType(type)) {
    return [{ ...shared, kind: 'input', fields: Object.values(type.getFields()).map((field) => ({ ...valueOf(field), arguments: [] })) }]
  }
  if (isEnumType(type)) {
    const fields = type.getValues().map(({ name, description }) => ({
      name,
      type: '',
      default: null,
      arguments: [],
      description: description ?? null,
    }))
    return [{ ...shared, kind: 'enum', fields }]
  }
  return isScalarType(type) ? [{ ...shared, kind: 'scalar', fields: [] }] : []
}

type Described = {
  readonly name: string
  readonly type: GraphQLInputType | GraphQLOutputType
  readonly description?: string | null | undefined
  readonly defaultValue?: unknown
}

function valueOf({ name, type, description, defaultValue }: Described): Value {
  return {
    name,
    type: type.toString(),
    description: description ?? null,
    default: defaultValue === undefined ? null : JSON.stringify(defaultValue),
  }
}

function isAbility(value: unknown): value is { readonly action: string; readonly subject: string } {
  return typeof value === 'object' && value !== null && 'action' in value && 'subject' in value
}
