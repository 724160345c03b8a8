import type { LossReasonId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { ActivityType, LossReasonType } from './lossReason.ts'

/** Lengths of stops that people tell apart: under 1, 5, 30 and 120 minutes, and longer (domain.md S-33). */
export const LENGTH_CLASSES = ['UNDER_1_MIN', 'UNDER_5_MIN', 'UNDER_30_MIN', 'UNDER_2_H', 'LONGER'] as const
export type LengthClass = (typeof LENGTH_CLASSES)[number]
const CLASS_BOUNDS_MS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS)

/** How a person came to a reason: by a tile that was offered, by a search or a list, or for many stops at once. */
export const SAID_VIA = ['TILE', 'SEARCH', 'BULK'] as const
export type SaidVia = (typeof SAID_VIA)[number]

/** A reason that may be chosen, as far as its place depends on it. */
export type RankedCandidate = {
  readonly id: LossReasonId
  readonly name: string
  readonly type: LossReasonType
  readonly activityTypes: readonly ActivityType[]
  /** Made since the shift began: until the next one it takes no other's place. */
  readonly isNew?: boolean
}

/** Stops of the last 60 days to which people gave one reason; `count` of them are alike in all that is said here. A stop is one, however many pieces it has. */
export type RankEvidence = {
  readonly reasonId: LossReasonId
  readonly isOwn: boolean
  /** Whole production days between that stop and the one that is asked about. */
  readonly ageDays: number
  /** What names the status in its company: its kind and, of a rule, its name. */
  readonly status: string
  readonly length: LengthClass
  /** What was made then; null or left out where it is not known. */
  readonly product?: string | null
  readonly via: SaidVia | null
  /** The place of the tile that was pressed, from 0; null without one. */
  readonly tilePlace: number | null
  readonly count: number
  /** Of how many of them it is the first reason: one that was given several is counted with its first. */
  readonly stopCount: number
}

export type RankTarget = {
  readonly status: string
  readonly length: LengthClass
  /** What is made; null or left out where it is not known. */
  readonly product?: string | null
}

/** A reason at its place. `likeCount` of the `ofCount` explained stops of this work center with that status and length had it. */
export type RankedReason = {
  readonly reasonId: LossReasonId
  readonly score: number
  readonly likeCount: number
  readonly ofCount: number
}

const HALF_LIFE_DAYS = 14
const WEIGHT = { group: 0.25, sameStatus: 4, sameLength: 2, sameProduct: 1.5, searched: 1.5, firstTile: 0.8, catchAll: 0.25 } as const
/** Places that a reason which says nothing never has. */
const TELLING_PLACES = 3

/** Returns from when on and up to when a stop is of the class, `[fromMs, toMs)`; `toMs` null = without end. */
export function boundsOfLength(length: LengthClass): { readonly fromMs: number; readonly toMs: number | null } {
  const at = LENGTH_CLASSES.indexOf(length)
  return { fromMs: CLASS_BOUNDS_MS[at - 1] ?? 0, toMs: CLASS_BOUNDS_MS[at] ?? null }
}

/** Returns the class of a stop that lasted so long, or has by now. */
export function lengthClassOf(ms: number): LengthClass {
  const above = CLASS_BOUNDS_MS.filter((bound) => ms >= bound).length
  return LENGTH_CLASSES[above] ?? 'LONGER'
}

/**
 * Returns the reasons in the order of their tiles (domain.md S-33): by what people said of stops like this, newer and nearer ones counting more. A
 * reason that says nothing ("other") is never among the first three while there are three that do. Equal ones: the more used, the unplanned, by name;
 * one that is new and speaks for no other comes last.
 */
export function rankReasons(
  target: RankTarget,
  candidates: readonly RankedCandidate[],
  evidence: readonly RankEvidence[],
  compareNames: (left: string, right: string) => number,
): readonly RankedReason[] {
  const alike = evidence.filter((one) => one.isOwn && one.status === target.status && one.length === target.length)
  const ofCount = sum(alike.map((one) => one.stopCount))
  const ranked = candidates.map((candidate) => {
    const said = evidence.filter((one) => one.reasonId === candidate.id)
    const score = sum(said.map((one) => one.count * weightOf(one, target))) * (isCatchAll(candidate) ? WEIGHT.catchAll : 1)
    const likeCount = sum(alike.filter((one) => one.reasonId === candidate.id).map((one) => one.count))
    return { candidate, score, likeCount, useCount: sum(said.map((one) => one.count)) }
  })
  const sorted = ranked.toSorted(
    (left, right) =>
      placeOfNew(left) - placeOfNew(right) ||
      right.score - left.score ||
      right.useCount - left.useCount ||
      placeOfType(left.candidate) - placeOfType(right.candidate) ||
      compareNames(left.candidate.name, right.candidate.name) ||
      left.candidate.id - right.candidate.id,
  )
  const first = sorted.filter((one) => !isCatchAll(one.candidate) && placeOfNew(one) === 0).slice(0, TELLING_PLACES)
  return [...first, ...sorted.filter((one) => !first.includes(one))].map(({ candidate, score, likeCount }) => ({
    reasonId: candidate.id,
    score,
    likeCount,
    ofCount,
  }))
}

function weightOf(one: RankEvidence, target: RankTarget): number {
  const place = one.isOwn ? 1 : WEIGHT.group
  const status = one.status === target.status ? WEIGHT.sameStatus : 1
  const length = one.length === target.length ? WEIGHT.sameLength : 1
  const product = one.product != null && one.product === target.product ? WEIGHT.sameProduct : 1
  return place * 2 ** (-one.ageDays / HALF_LIFE_DAYS) * status * length * product * howWeight(one)
}

/** Who searched meant it; the first tile is also pressed to be done. */
function howWeight({ via, tilePlace }: RankEvidence): number {
  if (via === 'SEARCH') return WEIGHT.searched
  return via === 'TILE' && tilePlace === 0 ? WEIGHT.firstTile : 1
}

function isCatchAll({ activityTypes }: RankedCandidate): boolean {
  return activityTypes.length > 0 && activityTypes.every((type) => type === 'OTHER_TIME')
}

/** What people said with the reason that it replaced gives a new one that place. */
function placeOfNew({ candidate, useCount }: { readonly candidate: RankedCandidate; readonly useCount: number }): number {
  return candidate.isNew === true && useCount === 0 ? 1 : 0
}

function placeOfType({ type }: RankedCandidate): number {
  return type === 'UNPLANNED' ? 0 : 1
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
