/** Columns of the table that can be left out, in their order; the name always stands first (U-20). */
export const TABLE_COLUMNS = [
  'status',
  'since',
  'oee',
  'availability',
  'performance',
  'quality',
  'output',
  'rejected',
  'order',
  'reasons',
  'strip',
] as const
export type TableColumn = (typeof TABLE_COLUMNS)[number]
