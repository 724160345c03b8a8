import type { Format } from '#web/ui/format.ts'
import { noteRefusal } from '#web/ui/meaning.ts'
import type { Translate } from './translate.ts'

/** What is wrong with a value, as the engine and the API name it. */
export type ShownProblem = {
  readonly code: string
  /** A field that was left empty is named in the sentence, where it has one of its own. */
  readonly field?: string | undefined
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Returns the sentence for a problem, the general one for an unknown code; what it means can be asked by it. Needs the texts of a `withTexts` page. Where a time
 * is too early and the formatters of the plant are given, it says the earliest one that is allowed.
 */
export function problemText(t: Translate<'problem'>, problem: ShownProblem, format: Pick<Format, 'dateTime'> | null = null): string {
  const own = problem.code === 'REQUIRED' && problem.field !== undefined ? [`empty.${problem.field}`] : []
  const earliest = format === null ? null : earliestOf(problem)
  const code = earliest === null ? sentenceOf(problem) : `${problem.code}_SINCE`
  const time = earliest === null || format === null ? {} : { time: format.dateTime(earliest) }
  const sentence = t([...own, `code.${code}`, 'code.UNKNOWN'], { ...problem.params, ...time })
  noteRefusal(sentence, problem.code)
  return sentence
}

/** What is too early has the earliest instant that is allowed (ms UTC). */
const TOO_EARLY: ReadonlySet<string> = new Set(['PAST_PERIOD', 'START_TOO_EARLY'])

function earliestOf({ code, params = {} }: ShownProblem): number | null {
  const { earliest } = params
  return TOO_EARLY.has(code) && typeof earliest === 'number' && earliest > 0 ? earliest : null
}

/** Where somebody was faster, the sentence says who. */
const FASTER: ReadonlySet<string> = new Set(['INVALID_JOB_ORDER_TRANSITION', 'SEGMENT_CONFIRMED'])

/** A number outside its range is described by the limit it misses (spec 000 §5, shared numeric messages). */
function sentenceOf({ code, field, params = {} }: ShownProblem): string {
  // Of a material, not of a product at a work center.
  if (code === 'UNIT_MISMATCH' && field?.endsWith('.measureUnitId') === true) return 'UNITS_DO_NOT_CONVERT'
  if (code === 'INTEGRATION_BUSY' && typeof params['who'] === 'string' && params['who'] !== '') return 'INTEGRATION_BUSY_BY'
  if (FASTER.has(code) && typeof params['name'] === 'string' && params['name'] !== '') return `${code}_BY`
  if (code !== 'VALUE_OUT_OF_RANGE') return code
  const { value, min, above, max } = params
  if (typeof above === 'number' && (typeof value !== 'number' || value <= above)) return 'NOT_ABOVE'
  if (typeof min === 'number' && (typeof value !== 'number' || value < min)) return min === 0 ? 'NEGATIVE' : 'TOO_LOW'
  return typeof max === 'number' ? 'TOO_HIGH' : code
}
