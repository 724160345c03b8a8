import type { LossSource } from '#engine/facts.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { LossType } from '#engine/loss/lossKind.ts'
import type { ActivityType, LossCategory } from '#engine/loss/lossReason.ts'
import { EVERY_LOSS, type LossQuestion } from '#server/loss/lossFilter.service.ts'
import { Refusal } from '#server/refusal.ts'
import type { PieceFilter } from './recordFacts.store.ts'

type Filters = {
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly workCenterGroupIds?: readonly number[] | null | undefined
  readonly shiftCodes?: readonly string[] | null | undefined
  readonly weekdays?: readonly number[] | null | undefined
  readonly hoursOfDay?: readonly number[] | null | undefined
  readonly source?: LossSource | null | undefined
  readonly categories?: readonly LossCategory[] | null | undefined
  readonly lossTypes?: readonly LossType[] | null | undefined
  readonly activityTypes?: readonly ActivityType[] | null | undefined
  readonly lowersOee?: boolean | null | undefined
  readonly reasonIds?: readonly number[] | null | undefined
  readonly reasonGroupIds?: readonly number[] | null | undefined
  readonly orders?: readonly string[] | null | undefined
  readonly products?: readonly string[] | null | undefined
}

/** Returns what losses a question is about; refuses days and hours that there are not. */
export function lossQuestionOf(filters: Filters): LossQuestion & Pick<PieceFilter, 'orders' | 'products'> {
  return {
    ...EVERY_LOSS,
    workCenterIds: filters.workCenterIds,
    workCenterGroupIds: filters.workCenterGroupIds ?? null,
    shiftCodes: filters.shiftCodes ?? null,
    weekdays: checked('weekdays', filters.weekdays, 1, 7),
    hoursOfDay: checked('hoursOfDay', filters.hoursOfDay, 0, 23),
    source: filters.source ?? null,
    categories: filters.categories ?? null,
    lossTypes: filters.lossTypes ?? null,
    activityTypes: filters.activityTypes ?? null,
    lowersOee: filters.lowersOee ?? null,
    reasonIds: filters.reasonIds ?? null,
    groupIds: filters.reasonGroupIds ?? null,
    orders: filters.orders ?? null,
    products: filters.products ?? null,
  }
}

function checked(field: string, numbers: readonly number[] | null | undefined, min: number, max: number): readonly number[] | null {
  const wrong = numbers?.find((value) => value < min || value > max)
  if (wrong !== undefined) throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field, params: { value: wrong, min, max } })
  return numbers ?? null
}
