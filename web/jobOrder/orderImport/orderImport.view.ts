import { IMPORT_FIELDS } from '#engine/jobOrder/import/importField.ts'
import type { ImportField } from '#engine/jobOrder/import/importField.ts'
import type { JobOrdersImportMappingInput, JobOrdersImportOutcome, OrderImportFieldsFragment } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { MISSING } from '#web/ui/format.ts'

export const IMPORT_STEPS = ['FILE', 'COLUMNS', 'CHECK', 'DONE'] as const
export type ImportStep = (typeof IMPORT_STEPS)[number]
/** As much of an import as decides what its screen shows. */
type Shown = Pick<OrderImportFieldsFragment, 'columns' | 'counts' | 'cycleTimeUnitId' | 'state' | 'workCenterId'>

/** Returns the step at which an import stands; null = no file was chosen yet. */
export function stepOf(shown: Pick<Shown, 'state'> | null): ImportStep {
  switch (shown?.state) {
    case undefined:
    case 'EXPIRED':
      return 'FILE'
    case 'UPLOADED':
    case 'MAPPED':
      return 'COLUMNS'
    case 'CHECKED':
    case 'APPLYING':
    case 'FAILED':
      return 'CHECK'
    case 'APPLIED':
    case 'UNDONE':
      return 'DONE'
  }
}

/** Returns the steps to which a person can go back: none once the import was applied. */
export function reachableSteps(shown: Pick<Shown, 'state'> | null): readonly ImportStep[] {
  const step = stepOf(shown)
  if (step === 'DONE' || shown?.state === 'APPLYING') return [step]
  return IMPORT_STEPS.slice(0, IMPORT_STEPS.indexOf(step) + 1)
}

/** Returns how many open orders give way: a person types this number before they do. */
export function destroyedBy({ counts }: Pick<Shown, 'counts'>): number {
  return counts === null ? 0 : counts.cancel + counts.close
}

/** So many codes are read; of more it is said that there are more. */
const MOST_CODES = 20

/** Returns the codes of the open orders that are cancelled, and of those that are closed with what was accepted of them; empty for none. */
export function endedCodes(ended: OrderImportFieldsFragment['ended']): { readonly cancelled: string; readonly closed: string } {
  const listed = (orders: OrderImportFieldsFragment['ended']) => {
    const codes = orders
      .slice(0, MOST_CODES)
      .map(({ orderCode, acceptedOutput }) => (acceptedOutput > 0 ? `${orderCode} (${acceptedOutput})` : orderCode))
    return [...codes, ...(orders.length > MOST_CODES ? [`+${orders.length - MOST_CODES}`] : [])].join(', ')
  }
  return {
    cancelled: listed(ended.filter(({ status }) => status === 'CANCELLED')),
    closed: listed(ended.filter(({ status }) => status !== 'CANCELLED')),
  }
}

/** Returns the mapping of the import with other fields of a column; a field that another column feeds moves. */
export function mappingWith(
  shown: Pick<Shown, 'columns' | 'cycleTimeUnitId' | 'workCenterId'>,
  at: number,
  change: Partial<Pick<Shown['columns'][number], 'dateOrder' | 'decimalSign' | 'field'>>,
): JobOrdersImportMappingInput {
  const columns = shown.columns.map(({ field, decimalSign, dateOrder }, column) => {
    if (column === at) return { field, decimalSign, dateOrder, ...change }
    return { field: change.field != null && field === change.field ? null : field, decimalSign, dateOrder }
  })
  return { columns, workCenterId: shown.workCenterId, cycleTimeUnitId: shown.cycleTimeUnitId }
}

/** Returns the saved mappings with those ahead that know most of the headers; equal ones as they come. */
export function likelyFirst<Saved extends { readonly headers: readonly string[] }>(
  saved: readonly Saved[],
  headers: readonly string[],
): readonly Saved[] {
  const words = new Set(headers.map((header) => header.trim().toLowerCase()))
  const known = (one: Saved) => one.headers.filter((header) => words.has(header.trim().toLowerCase())).length
  return saved.toSorted((one, other) => known(other) - known(one))
}

