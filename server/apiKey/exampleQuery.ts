import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import type { GraphQLField, GraphQLInputType, GraphQLOutputType } from 'graphql'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { ExampleIds } from './exampleIds.store.ts'

/** A request that can be sent as it is: `{ query, variables }`. */
export type Example = { readonly query: string; readonly variables: Readonly<Record<string, unknown>> }

/** With what examples are filled in: ids of the company, and the hour that has just begun (ms UTC). */
export type ExampleMaterial = { readonly ids: ExampleIds; readonly hour: number }

const ENDS = /end|expir|to$/i
const MAX_LEAVES = 12
const MAX_LEAVES_BELOW = 4
const MAX_OBJECTS = 3
const FIRST = ['id', 'name', 'code', 'workCenterId', 'deviceId', 'type', 'timeStart', 'timeEnd', 'start', 'end', 'duration']
/** Where the company has nothing of the kind, the example names something that does not exist. */
const NO_NUMBER = 1
const NO_GUID = '00000000-0000-0000-0000-000000000000'

/** Which id the argument `id` of an operation means, by the type that it answers or the name behind its verb. */
const ID_OF_TYPE: Readonly<Record<string, keyof ExampleIds>> = {
  BoxReport: 'reportId',
  Checklist: 'checklistId',
  ChecklistOccurrence: 'occurrenceId',
  ChecklistPrint: 'checklistPrintId',
  Company: 'companyId',
  Extension: 'extensionId',
  Integration: 'integrationId',
  Item: 'itemId',
  JobOrder: 'jobOrderId',
  JobOrderLink: 'jobOrderId',
  Loss: 'lossId',
  LossReason: 'lossReasonId',
  LossReasonGroup: 'lossReasonGroupId',
  Notification: 'notificationId',
  NotificationDelivery: 'notificationId',
  OperationalTask: 'taskId',
  Sensor: 'sensorId',
  Shift: 'shiftId',
  StatusLossTrackingRule: 'lossTrackingRuleId',
  StatusRule: 'statusRuleId',
  Team: 'teamId',
  User: 'userId',
  WorkCenter: 'workCenterId',
  WorkCenterGroup: 'groupId',
}

/** The same by the name of the argument or field. */
const ID_OF_NAME: Readonly<Record<string, keyof ExampleIds>> = {
  boxId: 'workCenterId',
  checklistId: 'checklistId',
  checklistIds: 'checklistId',
  deviceId: 'deviceId',
  groupId: 'groupId',
  integrationId: 'integrationId',
  itemId: 'itemId',
  jobOrderId: 'jobOrderId',
  jobOrderIds: 'jobOrderId',
  lossId: 'lossId',
  lossReasonId: 'lossReasonId',
  notificationConfigId: 'notificationConfigId',
  notificationTypeId: 'notificationTypeId',
  occurrenceId: 'occurrenceId',
  productId: 'itemId',
  reasonId: 'lossReasonId',
  shiftId: 'shiftId',
  statusId: 'statusRuleId',
  statusRuleId: 'statusRuleId',
  teamId: 'teamId',
  userId: 'userId',
  workCenterId: 'workCenterId',
  workCenterIds: 'workCenterId',
}

/** Optional arguments that an example still gives, because they show the purpose. */
const TELLING = ['comment', 'deviceId', 'ids', 'name']

/** Texts that mean something to the field of the name. */
const TEXTS: Readonly<Record<string, string>> = {
  code: 'A',
  color: '#2F9E44',
  companyId: 'ACME1',
  comment: 'Waiting for material',
  country: 'pl',
  email: 'anna@factory.example',
  emails: 'anna@factory.example',
  durationFromMeasurementUnitCode: 'min',
  durationToMeasurementUnitCode: 'min',
  firstName: 'Anna',
  language: 'pl',
  lastName: 'Nowak',
  login: 'anna.nowak',
  name: 'Example',
  newPassword: 'A new passw0rd',
  oldPassword: 'The old passw0rd',
  password: 'A passw0rd',
  phone: '+48 22 123 45 67',
  reason: 'Checked with the operator',
  serviceUrl: 'https://odoo.example.com',
  timeEnd: '14:00',
  timeStart: '06:00',
  timeZone: 'Europe/Warsaw',
}

