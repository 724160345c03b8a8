import type { EnergyOfStopFragment, ListedLossFragment } from '#web/api/generated/graphql.ts'
import type { Stop } from '#web/parts/classify/stops.view.ts'

/** A loss of the list, with the stop that the reasons are given to. */
export type LossRow = {
  readonly loss: ListedLossFragment
  readonly stop: Stop
  /** What the machine used in it; left out while that is not known, or of no stop. */
  readonly energy?: EnergyOfStopFragment
}
