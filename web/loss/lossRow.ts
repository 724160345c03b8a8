import type { ListedLossFragment } from '#web/api/generated/graphql.ts'
import type { Stop } from '#web/parts/classify/stops.view.ts'

/** A loss of the list, with the stop that the reasons are given to. */
export type LossRow = { readonly loss: ListedLossFragment; readonly stop: Stop }
