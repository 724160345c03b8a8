import type { Problem } from '#engine/result.ts'
import { foldedName } from './foldedName.ts'

/** A work center of the other system. */
export type ExternalPlace = { readonly id: string; readonly code: string | null; readonly name: string }
/** A work center of ours. */
export type InternalPlace = { readonly id: number; readonly externalCode: string | null; readonly name: string }

export const LINK_ACTIONS = ['EXISTING', 'IGNORE', 'NEW'] as const
/** What becomes of a work center of the other system (spec 001 §8): linked to one of ours, ignored, or made new here. */
export type LinkAction = (typeof LINK_ACTIONS)[number]

/** What a person chose for a work center of the other system; `internalId` is that of EXISTING. */
export type LinkChoice = { readonly externalId: string; readonly action: LinkAction; readonly internalId: number | null }

export const MATCH_REASONS = ['CODE', 'NAME', 'SIMILAR'] as const
export type MatchReason = (typeof MATCH_REASONS)[number]
/** A link that is proposed, and why; it is never applied alone. */
export type LinkSuggestion = {
  readonly externalId: string
  readonly internalId: number
  readonly reason: MatchReason
  readonly score: number
}

/** Names that share so much of their groups of three letters are probably one. */
export const SIMILAR = 0.6

/** Returns at most one link for each work center on both sides: of equal codes first, then of equal names, then of similar ones (domain.md IN-5). */
export function suggestLinks(external: readonly ExternalPlace[], internal: readonly InternalPlace[]): readonly LinkSuggestion[] {
  const outer = external.map((place) => ({ place, code: foldedCode(place.code), name: foldedName(place.name) }))
  const inner = internal.map((place) => ({ place, code: foldedCode(place.externalCode), name: foldedName(place.name) }))
  const pairs = outer.flatMap((one) =>
    inner.flatMap((other): LinkSuggestion[] => {
      const ids = { externalId: one.place.id, internalId: other.place.id }
      if (one.code !== '' && one.code === other.code) return [{ ...ids, reason: 'CODE', score: 3 }]
      if (one.name !== '' && one.name === other.name) return [{ ...ids, reason: 'NAME', score: 2 }]
      const score = likeness(one.name, other.name)
      return score >= SIMILAR ? [{ ...ids, reason: 'SIMILAR', score }] : []
    }),
  )
  const taken = { external: new Set<string>(), internal: new Set<number>() }
  // Of equal ones the first in the order of the lists, so that the same lists give the same proposal.
  return pairs
    .toSorted((one, other) => other.score - one.score)
    .filter(({ externalId, internalId }) => {
      if (taken.external.has(externalId) || taken.internal.has(internalId)) return false
      taken.external.add(externalId)
      taken.internal.add(internalId)
      return true
    })
}

/**
 * Returns what is wrong with the chosen links (spec 001 §8): all of them ignored, a work center left empty on either side, one that the other system
 * or the company does not have, or two linked to one, with the names of both.
 */
export function linkProblems(
  choices: readonly LinkChoice[],
  external: readonly ExternalPlace[],
  internal: readonly InternalPlace[],
): readonly Problem[] {
  if (choices.every(({ action }) => action === 'IGNORE')) return [{ code: 'INTEGRATION_ALL_IGNORED', field: 'workCenterParams' }]
  const outer = new Map(external.map(({ id, name }) => [id, name]))
  const inner = new Map(internal.map(({ id, name }) => [id, name]))
  const problems: Problem[] = []
  const firstOf = new Map<number, string>()
  const seen = new Set<string>()
  for (const [row, { externalId, action, internalId }] of choices.entries()) {
    const field = `workCenterParams.${row}`
    const name = outer.get(externalId)
    if (externalId.trim() === '') problems.push({ code: 'INTEGRATION_LINK_EMPTY', field })
    else if (name === undefined) problems.push({ code: 'INTEGRATION_PLACE_NOT_FOUND', field, params: { id: externalId } })
    else if (seen.has(externalId)) problems.push({ code: 'INTEGRATION_LINK_TWICE', field, params: { name, other: name } })
    else if (action === 'EXISTING' && internalId === null) problems.push({ code: 'INTEGRATION_LINK_EMPTY', field })
    else if (action === 'EXISTING' && internalId !== null && !inner.has(internalId))
      problems.push({ code: 'WORK_CENTER_NOT_FOUND', field, params: { id: internalId } })
    else if (action === 'EXISTING' && internalId !== null) {
      const other = firstOf.get(internalId)
      if (other === undefined) firstOf.set(internalId, name)
      else problems.push({ code: 'INTEGRATION_LINK_TWICE', field, params: { name, other, workCenter: inner.get(internalId) ?? '' } })
    }
    seen.add(externalId)
  }
  return problems
}

function foldedCode(code: string | null): string {
  return code?.trim().toLowerCase() ?? ''
}

/** The share of the groups of three letters that both names have, as pg_trgm counts them. */
function likeness(one: string, other: string): number {
  const [mine, theirs] = [trigrams(one), trigrams(other)]
  if (mine.size === 0 || theirs.size === 0) return 0
  const both = [...mine].filter((group) => theirs.has(group)).length
  return both / (mine.size + theirs.size - both)
}

function trigrams(name: string): ReadonlySet<string> {
  const groups = new Set<string>()
  for (const word of name.split(' ')) {
    if (word === '') continue
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) groups.add(padded.slice(at, at + 3))
  }
  return groups
}
