import { kwPerAmpere } from '#engine/energy/power.ts'
import type { Problem } from '#engine/result.ts'
import type { ElectricalSetup } from '#engine/workCenter/workCenterSetup.ts'
import type { PhaseRanges, StatusRule, StatusSource, ValueRange } from './statusRule.ts'
import { rulesIntersect } from './validateRule.ts'

/** Rules after a change of source: those with new bounds, and those without a counterpart, which are archived. */
export type RuleConversion = { readonly converted: readonly StatusRule[]; readonly archived: readonly StatusRule[] }

export type ConversionConstants = Pick<ElectricalSetup, 'cosPhi' | 'voltage' | 'transformationRatio' | 'nominalPowerKw'>

const PHASES = 3
const PERCENT = 100

/**
 * Returns the active rules for another source, or why not (domain.md S-9). POWER and LOAD convert by nominal power, CURRENT by the mean phase
 * current, CURRENT and LOAD by power between them. Rules of the old source are archived where SPEED is one of the two, since it has no counterpart.
 * Rules that somebody prepared for the new source stay, unless others are converted to it: then they make way. Manual rules stay. Refuses a missing
 * constant by its field, and rules that only single phases told apart when they would meet.
 */
export function convertRules(
  rules: readonly StatusRule[],
  from: StatusSource,
  to: StatusSource,
  constants: ConversionConstants,
): RuleConversion | { readonly problems: readonly Problem[] } {
  const active = rules.filter((rule) => rule.validTo === null)
  const own = active.filter((rule) => rule.rangeType === from)
  if (from === to) return { converted: own, archived: [] }
  if (from === 'SPEED' || to === 'SPEED') return { converted: [], archived: own }
  const problems = missingConstants(from, to, constants)
  if (problems.length > 0) return { problems }
  const factor = kwPer(from, constants) / kwPer(to, constants)
  const converted = own.map((rule) => convertRule(rule, to, factor))
  const meeting = meetingRules(converted)
  if (meeting) return { problems: [{ code: 'STATUS_RANGES_INTERSECT', field: 'range', params: { name: meeting.name } }] }
  const waiting = active.filter((rule) => rule.rangeType === to)
  return { converted, archived: converted.length === 0 ? [] : waiting }
}

function convertRule(rule: StatusRule, to: StatusSource, factor: number): StatusRule {
  const { range: given, phases, ...rest } = rule
  const range = (rule.rangeType === 'CURRENT' ? null : given) ?? meanRange(phases ?? {})
  const scaled = { min: range.min * factor, max: range.max === null ? null : range.max * factor }
  return to === 'CURRENT'
    ? { ...rest, rangeType: to, phases: { a: scaled, b: scaled, c: scaled } }
    : { ...rest, rangeType: to, range: scaled }
}

/** The bounds of the mean phase current: the means of the bounds, infinite when one is. */
function meanRange({ a, b, c }: PhaseRanges): ValueRange {
  const ranges = [a, b, c].filter((range) => range !== undefined)
  const maxima = ranges.flatMap((range) => range.max ?? [])
  const isBounded = maxima.length === ranges.length
  return { min: meanOf(ranges.map((range) => range.min)), max: isBounded ? meanOf(maxima) : null }
}

function meanOf(values: readonly number[]): number {
  const [first = 0] = values
  // Equal bounds stay what they are to the last digit.
  if (values.every((value) => value === first)) return first
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** kW per unit of the source: a kW, a percent of nominal power, an ampere on each phase (domain.md S-10, S-11). */
function kwPer(source: StatusSource, constants: ConversionConstants): number {
  if (source === 'LOAD') return (constants.nominalPowerKw ?? 0) / PERCENT
  if (source === 'CURRENT') return PHASES * (kwPerAmpere(constants) ?? 0)
  return 1
}

function missingConstants(from: StatusSource, to: StatusSource, constants: ConversionConstants): Problem[] {
  const problems: Problem[] = []
  const need = (field: string, value: number | null): void => {
    if (value === null || !(value > 0)) problems.push({ code: 'CONVERSION_CONSTANT_REQUIRED', field, params: { from, to } })
  }
  const sources = [from, to]
  if (sources.includes('LOAD')) need('nominalPower', constants.nominalPowerKw)
  if (sources.includes('CURRENT')) {
    need('voltage', constants.voltage)
    need('cosPhi', constants.cosPhi)
    need('transformationRationCode', constants.transformationRatio)
  }
  return problems
}

function meetingRules(rules: readonly StatusRule[]): StatusRule | undefined {
  return rules.find((rule, index) => rules.slice(0, index).some((other) => rulesIntersect(rule, other)))
}