/** Returns the import as if the mapping were stored. */
export function shownWith(shown: OrderImportFieldsFragment, mapping: JobOrdersImportMappingInput): OrderImportFieldsFragment {
  const columns = shown.columns.map((column, at) => ({ ...column, field: mapping.columns[at]?.field ?? null }))
  const { workCenterId = null, cycleTimeUnitId } = mapping
  return { ...shown, columns, workCenterId, cycleTimeUnitId: cycleTimeUnitId ?? shown.cycleTimeUnitId }
}

/** Returns how many rows each outcome has, in the order of their chips; those without any are left out. */
export function outcomeChips(
  counts: NonNullable<Shown['counts']>,
): readonly { readonly outcome: JobOrdersImportOutcome; readonly count: number }[] {
  return (
    [
      { outcome: 'REFUSED', count: counts.refused },
      { outcome: 'CREATE', count: counts.create },
      { outcome: 'UPDATE', count: counts.update },
      { outcome: 'RECREATE', count: counts.recreate },
      { outcome: 'UNCHANGED', count: counts.unchanged },
      { outcome: 'LEFT_OUT', count: counts.leftOut },
    ] as const
  ).filter(({ count }) => count > 0)
}

const DATES: ReadonlySet<string> = new Set(['planStart', 'planEnd', 'dueDate'])

/** Returns a value of a changed field as people read it. */
export function valueText(
  field: string,
  value: string | null,
  format: { readonly dateTime: (at: number) => string; readonly number: (value: number) => string },
): string {
  if (value === null || value === '') return MISSING
  if (DATES.has(field)) return format.dateTime(Number(value))
  if (field === 'planCycleTime' && Number.isFinite(Number(value))) return `${format.number(Number(value) / 1000)} s`
  return field === 'planOutput' ? format.number(Number(value)) : value
}

/** Returns the parameters of a problem of a cell, which travel as JSON. */
export function paramsOf(text: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(text)
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}

const FILE_WORDS = ['BYTES', 'COLUMNS', 'DAMAGED', 'EMPTY', 'NO_ROWS', 'NO_TABLE', 'OLD_WORKBOOK', 'ROWS', 'UNPACKED'] as const
type FileWord = (typeof FILE_WORDS)[number]

/** Returns what is wrong with a file that was refused, where the server says it more exactly than by its code; null = it does not. */
export function wordOfFile({ code, params }: ApiProblem): FileWord | null {
  const said = code === 'IMPORT_FILE_NOT_READABLE' ? params?.['reason'] : code === 'IMPORT_TOO_LARGE' ? params?.['what'] : null
  return FILE_WORDS.find((word) => word === said) ?? null
}

/** Returns a file to fill in: the headers of all fields and one row as an example. */
export function templateFile(): string {
  const example: Readonly<Record<ImportField, string>> = {
    code: 'SO-40001',
    productCode: 'DT-2377',
    plannedQuantity: '500',
    workCenterCode: 'press-3',
    workCenterName: '',
    productName: 'Down Tube',
    orderCode: '',
    description: '',
    planStart: '2026-05-03 06:00',
    planEnd: '',
    dueDate: '2026-05-08 14:00',
    targetCycleTime: '12.6',
    priority: '',
    notes: '',
    status: 'released',
  }
  return `\ufeff${IMPORT_FIELDS.join(',')}\r\n${IMPORT_FIELDS.map((field) => example[field]).join(',')}\r\n`
}

/** Returns the codes that are shown, and how many others there are. */
export function shortened(codes: readonly string[]): { readonly shown: readonly string[]; readonly more: number } {
  return { shown: codes.slice(0, MOST_CODES), more: Math.max(0, codes.length - MOST_CODES) }
}

const KEPT_CAUSES = ['CHANGED', 'CODE_TAKEN', 'GONE'] as const

/** Returns why an order stays when an import is taken back. */
export function keptCause(cause: string): (typeof KEPT_CAUSES)[number] {
  return KEPT_CAUSES.find((one) => one === cause) ?? 'CHANGED'
}
