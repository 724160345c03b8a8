import type { RollUpFieldsFragment } from '#web/api/generated/graphql.ts'
import type { LoadedWorkCenter } from '../page/WorkCenterHeader.tsx'
import type { ShiftOrder, ShiftRow } from './shifts.view.ts'

/** What the table and the cards of shifts show. */
export type ShiftsShown = {
  readonly rows: readonly ShiftRow[]
  /** All of them together: ratios of sums. */
  readonly stats: RollUpFieldsFragment['stats']
  readonly unit: string
  readonly targets: Pick<LoadedWorkCenter, 'targetOee' | 'targetAvailability' | 'targetPerformance' | 'targetQuality'>
  readonly order: ShiftOrder
  readonly onOrder: (order: ShiftOrder) => void
  /** Asks why the figures of the shift that starts then are what they are. */
  readonly onWhy: (shiftStart: string) => void
  readonly onWhyAll: () => void
}
