import type { Problem } from '#engine/result.ts'
import { problemsOfUnits } from '#engine/output/postingRules.ts'
import type { ListedConfirmationFragment, ListedOutputFragment } from '#web/api/generated/graphql.ts'
import { readNumber } from '#web/ui/form/readNumber.ts'

/** Why counted output cannot be confirmed at once with others; the sheet of one asks for more. */
export type LeftOut = 'ARCHIVED' | 'COUNTING' | 'NOTHING_LEFT' | 'SEVERAL_ORDERS' | 'SHIFT_CONFIRMED'

/** Returns whether its work center is archived: what was made there is only read. */
export function isArchived({ workCenter }: { readonly workCenter: { readonly deviceStatus: string } | null }): boolean {
  return workCenter?.deviceStatus === 'ARCHIVE'
}

/** Returns why the output cannot be confirmed as it was counted, null when it can. */
export function leftOutOf(output: ListedOutputFragment): LeftOut | null {
  if (isArchived(output)) return 'ARCHIVED'
  if (output.shift?.status === 'CONFIRMED') return 'SHIFT_CONFIRMED'
  if (output.isConfirmed || output.confirmation.unconfirmed.total === 0) return 'NOTHING_LEFT'
  if (output.timeEnd === null) return 'COUNTING'
  return output.productionOrders.length > 1 ? 'SEVERAL_ORDERS' : null
}

/** Returns why nothing of it can be confirmed now, not even on a sheet of its own; null when something can. */
export function whyNotNow(output: ListedOutputFragment): LeftOut | null {
  const why = leftOutOf(output)
  return why === 'SEVERAL_ORDERS' || (why === 'COUNTING' && output.totalOutput > 0) ? null : why
}

/** Returns whether there is anything to confirm of it now. */
export function mayConfirm(output: ListedOutputFragment): boolean {
  return whyNotNow(output) === null
}

/** Returns the share that is confirmed, 0 to 1; null where nothing was counted. */
export function confirmedShare({ confirmation, isClosed }: ListedOutputFragment): number | null {
  if (isClosed) return 1
  const { percent } = confirmation.confirmed
  return percent === null ? null : Math.min(1, percent / 100)
}

/** Units of a posting by their type. */
export type PostedUnits = { readonly accepted: number; readonly rejected: number }

/** Returns the sum of the rows of a posting. */
export function unitsOf(rows: readonly Pick<ListedConfirmationFragment, 'output' | 'outputType'>[]): PostedUnits {
  const sum = (type: 'ACCEPTED' | 'REJECTED') =>
    rows.reduce((all, { output, outputType }) => (outputType === type ? Math.round((all + output) * 1000) / 1000 : all), 0)
  return { accepted: sum('ACCEPTED'), rejected: sum('REJECTED') }
}

/** What was confirmed in one act: its units, and the row that the list has of it first. */
export type Posting<Row> = PostedUnits & { readonly id: number; readonly first: Row }

/** Returns the postings of the rows, in their order. */
export function postingsIn<Row extends Pick<ListedConfirmationFragment, 'output' | 'outputType' | 'postingId'>>(
  rows: readonly Row[],
): readonly Posting<Row>[] {
  return [...Map.groupBy(rows, ({ postingId }) => postingId)].flatMap(([id, own]) =>
    own[0] === undefined ? [] : [{ id, first: own[0], ...unitsOf(own) }],
  )
}

/** What a person types: units of both types, and why. */
type TypedUnits = { readonly acceptedOutput: string; readonly rejectedOutput: string; readonly comment: string }
const LEAST_COMMENT = 3

/** Returns the typed units; nothing typed is none, and what is no number stays none that anybody makes. */
export function readUnits(
  { acceptedOutput, rejectedOutput }: Pick<TypedUnits, 'acceptedOutput' | 'rejectedOutput'>,
  locale: string,
): PostedUnits {
  return { accepted: readNumber(acceptedOutput, locale) ?? 0, rejected: readNumber(rejectedOutput, locale) ?? 0 }
}

/** Returns what is wrong with what a person typed; pieces and places the server judges, which knows the work center. */
export function unitProblems(typed: TypedUnits, locale: string): readonly Problem[] {
  const { accepted, rejected } = readUnits(typed, locale)
  const { length } = typed.comment.trim()
  return [
    ...problemsOfUnits({ accepted, rejected }, 'CONTINUOUS').filter(({ code }) => code !== 'OUTPUT_NOT_POSITIVE'),
    ...(length < LEAST_COMMENT ? [{ code: 'LENGTH_OUT_OF_RANGE', field: 'comment', params: { min: LEAST_COMMENT, max: 2000 } }] : []),
  ]
}

/** Returns the sum of two counts of units, to three places. */
export function unitsSum(one: PostedUnits, other: PostedUnits): PostedUnits {
  const sum = (a: number, b: number) => Math.round((a + b) * 1000) / 1000
  return { accepted: sum(one.accepted, other.accepted), rejected: sum(one.rejected, other.rejected) }
}
