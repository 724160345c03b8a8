/** What came of a message to one person by one way, as far as it is told in words. */
export type ToldPerson = { readonly who: string; readonly by: string; readonly became: string }

/** People to whom the same happened by the same way. */
export type ToldGroup = { readonly people: readonly string[]; readonly by: string; readonly became: string }

/** Returns those to whom the same happened together, in the order of the first of each: eight people who have not looked yet are one line, not eight. */
export function gatherTold(told: readonly ToldPerson[]): readonly ToldGroup[] {
  const groups = Map.groupBy(told, ({ by, became }) => `${by}\n${became}`)
  return [...groups.values()].flatMap((all) => {
    const [first] = all
    return first === undefined ? [] : [{ people: all.map(({ who }) => who), by: first.by, became: first.became }]
  })
}
