import { rulesIntersect, validateRule } from '#engine/status/validateRule.ts'
import { isColor } from '#web/parts/color/markColors.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { channelsOf, readDecimal, type RuleDraft, SHORT_NAME_MAX, toRule } from './ruleDraft.view.ts'

const MAX_DURATION_S = 86_400

/** Problems of a draft by field (`name`, `color`, `shortName`, `minDuration`, `range.min`, `b.max`), and the names of overlapping rules. */
export type DraftProblems = { readonly fields: ReadonlyMap<string, FieldProblem>; readonly rivals: readonly string[] }

/** Returns the problems of each draft beside the others, by key; the server's rules (spec 001 §5, Status). */
export function draftProblems(drafts: readonly RuleDraft[]): ReadonlyMap<string, DraftProblems> {
  const rules = drafts.map(toRule)
  return new Map(
    drafts.map((draft, at) => {
      const fields = fieldProblems(draft)
      const rule = rules[at]
      if (rule === undefined) return [draft.key, { fields, rivals: [] }]
      const others = rules.filter((_one, other) => other !== at)
      const rivals = others.filter((other) => rulesIntersect(rule, other)).map((other) => other.name)
      for (const problem of validateRule(rule, others)) {
        if (problem.code === 'STATUS_RANGES_INTERSECT') continue
        const field = fieldOf(problem.code, problem.field, draft)
        if (!fields.has(field)) fields.set(field, { ...problem, field })
      }
      return [draft.key, { fields, rivals }]
    }),
  )
}

function fieldProblems({ values }: RuleDraft): Map<string, FieldProblem> {
  const fields = new Map<string, FieldProblem>()
  const put = (field: string, code: string, params: Record<string, number | string> = {}) => fields.set(field, { code, field, params })
  if (values.color.trim() === '') put('color', 'REQUIRED')
  else if (!isColor(values.color.trim())) put('color', 'INVALID_FORMAT', { example: '#2F9E44' })
  if ([...values.shortName.trim()].length > SHORT_NAME_MAX) put('shortName', 'LENGTH_OUT_OF_RANGE', { min: 0, max: SHORT_NAME_MAX })
  const duration = readDecimal(values.minDuration)
  if (duration === null || !Number.isInteger(duration)) put('minDuration', 'INVALID_FORMAT', { example: '30' })
  else if (duration < 0) put('minDuration', 'NEGATIVE')
  else if (duration > MAX_DURATION_S) put('minDuration', 'TOO_HIGH', { max: MAX_DURATION_S })
  for (const channel of channelsOf(values.rangeType))
    for (const end of ['min', 'max'] as const) {
      if (Number.isNaN(readDecimal(values.bounds[channel][end]))) put(`${channel}.${end}`, 'INVALID_FORMAT', { example: '12.5' })
    }
  return fields
}

/** The engine speaks of ranges; on the screen a bound is wrong. */
function fieldOf(code: string, field: string | undefined, { values }: RuleDraft): string {
  if (field === 'minEventDurationSeconds') return 'minDuration'
  if (field !== 'range' && field !== 'phases') return field ?? 'name'
  const wrong = channelsOf(values.rangeType).find((channel) => {
    const { min, max } = values.bounds[channel]
    const [low, high] = [readDecimal(min), readDecimal(max)]
    if (code === 'STATUS_MIN_NOT_ABOVE_ZERO') return (low !== null || high !== null) && !((low ?? 0) > 0)
    return low !== null && high !== null && !(high > low)
  })
  const channel = wrong ?? channelsOf(values.rangeType)[0] ?? 'range'
  return `${channel}.${code === 'STATUS_MAX_NOT_ABOVE_MIN' ? 'max' : 'min'}`
}

/** Returns whether nothing is wrong with any draft. */
export function isAllRight(problems: ReadonlyMap<string, DraftProblems>): boolean {
  return [...problems.values()].every(({ fields, rivals }) => fields.size === 0 && rivals.length === 0)
}
