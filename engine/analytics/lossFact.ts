import { foldedName } from '#engine/integration/foldedName.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import type { LossSource } from '#engine/facts.ts'
import { lossCategory, lossType } from '#engine/loss/lossKind.ts'
import type { Classification } from '#engine/loss/lossKind.ts'
import type { ActivityType, LossCategory, LossReasonType } from '#engine/loss/lossReason.ts'
import { ACTIVITY_TYPES } from '#engine/loss/lossReason.ts'
import { periodOf } from '#engine/time/statPeriod.ts'
import type { Cell } from './cells.ts'
import { addCells } from './cells.ts'
import type { Dimension, Measure } from './dimensions.ts'

/** Losses that are alike in all that was asked for; what was not asked for is null. */
export type LossFact = {
  /** The shift's date, or the first one of its week or month. */
  readonly date: string | null
  readonly workCenterId: number | null
  readonly groupId: number | null
  readonly hour: number | null
  readonly weekday: number | null
  readonly shiftCode: string | null
  /** Who said something of them last. */
  readonly personId: string | null
  /** In which status the machine stood; a rule has its id. */
  readonly kind: StatusKind | null
  readonly statusRuleId: number | null
  readonly reasonId: number | null
  readonly source: LossSource
  readonly isScheduledLoss: boolean
  readonly classification: Classification
  readonly count: number
  readonly durationMs: number
}

/** What a reason decides of a loss. */
export type FactReason = {
  readonly id: number
  readonly groupId: number | null
  readonly category: LossCategory
  readonly type: LossReasonType
  readonly activityTypes: readonly ActivityType[]
}

/** The key of what has no value there: no group, no reason. */
export const NO_KEY = ''
/** URL value of an empty key. */
const NO_KEY_TEXT = '-'
/** The person of losses of which nobody said anything. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Encodes the key of an order or a product for the URL. */
export function textOfKey(key: string): string {
  return key === NO_KEY ? NO_KEY_TEXT : key
}

/** Decodes the key of an order or a product from the URL. */
export function keyOfText(text: string): string {
  return text === NO_KEY_TEXT ? NO_KEY : text
}

const NO_STATUSES: ReadonlyMap<number, number> = new Map()

/** Maps each rule to the first rule of the same name, ignoring work center, case and accents. */
export function statusesByName(rules: readonly { readonly id: number; readonly name: string }[]): ReadonlyMap<number, number> {
  const sameName = Map.groupBy(rules, ({ name }) => foldedName(name) || name)
  return new Map([...sameName.values()].flatMap((same) => same.map(({ id }) => [id, Math.min(...same.map((one) => one.id))] as const)))
}

/**
 * Returns the cells of a measure of losses by the dimensions: time in seconds, number, or time over number. `statuses` has the rule by which the status of
 * a rule is known.
 */
export function lossCells(
  facts: readonly LossFact[],
  {
    measure,
    by,
    reasons,
    statuses = NO_STATUSES,
  }: {
    readonly measure: Measure
    readonly by: readonly Dimension[]
    readonly reasons: readonly FactReason[]
    readonly statuses?: ReadonlyMap<number, number>
  },
): Cell[] {
  const known = new Map(reasons.map((reason) => [reason.id, reason]))
  return addCells(
    facts.map((fact) => {
      const reason = fact.reasonId === null ? null : (known.get(fact.reasonId) ?? null)
      const seconds = fact.durationMs / 1000
      return {
        keys: by.map((dimension) => keyOf(dimension, fact, { reason, statuses })),
        part: measure === 'COUNT' ? fact.count : seconds,
        base: measure === 'AVERAGE' ? fact.count : null,
      }
    }),
  )
}

type Around = { readonly reason: FactReason | null; readonly statuses: ReadonlyMap<number, number> }

function keyOf(dimension: Dimension, fact: LossFact, { reason, statuses }: Around): string {
  switch (dimension) {
    case 'ACTIVITY':
      return reason === null ? withoutReason(fact) : activityKey(reason.activityTypes)
    case 'CATEGORY':
      return lossCategory(fact.source, reason)
    case 'DAY':
    case 'MONTH':
    case 'WEEK':
      return fact.date === null ? NO_KEY : dateKey(dimension, fact.date)
    case 'GROUP':
      return textOf(fact.groupId)
    case 'HOUR':
      return textOf(fact.hour)
    case 'PERSON':
      return fact.personId ?? NOBODY
    case 'REASON':
      return fact.reasonId === null ? withoutReason(fact) : String(fact.reasonId)
    case 'REASON_GROUP':
      return reason === null ? withoutReason(fact) : textOf(reason.groupId)
    case 'SHIFT':
      return fact.shiftCode ?? NO_KEY
    case 'SOURCE':
      return fact.source
    case 'STATUS':
      if (fact.source !== 'STATUS') return fact.source
      return fact.statusRuleId === null ? (fact.kind ?? 'UNDEFINED') : String(statuses.get(fact.statusRuleId) ?? fact.statusRuleId)
    case 'TYPE':
      return lossType(fact.isScheduledLoss, reason)
    case 'WEEKDAY':
      return textOf(fact.weekday)
    case 'WORK_CENTER':
      return textOf(fact.workCenterId)
    case 'ORDER':
    case 'PRODUCT':
      // Losses are not divided by what was made (mayDivide).
      return NO_KEY
  }
}

/** What is between two activities of one reason. */
const AND = '+'

/** Returns the key of what a reason's time is: its activities together, so that each loss is under one; empty = it has none. */
export function activityKey(types: readonly ActivityType[]): string {
  return types.toSorted().join(AND)
}

/** Returns the activities of a key. */
export function activitiesOf(key: string): readonly ActivityType[] {
  const parts = key.split(AND)
  return ACTIVITY_TYPES.filter((type) => parts.includes(type))
}

/** What stands in the place of a reason: lost speed and rejects explain themselves; stops are planned by their status, small, or not explained. */
export const WITHOUT_REASON = ['NOT_NEEDED', 'OUTPUT', 'PLANNED', 'SPEED', 'UNCLASSIFIED'] as const
export type WithoutReason = (typeof WITHOUT_REASON)[number]

function withoutReason({ source, classification }: LossFact): WithoutReason {
  if (source !== 'STATUS') return source
  return classification === 'CLASSIFIED' ? 'PLANNED' : classification
}

/** Returns the key of a date: itself, the Monday of its week, or the first of its month. */
export function dateKey(dimension: 'DAY' | 'MONTH' | 'WEEK', date: string): string {
  return periodOf(dimension, date).from
}

function textOf(value: number | null): string {
  return value === null ? NO_KEY : String(value)
}
