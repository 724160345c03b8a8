import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql'

/** Returns whether the request selects one of the fields of the answer, itself or in a fragment: so that nobody reads what nobody asked for. */
export function asksFor(info: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>, names: readonly string[]): boolean {
  const isIn = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((one) => {
      if (one.kind === 'Field') return names.includes(one.name.value)
      return isIn(one.kind === 'InlineFragment' ? one.selectionSet : info.fragments[one.name.value]?.selectionSet)
    }) ?? false
  return info.fieldNodes.some(({ selectionSet }) => isIn(selectionSet))
}
