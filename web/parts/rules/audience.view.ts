import { RULE_LIMITS } from '#engine/notification/ruleForm.ts'

/** An audience that can be chosen: its kind, a colon, and whom of it (`USERS:` everybody). */
export type AudienceOption = { readonly value: string; readonly label: string }

const BETWEEN = ','

/** Returns whom the choice names, one by one; none where it means all of a kind. What has no option is named by its id. */
export function chosenParts(choice: string, options: readonly AudienceOption[]): readonly AudienceOption[] {
  const { kind, ids } = partsOf(choice)
  return ids.map((id) => {
    const value = `${kind}:${id}`
    return { value, label: options.find((option) => option.value === value)?.label ?? id }
  })
}

/** Returns who can be added to the choice: others of its kind, while it names some and may have more. */
export function alsoOptions(choice: string, options: readonly AudienceOption[]): readonly AudienceOption[] {
  const { kind, ids } = partsOf(choice)
  if (ids.length === 0 || ids.length >= RULE_LIMITS.identifiers) return []
  return options.filter(({ value }) => {
    const other = partsOf(value)
    return other.kind === kind && other.ids.length === 1 && !ids.includes(other.ids[0] ?? '')
  })
}

/** Returns the choice with one more of its kind. */
export function withPart(choice: string, added: string): string {
  const { kind, ids } = partsOf(choice)
  return `${kind}:${[...new Set([...ids, ...partsOf(added).ids])].join(BETWEEN)}`
}

/** Returns the choice without the one; its last one stays, since nobody at all is no choice. */
export function withoutPart(choice: string, removed: string): string {
  const { kind, ids } = partsOf(choice)
  const left = ids.filter((id) => `${kind}:${id}` !== removed)
  return left.length === 0 ? choice : `${kind}:${left.join(BETWEEN)}`
}

function partsOf(choice: string): { readonly kind: string; readonly ids: readonly string[] } {
  const [kind = '', ids = ''] = choice.split(':')
  return { kind, ids: ids === '' ? [] : ids.split(BETWEEN) }
}
