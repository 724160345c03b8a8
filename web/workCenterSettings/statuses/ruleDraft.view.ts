import { asId } from '#engine/ids.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import type { PhaseRanges, StatusRule, StatusRuleRangeType, StatusSource, ValueRange } from '#engine/status/statusRule.ts'
import type { SettingsStatusRulesQuery, StatusRuleInput } from '#web/api/generated/graphql.ts'

export type SavedRule = SettingsStatusRulesQuery['statusRules'][number]

/** A bound is of the signal itself, or of one phase of the current. */
export const CHANNELS = ['range', 'a', 'b', 'c'] as const
export type Channel = (typeof CHANNELS)[number]
export type BoundTexts = { readonly min: string; readonly max: string }

/** Fields of a rule being edited, numbers as typed. */
export type RuleValues = {
  readonly name: string
  readonly shortName: string
  readonly color: string
  readonly rangeType: StatusRuleRangeType
  readonly isEffective: boolean
  readonly isScheduledLoss: boolean
  readonly needGenerateEventByState: boolean
  readonly minDuration: string
  readonly bounds: Readonly<Record<Channel, BoundTexts>>
}

/** A rule as it stands on the screen. */
export type RuleDraft = {
  readonly key: string
  /** Null = not stored yet. */
  readonly id: number | null
  readonly version: number | null
  readonly values: RuleValues
}

export const SHORT_NAME_MAX = 8
export const NEW_KEY = 'new-'
const EMPTY: BoundTexts = { min: '', max: '' }
export const NO_BOUNDS = { range: EMPTY, a: EMPTY, b: EMPTY, c: EMPTY }

/** Returns a typed number with comma or point; null for an empty text, NaN for an invalid one. */
export function readDecimal(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00A0\u202F]/g, '').replace(',', '.')
  if (plain === '') return null
  return /^-?\d*\.?\d+$|^-?\d+\.$/.test(plain) ? Number(plain) : Number.NaN
}

/** Returns the text of a number in a field: at most six decimals, a point, no group marks; empty for null. */
export function decimalText(value: number | null | undefined): string {
  return value == null ? '' : String(Number(value.toFixed(6)))
}

/** Returns a stored rule as typed values. */
export function valuesOf(rule: SavedRule): RuleValues {
  const { byPower, byLoad, bySpeed, byCurrent } = rule
  const texts = (min: number | null | undefined, max: number | null | undefined): BoundTexts => ({
    min: decimalText(min),
    max: decimalText(max),
  })
  const range = byPower
    ? texts(byPower.minPower, byPower.maxPower)
    : byLoad
      ? texts(byLoad.minLoad, byLoad.maxLoad)
      : bySpeed
        ? texts(bySpeed.minQuantity, bySpeed.maxQuantity)
        : EMPTY
  return {
    name: rule.name,
    shortName: rule.shortName ?? '',
    color: rule.color,
    rangeType: rule.rangeType,
    isEffective: rule.isEffective,
    isScheduledLoss: rule.isScheduledLoss,
    needGenerateEventByState: rule.needGenerateEventByState,
    minDuration: String(rule.minEventDurationSeconds),
    bounds: {
      range,
      a: texts(byCurrent?.minCurrentA, byCurrent?.maxCurrentA),
      b: texts(byCurrent?.minCurrentB, byCurrent?.maxCurrentB),
      c: texts(byCurrent?.minCurrentC, byCurrent?.maxCurrentC),
    },
  }
}

/** The first rule of a kind has a bound to drag from the start. */
const FIRST_BOUND = '1'

/** Returns the values of a new rule, in a colour that no other has; the first one of its kind tells where the machine works. */
export function newValues(rangeType: StatusRuleRangeType, color: string, isFirst = false): RuleValues {
  const [channel] = channelsOf(rangeType)
  const isSeen = isFirst && channel !== undefined
  return {
    name: '',
    shortName: '',
    color,
    rangeType,
    isEffective: isSeen,
    isScheduledLoss: false,
    needGenerateEventByState: true,
    minDuration: '0',
    bounds: isSeen ? { ...NO_BOUNDS, [channel]: { min: FIRST_BOUND, max: '' } } : NO_BOUNDS,
  }
}

