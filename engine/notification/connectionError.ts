import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Episode } from './condition.ts'

/** A sensor that nobody knows is told of for itself (domain.md AL-21). */
const TOLD_OTHERWISE = 'UNKNOWN_SENSOR'
const ENTRIES = 5
const WITHIN_MS = 10 * MINUTE_MS
const ENDS_AFTER_MS = 30 * MINUTE_MS

/** An entry of a device that was refused. */
export type RefusedEntry = { readonly at: number; readonly reason: string }
export type ErrorEpisode = Episode & { readonly reason: string; readonly count: number }

/**
 * Returns when entries of one reason were refused so often that somebody should look: from the first of five in ten minutes until half an hour passed without
 * one; due with the fifth (domain.md AL-17).
 */
export function connectionErrors(entries: readonly RefusedEntry[], now: number): readonly ErrorEpisode[] {
  const past = entries.filter(({ at, reason }) => at <= now && reason !== TOLD_OTHERWISE).toSorted((a, b) => a.at - b.at)
  return [...Map.groupBy(past, ({ reason }) => reason)]
    .flatMap(([reason, own]) => burstsOf(own.map(({ at }) => at)).flatMap((burst) => episodeOf(reason, burst, now)))
    .toSorted((a, b) => a.since - b.since || (a.reason < b.reason ? -1 : 1))
}

/** Returns when what was refused is over if nothing more is; null = it is, or nothing was. */
export function refusalsEndAt(entries: readonly RefusedEntry[], now: number): number | null {
  const endsAt = entries.reduce((latest, { at }) => Math.max(latest, at), -Infinity) + ENDS_AFTER_MS
  return endsAt > now ? endsAt : null
}

/** Entries that are less than half an hour apart belong together. */
function burstsOf(instants: readonly number[]): readonly (readonly number[])[] {
  const bursts: number[][] = []
  for (const at of instants) {
    const burst = bursts.at(-1)
    if (burst === undefined || at - (burst.at(-1) ?? at) >= ENDS_AFTER_MS) bursts.push([at])
    else burst.push(at)
  }
  return bursts
}

function episodeOf(reason: string, burst: readonly number[], now: number): readonly ErrorEpisode[] {
  const fifth = burst.findIndex((at, index) => index >= ENTRIES - 1 && at - (burst[index - ENTRIES + 1] ?? at) <= WITHIN_MS)
  const [since, dueAt] = [burst[fifth - ENTRIES + 1], burst[fifth]]
  if (since === undefined || dueAt === undefined) return []
  const last = burst.at(-1) ?? dueAt
  const until = now - last >= ENDS_AFTER_MS ? last + ENDS_AFTER_MS : null
  return [{ since, until, counted: [{ start: dueAt, end: until ?? Infinity }], about: reason, reason, count: burst.length }]
}
