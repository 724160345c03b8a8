import type { FieldRef, ObjectRef } from '@pothos/core'
import { OEE_ISSUES } from '#engine/facts.ts'
import type { OeeIssue } from '#engine/facts.ts'
import { LIVE_WORK_CENTER } from '#engine/workCenter/liveFields.ts'
import type { LiveKind, LiveLeaf, LiveLeaves } from '#engine/workCenter/liveFields.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { builder } from './builder.ts'
import { NoDataCauseEnum, OeeIssueEnum, StatusKindEnum, StopLookEnum, WorkCenterStateEnum } from './enums.ts'

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Found> ? Found : never
type ObjectFields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>
type Plain = string | number | boolean
type Part = Readonly<Record<string, unknown>>

/** The types that the kinds of the table have in the API. */
const API_TYPES = {
  companyId: 'String',
  workCenterId: 'Int',
  deviceId: 'Guid',
  statusRuleId: 'Int',
  lossReasonId: 'Int',
  instant: 'DateTime',
  day: 'Date',
  text: 'String',
  flag: 'Boolean',
  number: 'Float',
  count: 'Int',
  shiftNumber: 'Short',
  output: 'Decimal',
  state: WorkCenterStateEnum,
  statusKind: StatusKindEnum,
  noDataCause: NoDataCauseEnum,
  stopLook: StopLookEnum,
} as const satisfies Readonly<Record<Exclude<LiveKind, 'oeeIssues'>, unknown>>

/** Returns the fields of a live work center, from the engine's table; its parts are types of their own. */
export function liveFields(t: ObjectFields<LiveWorkCenter>): Record<string, FieldRef<Types>> {
  const fields: Record<string, FieldRef<Types>> = {}
  const valueOf = (live: Part, name: string) => live[name]
  for (const [name, field] of Object.entries(LIVE_WORK_CENTER)) {
    if ('kind' in field) fields[name] = leafField(t, field, (live) => valueOf(live, name))
    else if ('group' in field) {
      const type = partType(field.type, field.group)
      fields[name] = t.field({ type, nullable: true, resolve: (live) => partOf(valueOf(live, name)) })
    } else {
      const type = partType(field.type, { key: { kind: 'text' }, ...field.byKey })
      fields[name] = t.field({ type: [type], resolve: (live) => keyedParts(valueOf(live, name)) })
    }
  }
  return fields
}

function partType(name: string, leaves: LiveLeaves): ObjectRef<Types, Part> {
  return builder.objectRef<Part>(name).implement({
    fields: (t) => Object.fromEntries(Object.entries(leaves).map(([key, leaf]) => [key, leafField(t, leaf, (part) => part[key])])),
  })
}

function leafField<Parent>(t: ObjectFields<Parent>, { kind, orNull }: LiveLeaf, valueOf: (parent: Parent) => unknown): FieldRef<Types> {
  if (kind === 'oeeIssues') return t.field({ type: [OeeIssueEnum], resolve: (parent) => issuesOf(valueOf(parent)) })
  const type = API_TYPES[kind]
  if (orNull) return t.field({ type, nullable: true, resolve: (parent) => plainOf(valueOf(parent)) })
  return t.field({ type, resolve: (parent) => filledOf(valueOf(parent)) })
}

function plainOf(value: unknown): Plain | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function filledOf(value: unknown): Plain {
  const plain = plainOf(value)
  if (plain === null) throw new Error('a field of the live work center is empty')
  return plain
}

function issuesOf(value: unknown): readonly OeeIssue[] {
  const listed: readonly unknown[] = Array.isArray(value) ? value : []
  return listed.flatMap((one) => OEE_ISSUES.filter((known) => known === one))
}

function partOf(value: unknown): Part | null {
  return isPart(value) ? value : null
}

function keyedParts(value: unknown): readonly Part[] {
  return isPart(value) ? Object.entries(value).map(([key, part]) => ({ key, ...partOf(part) })) : []
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null
}