/** Returns the channels of the bounds of a kind of rule. */
export function channelsOf(rangeType: StatusRuleRangeType): readonly Channel[] {
  if (rangeType === 'MANUAL') return []
  return rangeType === 'CURRENT' ? ['a', 'b', 'c'] : ['range']
}

/** Returns whether two sets of values are equal; numbers by value, so `5` equals `5,0`. */
export function isSameRule(one: RuleValues, other: RuleValues): boolean {
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other))
}

function comparable(values: RuleValues): unknown {
  const bounds = CHANNELS.map((channel) => [values.bounds[channel].min, values.bounds[channel].max].map(numberOrText))
  return {
    ...values,
    name: values.name.trim(),
    shortName: values.shortName.trim(),
    color: values.color.trim().toLowerCase(),
    minDuration: numberOrText(values.minDuration),
    bounds,
  }
}

function numberOrText(text: string): number | string | null {
  const value = readDecimal(text)
  return Number.isNaN(value) ? text : value
}

/** Returns the id of a draft, a negative one for a new draft: its key is `new-1`, `new-2`. */
export function localId({ id, key }: Pick<RuleDraft, 'id' | 'key'>): number {
  return id ?? -Number(key.slice(NEW_KEY.length))
}

/** Returns the draft as the engine knows rules, in force without end. */
export function toRule(draft: RuleDraft): StatusRule {
  const { values } = draft
  const ranges = Object.fromEntries(CHANNELS.map((channel) => [channel, rangeOf(values.bounds[channel])]))
  const phases: PhaseRanges = {
    ...(ranges['a'] && { a: ranges['a'] }),
    ...(ranges['b'] && { b: ranges['b'] }),
    ...(ranges['c'] && { c: ranges['c'] }),
  }
  return {
    id: asId<StatusRuleId>(localId(draft)),
    name: values.name,
    shortName: values.shortName === '' ? null : values.shortName,
    color: values.color,
    rangeType: values.rangeType,
    ...(values.rangeType === 'CURRENT' ? { phases } : ranges['range'] ? { range: ranges['range'] } : {}),
    minEventDurationMs: (readDecimal(values.minDuration) ?? 0) * 1000,
    isEffective: values.isEffective,
    isScheduledLoss: values.isScheduledLoss,
    needGenerateEventByState: values.needGenerateEventByState,
    validFrom: 0,
    validTo: null,
  }
}

function rangeOf({ min, max }: BoundTexts): ValueRange | undefined {
  const [low, high] = [readDecimal(min), readDecimal(max)]
  if (low === null && high === null) return undefined
  return { min: low ?? 0, max: high }
}

/** Returns the draft as the API takes it. */
export function toInput(draft: RuleDraft, workCenterId: number): StatusRuleInput {
  const { values } = draft
  const bound = (channel: Channel, end: 'min' | 'max') => readDecimal(values.bounds[channel][end])
  const range = { min: bound('range', 'min') ?? 0, max: bound('range', 'max') }
  const by: Record<StatusSource, Partial<StatusRuleInput>> = {
    POWER: { byPower: { minPower: range.min, maxPower: range.max } },
    LOAD: { byLoad: { minLoad: range.min, maxLoad: range.max } },
    SPEED: { bySpeed: { minQuantity: range.min, maxQuantity: range.max } },
    CURRENT: {
      byCurrent: {
        minCurrentA: bound('a', 'min'),
        maxCurrentA: bound('a', 'max'),
        minCurrentB: bound('b', 'min'),
        maxCurrentB: bound('b', 'max'),
        minCurrentC: bound('c', 'min'),
        maxCurrentC: bound('c', 'max'),
      },
    },
  }
  const shortName = values.shortName.trim()
  return {
    workCenterId,
    ...(draft.id !== null && { id: draft.id, version: draft.version }),
    name: values.name.trim(),
    shortName: shortName === '' ? null : shortName,
    color: values.color.trim(),
    rangeType: values.rangeType,
    isEffective: values.isEffective,
    isScheduledLoss: !values.isEffective && values.isScheduledLoss,
    needGenerateEventByState: values.needGenerateEventByState,
    minEventDuration: readDecimal(values.minDuration) ?? 0,
    ...(values.rangeType === 'MANUAL' ? {} : by[values.rangeType]),
  }
}
