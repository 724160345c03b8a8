import type { ArgBuilder, ArgumentRef, FieldRef, InputFieldRef } from '@pothos/core'
import type { ApiName, ApiValue, FieldTable, SettingField, StoredValue } from '#engine/fields/fieldTable.ts'
import { apiNameOf, isNeverEmpty } from '#engine/fields/fieldTable.ts'
import type { builder } from './builder.ts'
import {
  AutoConfirmTimeEnum,
  ConsumptionTrackingTypeEnum,
  DeviceStatusEnum,
  JobOrdersImportTypeEnum,
  OutputCalculationTypeEnum,
  ParallelModeEnum,
  ReportModeEnum,
  ShiftDateRuleEnum,
  StatusSourceEnum,
  TargetOutputCalculationTypeEnum,
  TargetOutputPeriodEnum,
  WorkCenterTypeEnum,
} from './enums.ts'

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Found> ? Found : never
type ObjectFields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>
type Arguments = ArgBuilder<Types>
type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>
type Shown = string | number | boolean | null

/** The types that a table of fields names. */
const API_TYPES = {
  AutoConfirmTime: AutoConfirmTimeEnum,
  Boolean: 'Boolean',
  ConsumptionTrackingType: ConsumptionTrackingTypeEnum,
  Date: 'Date',
  Decimal: 'Decimal',
  DeviceStatus: DeviceStatusEnum,
  Guid: 'Guid',
  Int: 'Int',
  JobOrdersImportType: JobOrdersImportTypeEnum,
  OutputCalculationType: OutputCalculationTypeEnum,
  ParallelMode: ParallelModeEnum,
  ReportMode: ReportModeEnum,
  ShiftDateRule: ShiftDateRuleEnum,
  StatusSource: StatusSourceEnum,
  String: 'String',
  TargetOutputCalculationType: TargetOutputCalculationTypeEnum,
  TargetOutputPeriod: TargetOutputPeriodEnum,
  WorkCenterType: WorkCenterTypeEnum,
} as const

type ApiTable = Readonly<Record<string, SettingField & { readonly api: keyof typeof API_TYPES }>>
type InputsOf<Table extends FieldTable> = {
  [Key in keyof Table as ApiName<Table, Key>]: InputFieldRef<Types, ApiValue<Table[Key]> | null | undefined>
}
type ArgumentsOf<Table extends FieldTable> = {
  [Key in keyof Table as ApiName<Table, Key>]: ArgumentRef<Types, ApiValue<Table[Key]> | null | undefined>
}

/** Returns the fields of an input type that changes the settings of the table, each of which may be left out. */
export function settingInputs<Table extends ApiTable>(t: InputFields, table: Table): InputsOf<Table>
export function settingInputs(t: InputFields, table: ApiTable): Record<string, InputFieldRef<Types, unknown>> {
  return Object.fromEntries(
    Object.entries(table).map(([key, field]) => [apiNameOf(key, field), t.field({ type: API_TYPES[field.api], ...described(field) })]),
  )
}

/** Returns the arguments of an operation that changes the settings of the table, each of which may be left out. */
export function settingArgs<Table extends ApiTable>(arg: Arguments, table: Table): ArgumentsOf<Table>
export function settingArgs(arg: Arguments, table: ApiTable): Record<string, ArgumentRef<Types, unknown>> {
  return Object.fromEntries(Object.entries(table).map(([key, field]) => [apiNameOf(key, field), arg({ type: API_TYPES[field.api] })]))
}

/**
 * Returns the fields of an object type that show the settings of the table, which `settingsOf` finds in the object. A unit and a reference are left
 * out: an object type shows what they stand for.
 */
export function settingOutputs<Table extends ApiTable, Parent>(
  t: ObjectFields<Parent>,
  table: Table,
  settingsOf: (parent: Parent) => { readonly [Key in keyof Table]: StoredValue<Table[Key]> } & Readonly<Record<keyof Table, Shown>>,
): Record<string, FieldRef<Types>> {
  const fields: Record<string, FieldRef<Types>> = {}
  for (const [key, field] of Object.entries(table)) {
    const { api, rule } = field
    if (rule.kind === 'unit' || rule.kind === 'reference') continue
    const options = { type: API_TYPES[api], ...described(field) }
    fields[apiNameOf(key, field)] = isNeverEmpty(field)
      ? t.field({ ...options, resolve: (parent: Parent) => filled(settingsOf(parent)[key], key) })
      : t.field({ ...options, nullable: true, resolve: (parent: Parent) => settingsOf(parent)[key] })
  }
  return fields
}

function described({ about, hasNoEffectYet }: SettingField): { readonly description?: string } {
  const parts = [...(about === undefined ? [] : [about]), ...(hasNoEffectYet === true ? ['Kept; it has no effect yet.'] : [])]
  return parts.length === 0 ? {} : { description: parts.join(' ') }
}

function filled(value: Shown | undefined, key: string): string | number | boolean {
  if (value == null) throw new Error(`${key} is empty`)
  return value
}
