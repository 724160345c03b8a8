import type { PeriodChoice } from '#engine/time/periodChoice.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { PreviousShift } from './usePreviousShift.ts'
import type { LoadedWorkCenter } from './WorkCenterHeader.tsx'

/** What every tab of a work center's page gets: the machine, the shown time, and the choice behind it. */
export type TabProps = {
  readonly workCenter: LoadedWorkCenter
  readonly period: TimeWindow
  readonly choice: PeriodChoice
  /** The last shift that is over, where that is the shown time. */
  readonly previousShift: PreviousShift | null
  readonly onPeriod: (choice: PeriodChoice) => void
}
