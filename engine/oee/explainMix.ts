import { ratio } from './kpis.ts'

/** A work center in one period: planned production time in ms and OEE as a fraction of 1. */
export type WeighedOee<Id> = { readonly id: Id; readonly plannedMs: number; readonly oee: number }

/** What a work center did to OEE of all: by working better (`rate`) and by having more or less of the planned time (`mix`). Fractions of 1. */
export type MixPart<Id> = {
  readonly id: Id
  readonly rate: number
  readonly mix: number
  /** Of the planned time of all, in either period. */
  readonly shareBefore: number
  readonly shareNow: number
}

export type OeeMix<Id> = {
  readonly before: number
  readonly now: number
  readonly difference: number
  readonly rate: number
  readonly mix: number
  readonly parts: readonly MixPart<Id>[]
}

/**
 * Returns how OEE of several work centers together changed (domain.md S-95): all rates and mixes sum to the difference exactly. A work center of
 * one period only takes its own OEE for the other, so that it is all mix. Null where either period has no planned time.
 */
export function explainMix<Id extends number>(before: readonly WeighedOee<Id>[], now: readonly WeighedOee<Id>[]): OeeMix<Id> | null {
  const [was, is] = [totalOf(before), totalOf(now)]
  if (was === null || is === null) return null
  const mean = (was.oee + is.oee) / 2
  const ids = [...new Set([...before, ...now].map(({ id }) => id))].toSorted((a, b) => a - b)
  const parts = ids.map((id): MixPart<Id> => {
    const [first, last] = [before.find((one) => one.id === id), now.find((one) => one.id === id)]
    const [w0, w1] = [(first?.plannedMs ?? 0) / was.plannedMs, (last?.plannedMs ?? 0) / is.plannedMs]
    const [o0, o1] = [first?.oee ?? last?.oee ?? 0, last?.oee ?? first?.oee ?? 0]
    return { id, rate: ((w0 + w1) / 2) * (o1 - o0), mix: ((o0 + o1) / 2 - mean) * (w1 - w0), shareBefore: w0, shareNow: w1 }
  })
  const sumOf = (key: 'mix' | 'rate') => parts.reduce((sum, part) => sum + part[key], 0)
  return { before: was.oee, now: is.oee, difference: is.oee - was.oee, rate: sumOf('rate'), mix: sumOf('mix'), parts }
}

function totalOf<Id>(some: readonly WeighedOee<Id>[]): { readonly plannedMs: number; readonly oee: number } | null {
  const plannedMs = some.reduce((sum, one) => sum + one.plannedMs, 0)
  const oee = ratio(
    some.reduce((sum, one) => sum + one.plannedMs * one.oee, 0),
    plannedMs,
  )
  return oee === null ? null : { plannedMs, oee }
}
