import type { Episode } from './condition.ts'
import { dueAt } from './countedTime.ts'
import type { NotificationState } from './notificationType.ts'

/** A stored row of an episode. */
export type StoredEpisode = {
  readonly id: string
  readonly since: number
  readonly until: number | null
  readonly dueAt: number
  readonly state: NotificationState
  /** When it was told; null = it waits. */
  readonly firedAt: number | null
}

/** How long an episode must hold, from when on it counts, and when it is too late to wake somebody. */
export type Judged = { readonly now: number; readonly countsFrom: number; readonly durationMs: number; readonly freshMs: number }

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
 * overlaps most; one that was shown is never told a second time.
 */
export function matchEpisodes(stored: readonly StoredEpisode[], found: readonly Episode[], judged: Judged): readonly EpisodeChange[] {
  const partners = partnersOf(stored, found)
  const changes = found.flatMap((episode) => changeOf(partners.get(episode) ?? null, episode, judged))
  const kept = new Set(partners.values())
  const gone = stored.filter((one) => !kept.has(one)).map(goneOf)
  return [...changes, ...gone]
}

function changeOf(row: StoredEpisode | null, episode: Episode, { now, countsFrom, durationMs, freshMs }: Judged): readonly EpisodeChange[] {
  const due = dueAt(episode.counted, Math.max(countsFrom, episode.since), durationMs)
  if (due === null) return row === null ? [] : [goneOf(row)]
  const { since, until } = episode
  const times = { since, until, dueAt: due, episode }
  if (row !== null && row.state !== 'PENDING') {
    return [{ change: 'KEEP', id: row.id, state: isOver(until, now) ? 'RESOLVED' : 'OPEN', ...times }]
  }
  const id = row?.id ?? null
  if (due > now) return [{ change: 'KEEP', id, state: 'PENDING', ...times }]
  return [{ change: 'FIRE', id, isFoundLate: now - due > freshMs, ...times }]
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
