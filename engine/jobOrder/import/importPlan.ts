import type { ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { JobOrderStatus } from '../jobOrderStatus.ts'
import type { OrderSpeed } from '../orderCycle.ts'
import type { ImportScope, ImportType } from './importField.ts'
import type { CellProblem, ReadRow } from './readRow.ts'

/** An order as an import sees it. */
export type ImportOrder = OrderSpeed & {
  readonly id: JobOrderId
  readonly version: number
  readonly status: JobOrderStatus
  readonly orderCode: string
  readonly externalCode: string | null
  readonly workCenterId: WorkCenterId | null
  readonly itemId: ItemId | null
  readonly description: string | null
  readonly planOutput: number | null
  readonly planStart: number | null
  readonly planEnd: number | null
  readonly isPlanEndEntered: boolean
  /** As somebody entered it; null = it follows from output and speed. */
  readonly planDurationMs: number | null
  readonly dueDate: number | null
  readonly acceptedOutput: number
  /** Whether a confirmation of it holds, or a device counted for it. */
  readonly hasOutput: boolean
  readonly hasUnconfirmed: boolean
  /** Whether an import cancelled it, which is no decision of a person. */
  readonly isCancelledByImport: boolean
}

/** An order that an import makes, or what it makes of one. */
export type ImportContent = OrderSpeed & {
  readonly orderCode: string | null
  readonly externalCode: string | null
  readonly workCenterId: WorkCenterId
  /** null = the product of the SKU is made with it. */
  readonly itemId: ItemId | null
  readonly sku: string
  readonly productName: string | null
  readonly description: string | null
  readonly notes: string | null
  readonly planOutput: number
  readonly planStart: number | null
  readonly planEnd: number | null
  readonly isPlanEndEntered: boolean
  readonly planDurationMs: number | null
  readonly dueDate: number | null
  readonly priority: number | null
  readonly status: 'DRAFT' | 'PLANNED'
}

export const ROW_OUTCOMES = ['CREATE', 'LEFT_OUT', 'RECREATE', 'REFUSED', 'UNCHANGED', 'UPDATE'] as const
/** What becomes of a row. */
export type RowOutcome = (typeof ROW_OUTCOMES)[number]

/** A field of an order that a row changes. */
export type FieldChange = { readonly field: string; readonly before: string | number | null; readonly after: string | number | null }

export type PlannedRow = {
  readonly no: number
  readonly outcome: RowOutcome
  /** The order that it is about; null = a new one. */
  readonly orderId: JobOrderId | null
  readonly changes: readonly FieldChange[]
  readonly problems: readonly CellProblem[]
  readonly content: ImportContent | null
}

/** An open order that gives way. */
export type EndedOrder = {
  readonly orderId: JobOrderId
  readonly orderCode: string
  readonly workCenterId: WorkCenterId | null
  readonly before: JobOrderStatus
  readonly status: 'CANCELLED' | 'COMPLETED' | 'TECHNICALLY_COMPLETED'
  readonly acceptedOutput: number
}

/** All that an import does, and all that it does not do, and why. */
export type ImportPlan = { readonly rows: readonly PlannedRow[]; readonly ended: readonly EndedOrder[] }

export type ImportCounts = {
  readonly create: number
  readonly update: number
  readonly close: number
  readonly cancel: number
  readonly recreate: number
  readonly unchanged: number
  readonly refused: number
  readonly leftOut: number
}

export type ImportInput = {
  readonly rows: readonly ReadRow[]
  /** The open orders in scope, and those of any status that have a code of the file. */
  readonly orders: readonly ImportOrder[]
  /** Order codes that are taken, in lower case, of all orders of the company that the rows could meet. */
  readonly takenCodes: ReadonlySet<string>
  readonly typeOf: (workCenterId: WorkCenterId) => ImportType
  readonly scope: ImportScope
  /** Work centers of which the rows are all that there is, also where no row names them; left out = those of good rows. */
  readonly placeIds?: readonly WorkCenterId[]
  /** Codes of what the file could not bring as rows, in lower case: their orders stay as they are. */
  readonly keptCodes?: ReadonlySet<string>
  /** The speed of a product at a work center, which orders without one take over. */
  readonly standardOf: (itemId: ItemId, workCenterId: WorkCenterId) => OrderSpeed | null
}

/** Returns how many rows and orders each outcome has. */
export function countsOf({ rows, ended }: ImportPlan): ImportCounts {
  const count = (outcome: RowOutcome) => rows.filter((row) => row.outcome === outcome).length
  const cancel = ended.filter(({ status }) => status === 'CANCELLED').length
  return {
    create: count('CREATE'),
    update: count('UPDATE'),
    close: ended.length - cancel,
    cancel,
    recreate: count('RECREATE'),
    unchanged: count('UNCHANGED'),
    refused: count('REFUSED'),
    leftOut: count('LEFT_OUT'),
  }
}

/** Returns the key by which a row finds its order: its code there, without regard to case (domain.md I-2). */
export function importKey(code: string, workCenterId: WorkCenterId | null): string {
  return `${workCenterId ?? ''} ${code.toLowerCase()}`
}

/** Returns the key of an order: that of its external code, else of its own. */
export function keyOfOrder({
  externalCode,
  orderCode,
  workCenterId,
}: Pick<ImportOrder, 'externalCode' | 'orderCode' | 'workCenterId'>): string {
  return importKey(externalCode ?? orderCode, workCenterId)
}

/** Returns whether the status is that of an order nobody began to work on. */
export function isUnstarted(status: JobOrderStatus): boolean {
  return status === 'DRAFT' || status === 'PLANNED'
}

/** Returns whether the order still waits or is worked on. */
export function isOpen(status: JobOrderStatus): boolean {
  return isUnstarted(status) || status === 'ON_HOLD' || status === 'PROGRESS'
}
