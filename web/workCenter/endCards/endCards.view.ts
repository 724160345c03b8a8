/** Cards that stand after the last work center. */
export const END_CARDS = ['buy', 'add', 'demo'] as const
export type EndCard = (typeof END_CARDS)[number]

type Viewing = { readonly isDemo: boolean; readonly canAdd: boolean; readonly hasDemo: boolean }

/** Returns the promo cards after the last work center: `buy` in the demo company, else `add` and `demo`. */
export function endCards({ isDemo, canAdd, hasDemo }: Viewing): readonly EndCard[] {
  if (isDemo) return ['buy']
  return [...(canAdd ? (['add'] as const) : []), ...(hasDemo ? (['demo'] as const) : [])]
}
