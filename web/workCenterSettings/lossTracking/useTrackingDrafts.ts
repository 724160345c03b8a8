import { useState } from 'react'
import { isSameRows, type RowDraft, rowsOf, type TrackingRule } from './trackingDraft.view.ts'

/** What a stop must be in for a rule to hold: an ineffective status, or none (off and undefined). */
export type Target = {
  readonly key: string
  readonly statusId: number | null
  readonly name: string
  readonly color: string | null
  /** The rule in force. */
  readonly rule: TrackingRule | null
  readonly past: readonly TrackingRule[]
}

export type TargetDraft = {
  readonly target: Target
  readonly rows: readonly RowDraft[]
  readonly isChanged: boolean
  /** The rule that was there when it was begun; a save is upon its version. */
  readonly base: TrackingRule | null
  /** Somebody else saved a newer one meanwhile. */
  readonly isConflict: boolean
}

type Edit = { readonly base: TrackingRule | null; readonly rows: readonly RowDraft[] }

/** Returns the edited rows of each target; typed text stays whatever somebody else saves. */
export function useTrackingDrafts(targets: readonly Target[]) {
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(new Map())
  const drafts = targets.map((target): TargetDraft => {
    const edit = edits.get(target.key)
    if (edit === undefined) return { target, rows: rowsOf(target.rule), isChanged: false, base: target.rule, isConflict: false }
    return { target, rows: edit.rows, isChanged: true, base: edit.base, isConflict: edit.base?.id !== target.rule?.id }
  })
  const drop = (key: string) => setEdits((before) => new Map([...before].filter(([one]) => one !== key)))
  return {
    drafts,
    changed: drafts.filter(({ isChanged }) => isChanged),
    setRows: (target: Target, rows: readonly RowDraft[]) =>
      setEdits((before) => {
        const base = before.has(target.key) ? (before.get(target.key)?.base ?? null) : target.rule
        const next = new Map([...before].filter(([one]) => one !== target.key))
        return isSameRows(rows, rowsOf(base)) && base?.id === target.rule?.id ? next : next.set(target.key, { base, rows })
      }),
    drop,
    dropAll: () => setEdits(new Map()),
    keepMine: (target: Target) =>
      setEdits((before) => {
        const edit = before.get(target.key)
        return edit === undefined ? before : new Map([...before, [target.key, { ...edit, base: target.rule }]])
      }),
  }
}