/** The first value of an enumeration stands for the others, but for these. */
const ENUMS: Readonly<Record<string, readonly string[]>> = {
  rangeType: ['MANUAL'],
  role: ['USER'],
  service: ['ODOO'],
  source: ['POWER', 'STATUS'],
}

/** Returns an example of the operation: required arguments, narrowing ids, and the main fields of the answer. */
export function exampleOf(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>, material: ExampleMaterial): Example {
  const args = field.args.filter((arg) => isRequiredArgument(arg) || TELLING.includes(arg.name))
  const declared = args.map((arg) => `$${arg.name}: ${arg.type.toString()}`).join(', ')
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ')
  const heading = `${kind} ${field.name[0]?.toUpperCase() ?? ''}${field.name.slice(1)}${declared === '' ? '' : `(${declared})`}`
  const selection = selectionOf(field.type, { depth: 2, indent: '    ' })
  const subject = [getNamedType(field.type).name, field.name.replace(/^[a-z]+/, '')].find((name) => name in ID_OF_TYPE) ?? ''
  return {
    query: `${heading} {\n  ${field.name}${passed === '' ? '' : `(${passed})`}${selection}\n}`,
    variables: Object.fromEntries(args.map((arg) => [arg.name, valueOf(arg.name, arg.type, { ...material, subject })])),
  }
}

function selectionOf(output: GraphQLOutputType, { depth, indent }: { readonly depth: number; readonly indent: string }): string {
  const type = getNamedType(output)
  if (!isObjectType(type)) return ''
  const fields = Object.values(type.getFields()).filter(
    (field) => field.deprecationReason === undefined && !field.args.some(isRequiredArgument),
  )
  const leaves = inOrder(fields.filter((field) => isLeafType(getNamedType(field.type)))).slice(
    0,
    depth === 2 ? MAX_LEAVES : MAX_LEAVES_BELOW,
  )
  const isPage = fields.some(({ name }) => name === 'items')
  const objects = depth > (isPage ? 0 : 1) ? fields.filter((field) => isObjectType(getNamedType(field.type))).slice(0, MAX_OBJECTS) : []
  const lines = [
    ...leaves.map(({ name }) => name),
    ...objects.map((field) => `${field.name}${selectionOf(field.type, { depth: depth - 1, indent: `${indent}  ` })}`),
  ]
  return ` {\n${(lines.length === 0 ? ['__typename'] : lines).map((line) => indent + line).join('\n')}\n${indent.slice(2)}}`
}

/** Main fields first; the rest in schema order. */
function inOrder<T extends { readonly name: string }>(fields: readonly T[]): T[] {
  const rank = ({ name }: T) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  return fields.toSorted((left, right) => rank(left) - rank(right))
}

type ExampleContext = ExampleMaterial & { readonly subject: string }

function valueOf(name: string, type: GraphQLInputType, context: ExampleContext): unknown {
  if (isNonNullType(type)) return valueOf(name, type.ofType, context)
  if (isListType(type)) return [valueOf(name, type.ofType, context)]
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isRequiredInputField(field) || TELLING.includes(field.name))
    return Object.fromEntries(fields.map((field) => [field.name, valueOf(field.name, field.type, context)]))
  }
  if (isEnumType(type)) return ENUMS[name]?.find((value) => type.getValue(value) !== undefined) ?? type.getValues()[0]?.name
  const id = ID_OF_NAME[name] ?? (name === 'id' || name === 'ids' ? ID_OF_TYPE[context.subject] : undefined)
  return scalarOf(name, type.toString(), id === undefined ? null : context.ids[id], context.hour)
}

function scalarOf(name: string, type: string, id: string | number | null, hour: number): unknown {
  const values: Readonly<Record<string, unknown>> = {
    Boolean: true,
    Date: new Date(hour + 24 * HOUR_MS).toISOString().slice(0, 10),
    DateTime: new Date(ENDS.test(name) ? hour : hour - 8 * HOUR_MS).toISOString(),
    Decimal: 1,
    Guid: id ?? NO_GUID,
    Int: id ?? NO_NUMBER,
    Seconds: 60,
    Short: 1,
  }
  // A number is no id of what is named by a text, such as a task of a checklist.
  const text = typeof id === 'string' ? id : null
  return type === 'String' || type === 'ID' ? (text ?? TEXTS[name] ?? 'Example') : values[type]
}
