import type { Episode } from './condition.ts'
import { dueAt } from './countedTime.ts'
import type { NotificationState } from './notificationType.ts'

/** How long an episode must hold, and from when on it counts. */
export type DuePolicy = { readonly durationMs: number; readonly countsFrom: number }

/** A stored row of an episode. */
export type StoredEpisode = {
  readonly id: string
  readonly since: number
  readonly until: number | null
  readonly dueAt: number
  readonly state: NotificationState
  /** When it was told; null = it waits. */
  readonly firedAt: number | null
  /** By what it was told. null = it waits, or that is not known: then whatever is left of it is enough. */
  readonly judgedBy: DuePolicy | null
  /** Whether it was ended because nobody watched any more, and not by its facts. */
  readonly isUnwatched: boolean
}

/** What holds for episodes that nobody was told of, and when it is too late to wake somebody. */
export type Judged = DuePolicy & { readonly now: number; readonly freshMs: number }

type Times = Pick<Episode, 'since' | 'until'> & { readonly dueAt: number }
/** What becomes of rows; `FIRE` and `KEEP` without an id make one. */
export type EpisodeChange =
  /** It is due: the row is shown, and told unless it is found late and over. */
  | ({ readonly change: 'FIRE'; readonly id: string | null; readonly isFoundLate: boolean; readonly episode: Episode } & Times)
  /** Its times are corrected, or it waits to be due. */
  | ({ readonly change: 'KEEP'; readonly id: string | null; readonly state: NotificationState; readonly episode: Episode } & Times)
  /** It did not happen, and was shown. */
  | { readonly change: 'RETRACT'; readonly id: string }
  /** It did not become due, and nobody has seen it. */
  | { readonly change: 'DROP'; readonly id: string }

/**
 * Returns what becomes of the stored episodes of a condition when these follow from the facts now (domain.md AL-6). Each stored one goes on as the one that it
 * overlaps most; one that was shown is never told a second time, and is judged by what held when it was told, whatever the rules say now. What nobody watched any
 * more stays as it ended, unless it did not happen.
 */
export function matchEpisodes(stored: readonly StoredEpisode[], found: readonly Episode[], judged: Judged): readonly EpisodeChange[] {
  const watched = stored.filter(({ isUnwatched }) => !isUnwatched)
  const partners = partnersOf(watched, found)
  const changes = found.flatMap((episode) => changeOf(partners.get(episode) ?? null, episode, judged))
  const kept = new Set(partners.values())
  const isLeft = (row: StoredEpisode) => found.some((episode) => overlapOf(row, episode) > 0 && toldDueAt(row, episode) !== null)
  const gone = stored.filter((one) => (one.isUnwatched ? !isLeft(one) : !kept.has(one))).map(goneOf)
  return [...changes, ...gone]
}

function changeOf(row: StoredEpisode | null, episode: Episode, judged: Judged): readonly EpisodeChange[] {
  const { now, freshMs } = judged
  const isTold = row !== null && row.state !== 'PENDING'
  const due = isTold ? toldDueAt(row, episode) : dueBy(judged, episode)
  if (due === null) return row === null ? [] : [goneOf(row)]
  const { since, until } = episode
  const times = { since, until, dueAt: due, episode }
  if (isTold) {
    return [{ change: 'KEEP', id: row.id, state: isOver(until, now) ? 'RESOLVED' : 'OPEN', ...times }]
  }
  const id = row?.id ?? null
  if (due > now) return [{ change: 'KEEP', id, state: 'PENDING', ...times }]
  return [{ change: 'FIRE', id, isFoundLate: now - due > freshMs, ...times }]
}

function dueBy({ countsFrom, durationMs }: DuePolicy, { counted, since }: Episode): number | null {
  return dueAt(counted, Math.max(countsFrom, since), durationMs)
}

function toldDueAt({ judgedBy, dueAt: due }: StoredEpisode, episode: Episode): number | null {
  return judgedBy === null ? due : dueBy(judgedBy, episode)
}

function goneOf({ id, state }: StoredEpisode): EpisodeChange {
  return { change: state === 'PENDING' ? 'DROP' : 'RETRACT', id }
}

/** The pairs that overlap most come first; of equal ones the earlier. */
function partnersOf(stored: readonly StoredEpisode[], found: readonly Episode[]): ReadonlyMap<Episode, StoredEpisode> {
  const pairs = stored
    .flatMap((row) => found.map((episode) => ({ row, episode, overlap: overlapOf(row, episode) })))
    .filter(({ overlap }) => overlap > 0)
    .sort((a, b) => (a.overlap === b.overlap ? a.episode.since - b.episode.since : b.overlap - a.overlap))
  const partners = new Map<Episode, StoredEpisode>()
  const taken = new Set<StoredEpisode>()
  for (const { row, episode } of pairs) {
    if (partners.has(episode) || taken.has(row)) continue
    partners.set(episode, row)
    taken.add(row)
  }
  return partners
}

/**
 * How long both last together. What goes on is known to have held when it was told, and not beyond: facts that come at once may hold its end and the next
 * episode, which goes on, too.
 */
function overlapOf(row: StoredEpisode, episode: Episode): number {
  const knownAt = row.until === null ? Math.max(row.since, row.firedAt ?? row.since) : null
  const end = episode.until ?? Infinity
  if (knownAt !== null && episode.since <= knownAt && knownAt < end) return Infinity
  return Math.min(row.until ?? knownAt ?? 0, end) - Math.max(row.since, episode.since)
}

/** Returns whether an episode that ends then is over. */
export function isOver(until: number | null, now: number): boolean {
  return until !== null && until <= now
}
