import { differing, valuesWith, type Edits, type FieldSpecs, type StoredValues } from './settingsFields.view.ts'

/** Values of the server and the version that they have there. */
export type Snapshot<Name extends string> = { readonly stored: StoredValues<Name>; readonly version: number }

/** Another person's save in between; the fields that differ from the base of the draft. */
export type Conflict<Name extends string> = { readonly theirs: Snapshot<Name>; readonly moved: readonly Name[] }

/** Typed values, and the values they are based on. */
export type Draft<Name extends string> = {
  readonly base: Snapshot<Name>
  readonly edits: Edits<Name>
  /** The language in which numbers are typed. */
  readonly locale: string
  readonly conflict: Conflict<Name> | null
}

/** Returns the values of a draft. */
export function valuesIn<Name extends string>(fields: FieldSpecs<Name>, { base, edits, locale }: Draft<Name>): StoredValues<Name> {
  return valuesWith(fields, base.stored, edits, locale)
}

/** Returns the fields of a draft that differ from what is stored. */
export function changedIn<Name extends string>(fields: FieldSpecs<Name>, draft: Draft<Name>): readonly Name[] {
  return differing(fields, draft.base.stored, valuesIn(fields, draft))
}

/**
 * Returns the draft on newer server values; typed values stay. Untouched fields follow; when a typed one was changed to something else, the draft
 * keeps its base and has a conflict. Older values are ignored.
 */
export function withIncoming<Name extends string>(fields: FieldSpecs<Name>, draft: Draft<Name>, incoming: Snapshot<Name>): Draft<Name> {
  if (incoming.version < draft.base.version) return draft
  const mine = valuesIn(fields, draft)
  const changed = new Set(changedIn(fields, draft))
  const moved = differing(fields, draft.base.stored, incoming.stored)
  const apart = new Set(differing(fields, mine, incoming.stored))
  if (moved.some((name) => changed.has(name) && apart.has(name))) return { ...draft, conflict: { theirs: incoming, moved } }
  return {
    ...draft,
    base: incoming,
    edits: new Map([...draft.edits].filter(([name]) => changed.has(name) && apart.has(name))),
    conflict: null,
  }
}

/** Returns the draft after these edits were saved at this version; later edits stay. */
export function withSaved<Name extends string>(
  fields: FieldSpecs<Name>,
  draft: Draft<Name>,
  saved: { readonly edits: Edits<Name>; readonly version: number },
): Draft<Name> {
  const stored = valuesIn(fields, { ...draft, edits: saved.edits })
  const typedSince = [...draft.edits].filter(([name, entered]) => entered !== saved.edits.get(name))
  return { ...draft, base: { stored, version: saved.version }, edits: new Map(typedSince), conflict: null }
}

/** Returns the draft based on the other person's values, with typed values kept, for the next save. */
export function keepMine<Name extends string>(draft: Draft<Name>): Draft<Name> {
  return draft.conflict === null ? draft : { ...draft, base: draft.conflict.theirs, conflict: null }
}

/** Returns the draft with the other person's values in the conflicting fields; typed values in other fields stay. */
export function takeTheirs<Name extends string>(draft: Draft<Name>): Draft<Name> {
  if (draft.conflict === null) return draft
  const { theirs, moved } = draft.conflict
  return { ...draft, base: theirs, edits: new Map([...draft.edits].filter(([name]) => !moved.includes(name))), conflict: null }
}

/** Returns the newest values that are known, nothing typed. */
export function discarded<Name extends string>(draft: Draft<Name>): Draft<Name> {
  return { ...draft, base: draft.conflict?.theirs ?? draft.base, edits: new Map(), conflict: null }
}
