import { useState } from 'react'
import { ArchiveStateDocument, RestoreStateDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import type { SavedRule } from './ruleDraft.view.ts'

export type Archiving = {
  /** Rules that this person archived a moment ago, whatever the server still says. */
  readonly goneIds: ReadonlySet<number>
  readonly undo: { readonly rule: SavedRule; readonly take: () => void; readonly end: () => void } | null
  /** A step that the server refused. */
  readonly refused: { readonly id: number; readonly problem: ApiProblem } | null
  archive(rule: SavedRule): void
  restore(rule: SavedRule): void
}

type Last = { readonly rule: SavedRule; readonly done: Promise<string | null> }

/** Returns what archives and restores rules: the list changes at once, the server follows, and a refusal takes it back (U-41). */
export function useArchiving(reload: () => void): Archiving {
  const archiving = useChange(ArchiveStateDocument)
  const restoring = useChange(RestoreStateDocument)
  const [goneIds, setGone] = useState<ReadonlySet<number>>(new Set())
  const [last, setLast] = useState<Last | null>(null)
  const [refused, setRefused] = useState<Archiving['refused']>(null)
  const leave = (id: number) => setGone((before) => new Set([...before].filter((one) => one !== id)))

  const restore = async (rule: SavedRule, validFrom: string | null) => {
    setRefused(null)
    const [problem] = (await restoring.run({ id: rule.id, validFrom })).problems
    if (problem === undefined) leave(rule.id)
    else setRefused({ id: rule.id, problem })
    reload()
  }
  const archive = async (rule: SavedRule): Promise<string | null> => {
    const { data, problems } = await archiving.run({ id: rule.id, version: rule.version })
    const [problem] = problems
    if (problem !== undefined) {
      leave(rule.id)
      setLast(null)
      setRefused({ id: rule.id, problem })
    }
    reload()
    return data?.archiveState.archivedDate ?? null
  }
  return {
    goneIds,
    refused,
    undo: last && {
      rule: last.rule,
      take: () => {
        setLast(null)
        leave(last.rule.id)
        // From the instant at which it ended, so that its time has no hole.
        void last.done.then((archivedDate) => (archivedDate === null ? undefined : restore(last.rule, archivedDate)))
      },
      end: () => setLast(null),
    },
    archive: (rule) => {
      setRefused(null)
      setGone((before) => new Set([...before, rule.id]))
      setLast({ rule, done: archive(rule) })
    },
    restore: (rule) => void restore(rule, null),
  }
}
