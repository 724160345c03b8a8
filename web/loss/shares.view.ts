import type { LossReasonId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { validateShares } from '#engine/loss/splitShares.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { LossShareInput } from '#web/api/generated/graphql.ts'
import { readNumber } from '#web/ui/form/readNumber.ts'

/** A part of a loss as it is typed: units of rejects, minutes of lost speed. */
export type ShareRow = { readonly key: number; readonly reasonId: string; readonly amount: string; readonly comment: string }

/** The loss that is shared out: units, or time in ms where it is lost speed. */
export type SharedWhole = { readonly source: 'OUTPUT' | 'SPEED'; readonly units: number | null; readonly ms: number }

/** What the rows come to, in units or minutes; `shares` is what is sent, null while something is missing or is more than there is. */
export type Sharing = {
  readonly whole: number
  readonly shared: number
  /** What stays as it is; below 0 = so much more is given out than there is. */
  readonly left: number
  /** The row that is wrong, from 0; null = none, or only not filled in. */
  readonly wrongAt: number | null
  readonly shares: readonly LossShareInput[] | null
}

/** Returns what the typed rows come to: with what stays they are the whole, by the rule of the engine that the server asks, too. */
export function sharingOf(loss: SharedWhole, rows: readonly ShareRow[], locale: string): Sharing {
  const whole = loss.source === 'OUTPUT' ? (loss.units ?? 0) : loss.ms / MINUTE_MS
  const amounts = rows.map(({ amount }) => readNumber(amount, locale))
  const shared = rounded(amounts.reduce<number>((sum, amount) => sum + (amount === null || Number.isNaN(amount) ? 0 : amount), 0))
  const parts = rows.map(({ reasonId }, at) => {
    const amount = amounts[at] ?? null
    const id: LossReasonId | undefined = reasonId === '' ? undefined : asId<LossReasonId>(Number(reasonId))
    return {
      ms: loss.source === 'SPEED' && amount !== null ? amount * MINUTE_MS : null,
      units: loss.source === 'OUTPUT' ? amount : null,
      reasonId: id,
    }
  })
  const isFilled = rows.length > 0 && rows.every(({ reasonId }, at) => reasonId !== '' && amounts[at] != null && !Number.isNaN(amounts[at]))
  const typed = parts.map((part, at) => ({ part, at })).filter(({ at }) => amounts[at] != null)
  const problem =
    typed.length === 0
      ? null
      : validateShares(
          loss,
          typed.map(({ part }) => part),
        )
  const wrong = problem?.field === undefined ? null : Number(problem.field.split('.')[1])
  return {
    whole: rounded(whole),
    shared,
    left: rounded(whole - shared),
    wrongAt: wrong === null ? null : (typed[wrong]?.at ?? null),
    shares: isFilled && problem === null ? rows.map((row, at) => shareOf(loss.source, row, amounts[at] ?? 0)) : null,
  }
}

function shareOf(source: SharedWhole['source'], { reasonId, comment }: ShareRow, amount: number): LossShareInput {
  const said = comment.trim() === '' ? {} : { comment: comment.trim() }
  const part = source === 'OUTPUT' ? { quantity: amount } : { duration: amount * 60 }
  return { reasonId: Number(reasonId), ...part, ...said }
}

/** Units have three places (domain.md D-50). */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
