import { columnsOf, sortOf } from '#web/parts/list/codecs.ts'

/** Columns of the history as a list. */
export const ROW_COLUMNS = ['lane', 'name', 'reason', 'from', 'to', 'duration', 'orders', 'total', 'rejected', 'comment', 'by'] as const
export type RowColumn = (typeof ROW_COLUMNS)[number]

/** Its order in the address. */
export const ROW_ORDER = sortOf(ROW_COLUMNS, 'from')

/** Its columns in the address; the name always stands. */
export const ROW_CHOICE = columnsOf(['lane', 'reason', 'from', 'to', 'duration', 'orders', 'total', 'rejected', 'comment', 'by'])
