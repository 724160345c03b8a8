import type { JOB_ORDERS_IMPORT_TYPES } from '#engine/workCenter/jobOrderFields.ts'

/** What a column of a file can say of an order (domain.md I-5). */
export const IMPORT_FIELDS = [
  'code',
  'productCode',
  'plannedQuantity',
  'workCenterCode',
  'workCenterName',
  'productName',
  'orderCode',
  'description',
  'planStart',
  'planEnd',
  'dueDate',
  'targetCycleTime',
  'priority',
  'notes',
  'status',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** Without a column for each of these nothing can be imported. */
export const REQUIRED_FIELDS = ['code', 'productCode', 'plannedQuantity'] as const satisfies readonly ImportField[]
export const DATE_FIELDS = ['planStart', 'planEnd', 'dueDate'] as const satisfies readonly ImportField[]
export const NUMBER_FIELDS = ['plannedQuantity', 'targetCycleTime', 'priority'] as const satisfies readonly ImportField[]

/** What an import does with the orders that stand already (domain.md I-4). */
export type ImportType = (typeof JOB_ORDERS_IMPORT_TYPES)[number]

export const IMPORT_SCOPES = ['COMPANY', 'FILE'] as const
/** Whose open orders an import may close or cancel: those of the work centers in the file, or of all. */
export type ImportScope = (typeof IMPORT_SCOPES)[number]

/** A cell as the file holds it: a text, a number of a workbook, or nothing. Dates of workbooks are texts in ISO form. */
export type Cell = string | number | null

export const DECIMAL_SIGNS = ['COMMA', 'DOT'] as const
export type DecimalSign = (typeof DECIMAL_SIGNS)[number]
export const DATE_ORDERS = ['DAY_FIRST', 'MONTH_FIRST'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** What a column of the file is read as; null = it is left out, or decided by its values. */
export type ImportColumn = {
  readonly field: ImportField | null
  readonly decimal: DecimalSign | null
  readonly dates: DateOrder | null
}

/** How a file is read. */
export type ImportMapping = {
  /** One for each column of the file. */
  readonly columns: readonly ImportColumn[]
  /** The work center of rows that name none. */
  readonly workCenterId: number | null
  /** ms of one unit of a cycle time. */
  readonly cycleUnitMs: number
}

/** Returns the text of a cell without blanks around it. */
export function textOf(cell: Cell | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell).trim()
}

/** Returns whether the field holds a number. */
export function isNumberField(field: ImportField): boolean {
  return NUMBER_FIELDS.some((one) => one === field)
}

/** Returns whether the field holds a date. */
export function isDateField(field: ImportField): boolean {
  return DATE_FIELDS.some((one) => one === field)
}
