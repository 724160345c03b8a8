/** Columns of the line view that can be left out, in their order; the name always stands first (U-20). */
export const LINE_COLUMNS = [
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
export type LineColumn = (typeof LINE_COLUMNS)[number]
