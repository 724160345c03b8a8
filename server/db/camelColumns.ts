type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name
type Unqualified<Name extends string> = Name extends `${string}.${infer Column}` ? Column : Name

/** A column as a query selects it: with an alias where its name has an underscore. */
export type CamelColumn<Name extends string> = Name extends unknown
  ? Unqualified<Name> extends `${string}_${string}`
    ? `${Name} as ${CamelCase<Unqualified<Name>>}`
    : Name
  : never

/**
 * Returns the columns as a query selects or returns them, each under its name in the code: `time_zone as timeZone`. The database names the values, so
 * a row arrives as the code has it and its type follows from the generated row types.
 */
export function camelColumns<const Name extends string>(...names: readonly Name[]): readonly CamelColumn<Name>[]
export function camelColumns(...names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const column = name.slice(name.indexOf('.') + 1)
    return column.includes('_') ? `${name} as ${column.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase())}` : name
  })
}
