type Choosable = {
  readonly model?: string | null
  readonly group?: { readonly id: number; readonly name: string; readonly color: string } | null
}

export type GroupOption = { readonly key: number; readonly name: string; readonly color: string }

/** Returns the groups of the work centers. */
export function groupChoices(workCenters: readonly Choosable[]): readonly GroupOption[] {
  const groups = new Map(workCenters.flatMap(({ group }) => (group ? [[group.id, group] as const] : [])))
  return [...groups.values()].map(({ id, name, color }) => ({ key: id, name, color }))
}

/** Returns the models of the work centers and those that were chosen, each once. */
export function modelChoices(workCenters: readonly Choosable[], chosen: readonly string[]): readonly string[] {
  return [...new Set([...workCenters.flatMap(({ model }) => (model ? [model] : [])), ...chosen])]
}
