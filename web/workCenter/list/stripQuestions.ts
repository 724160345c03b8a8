import type { RecordsChange } from '#engine/event/recordsChange.ts'
import { touchesInterest } from '#engine/event/recordsChange.ts'
import { createRefresher } from '#web/api/refresher.ts'

/** Changes are gathered for so long: what runs now is told live, only what came late or was recalculated waits for this. */
export const GATHER_MS = 3000

const INTEREST = { workCenterIds: null, kinds: ['loss', 'status', 'workCenter'] } as const

/** Asks for the strips of running shifts: of some work centers, or of all of them. */
export type StripQuestions = {
  askAll(): void
  hear(changes: readonly RecordsChange[]): void
  /** The page is seen again. */
  seen(): void
  end(): void
}

/** Returns what asks for strips again: those of work centers whose statuses or reasons changed, gathered, never twice at a time and never for a hidden page. */
export function createStripQuestions(ask: (ids: readonly number[] | null) => Promise<unknown>, isHidden: () => boolean): StripQuestions {
  const touched = new Set<number>()
  let isAllTouched = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresher = createRefresher(() => {
    const ids = isAllTouched ? null : [...touched]
    isAllTouched = false
    touched.clear()
    return ask(ids)
  }, isHidden)
  return {
    askAll() {
      isAllTouched = true
      refresher.touch()
    },
    hear(changes) {
      const own = changes.filter((change) => touchesInterest(change, INTEREST))
      if (own.length === 0) return
      for (const { workCenterId } of own) {
        if (workCenterId === null) isAllTouched = true
        else touched.add(workCenterId)
      }
      timer ??= setTimeout(() => {
        timer = undefined
        // An answer on its way may have been asked for after the change was heard.
        if (isAllTouched || touched.size > 0) refresher.touch()
      }, GATHER_MS)
    },
    seen: refresher.seen,
    end() {
      clearTimeout(timer)
      refresher.end()
    },
  }
}
