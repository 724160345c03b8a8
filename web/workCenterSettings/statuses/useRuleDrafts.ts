import { useMemo, useRef, useState } from 'react'
import type { StatusRuleRangeType } from '#engine/status/statusRule.ts'
import { MARK_COLORS } from '#web/parts/color/markColors.ts'
import { isSameRule, NEW_KEY, newValues, type RuleDraft, type RuleValues, type SavedRule, valuesOf } from './ruleDraft.view.ts'

/** What somebody else did to a rule while it was being edited here. */
export type RuleConflict = { readonly base: SavedRule; /** Null = it was archived. */ readonly theirs: SavedRule | null }

export type RuleDrafts = {
  /** The stored rules as they are edited, then the new ones. */
  readonly drafts: readonly RuleDraft[]
  readonly changed: readonly RuleDraft[]
  readonly conflicts: ReadonlyMap<string, RuleConflict>
  change(key: string, change: Partial<RuleValues>): void
  /** Takes over drafts that were changed together. */
  replace(drafts: readonly RuleDraft[]): void
  /** Returns the key of the new rule. */
  add(rangeType: StatusRuleRangeType): string
  /** Takes back what was changed in one rule. */
  drop(key: string): void
  dropAll(): void
  keepMine(key: string): void
}

/** Work is green, as everywhere here; after it idle, planned and setup, none of which looks like a stop. */
const FIRST_COLORS = [MARK_COLORS[6], MARK_COLORS[3], MARK_COLORS[10], MARK_COLORS[12]] as const

type Edit = { readonly base: SavedRule | null; readonly mine: RuleValues }
type Edits = ReadonlyMap<string, Edit>

/** Returns the rules as they are edited: unchanged ones follow what is stored, changed ones keep what was typed whatever somebody else saves meanwhile. */
export function useRuleDrafts(rules: readonly SavedRule[], goneIds: ReadonlySet<number>): RuleDrafts {
  const [edits, setEdits] = useState<Edits>(new Map())
  const count = useRef(0)
  const saved = useMemo(() => new Map(rules.map((rule) => [String(rule.id), rule])), [rules])
  const drafts = useMemo(() => draftsOf(saved, edits, goneIds), [saved, edits, goneIds])
  const changed = useMemo(() => drafts.filter((draft) => edits.has(draft.key)), [drafts, edits])
  const conflicts = useMemo(() => conflictsOf(saved, edits, goneIds), [saved, edits, goneIds])

  const put = (before: Edits, key: string, mine: RuleValues): Edits => {
    const base = before.get(key)?.base ?? saved.get(key) ?? null
    const next = new Map(before)
    if (base !== null && isSameRule(valuesOf(base), mine) && base.version === saved.get(key)?.version) next.delete(key)
    else next.set(key, { base, mine })
    return next
  }
  const drop = (key: string) => setEdits((before) => new Map([...before].filter(([one]) => one !== key)))
  return {
    drafts,
    changed,
    conflicts,
    change: (key, change) =>
      setEdits((before) => {
        const stored = saved.get(key)
        const values = before.get(key)?.mine ?? (stored && valuesOf(stored))
        return values === undefined ? before : put(before, key, { ...values, ...change })
      }),
    replace: (next) =>
      setEdits((before) =>
        next.reduce(
          (all, { key, values }) => (drafts.find((one) => one.key === key)?.values === values ? all : put(all, key, values)),
          before,
        ),
      ),
    add: (rangeType) => {
      count.current += 1
      const key = `${NEW_KEY}${count.current}`
      const isFirst = rangeType !== 'MANUAL' && drafts.every(({ values }) => values.rangeType !== rangeType)
      setEdits((before) => {
        const mine = [...before.values()].map((edit) => edit.mine)
        const taken = new Set([...drafts.map(({ values }) => values), ...mine].map(({ color }) => color.toUpperCase()))
        const color = [...FIRST_COLORS, ...MARK_COLORS.slice(1)].find((one) => !taken.has(one)) ?? MARK_COLORS[0]
        return new Map([...before, [key, { base: null, mine: newValues(rangeType, color, isFirst) }]])
      })
      return key
    },
    drop,
    dropAll: () => setEdits(new Map()),
    keepMine: (key) =>
      setEdits((before) => {
        const edit = before.get(key)
        const theirs = saved.get(key)
        if (edit?.base == null) return before
        const next = new Map([...before].filter(([one]) => one !== key))
        if (theirs !== undefined) return next.set(key, { base: theirs, mine: merged(valuesOf(edit.base), edit.mine, valuesOf(theirs)) })
        // It was archived: what was typed becomes a rule of its own.
        count.current += 1
        return next.set(`${NEW_KEY}${count.current}`, { base: null, mine: edit.mine })
      }),
  }
}

function draftsOf(saved: ReadonlyMap<string, SavedRule>, edits: Edits, goneIds: ReadonlySet<number>): readonly RuleDraft[] {
  const stored = [...saved].map(([key, rule]): RuleDraft => {
    const edit = edits.get(key)
    return { key, id: rule.id, version: edit?.base?.version ?? rule.version, values: edit?.mine ?? valuesOf(rule) }
  })
  const others = [...edits].flatMap(([key, { base, mine }]): RuleDraft[] => {
    if (saved.has(key) || (base !== null && goneIds.has(base.id))) return []
    return [{ key, id: base?.id ?? null, version: base?.version ?? null, values: mine }]
  })
  return [...stored, ...others]
}

function conflictsOf(saved: ReadonlyMap<string, SavedRule>, edits: Edits, goneIds: ReadonlySet<number>): ReadonlyMap<string, RuleConflict> {
  return new Map(
    [...edits].flatMap(([key, { base }]): [string, RuleConflict][] => {
      if (base === null || goneIds.has(base.id)) return []
      const theirs = saved.get(key) ?? null
      return theirs?.version === base.version ? [] : [[key, { base, theirs }]]
    }),
  )
}

/** What was changed here stays, the rest is what somebody else saved. */
function merged(base: RuleValues, mine: RuleValues, theirs: RuleValues): RuleValues {
  const pick = <Name extends keyof RuleValues>(name: Name): RuleValues[Name] =>
    JSON.stringify(mine[name]) === JSON.stringify(base[name]) ? theirs[name] : mine[name]
  return {
    name: pick('name'),
    shortName: pick('shortName'),
    color: pick('color'),
    rangeType: theirs.rangeType,
    isEffective: pick('isEffective'),
    isScheduledLoss: pick('isScheduledLoss'),
    needGenerateEventByState: pick('needGenerateEventByState'),
    minDuration: pick('minDuration'),
    bounds: pick('bounds'),
  }
}
