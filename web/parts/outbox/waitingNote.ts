/** Entries of an account that wait on this device: how many, and when the oldest was made (UTC ms). */
export type Waiting = { readonly count: number; readonly since: number }
/** What is known of an account beside its entries: what waits, and what is gone without having been sent. */
export type WaitingNote = { readonly waiting: Waiting | null; readonly lost: Waiting | null }

/** Where it is noted beside the entries how many wait, so that it is known what was there when a browser throws the entries away. */
export type WaitingNotes = {
  /** Notes what waits now, and returns what is lost: also what waited where the place of the entries was made anew, until somebody has read it. */
  note(
    owner: string,
    entries: readonly { readonly madeAt: number }[],
    how: { readonly isMadeAnew: boolean; readonly isRead: boolean },
  ): Waiting | null
}

const NAME = 'trueline_unsent'
const KEPT_S = 30 * 24 * 60 * 60
const NOTHING: WaitingNote = { waiting: null, lost: null }

/** Returns the notes in a cookie: browsers that throw stored data away for want of room leave cookies. Safari takes both after seven days without use, but for apps on the home screen: there it is not told. Nobody reads it but this page. */
export function cookieNotes(page: { cookie: string } = globalThis.document): WaitingNotes {
  const all = (): Readonly<Record<string, WaitingNote>> => {
    const [, value] = new RegExp(`(?:^|; )${NAME}=([^;]*)`).exec(page.cookie) ?? []
    try {
      const noted: unknown = JSON.parse(decodeURIComponent(value ?? ''))
      const entries: readonly (readonly [string, unknown])[] = typeof noted === 'object' && noted !== null ? Object.entries(noted) : []
      return Object.fromEntries(entries.flatMap(([owner, note]) => (isNote(note) ? [[owner, note] as const] : [])))
    } catch {
      return {}
    }
  }
  return {
    note: (owner, entries, { isMadeAnew, isRead }) => {
      const noted = notedAfter(all()[owner] ?? NOTHING, entries, isMadeAnew)
      const note = isRead ? { ...noted, lost: null } : noted
      const { [owner]: _before, ...others } = all()
      const next = note.waiting === null && note.lost === null ? others : { ...others, [owner]: note }
      const age = Object.keys(next).length === 0 ? 0 : KEPT_S
      page.cookie = `${NAME}=${encodeURIComponent(JSON.stringify(next))}; max-age=${age}; path=/; samesite=strict`
      return note.lost
    },
  }
}

function isNote(value: unknown): value is WaitingNote {
  if (typeof value !== 'object' || value === null || !('waiting' in value) || !('lost' in value)) return false
  return [value.waiting, value.lost].every((one) => one === null || isWaiting(one))
}

function isWaiting(value: unknown): value is Waiting {
  return typeof value === 'object' && value !== null && 'count' in value && Number.isFinite(value.count) && 'since' in value
}

/** Returns what is noted once the entries were read: what waited is lost where the place of the entries was made anew, else it is what is there. */
function notedAfter(before: WaitingNote, entries: readonly { readonly madeAt: number }[], isMadeAnew: boolean): WaitingNote {
  const waiting = entries.length === 0 ? null : { count: entries.length, since: Math.min(...entries.map(({ madeAt }) => madeAt)) }
  const gone = isMadeAnew ? before.waiting : null
  if (gone === null) return { waiting, lost: before.lost }
  const { lost } = before
  return { waiting, lost: { count: gone.count + (lost?.count ?? 0), since: Math.min(gone.since, lost?.since ?? gone.since) } }
}
