import { isCalendarDate } from '#engine/time/statPeriod.ts'

/** How one value of a page is written into the address and read from it. */
export type Codec<Value> = {
  /** The value that stands for a missing one; it is never written. */
  readonly fallback: Value
  /** The name of the query parameter, where it is not that of the value. */
  readonly parameter?: string
  /** Returns the value of a text, and the parts of the text that mean nothing. */
  read(text: string): { readonly value: Value; readonly invalid: readonly string[] }
  /** Returns the text of a value. */
  write(value: Value): string
}

/** A column to sort by: `name` for ascending, `-name` for descending. */
export type Sort<Column extends string> = Column | `-${Column}`

/** Returns the codec under another name in the address. */
export function named<Value>(parameter: string, codec: Codec<Value>): Codec<Value> {
  return { ...codec, parameter }
}

/** Returns the codec that also reads texts under which values were once written. */
export function alsoRead<Value>(codec: Codec<Value>, former: Readonly<Record<string, string>>): Codec<Value> {
  return { ...codec, read: (given) => codec.read(former[given] ?? given) }
}

/** Returns the codec of any text. */
export function text(): Codec<string> {
  return { fallback: '', read: (value) => ({ value, invalid: [] }), write: (value) => value }
}

/** Returns the codec of a text that its reader judges, undefined when it is missing. */
export function raw(): Codec<string | undefined> {
  return { fallback: undefined, read: (value) => ({ value, invalid: [] }), write: (value) => value ?? '' }
}

/** Returns the codec of one of the values; a missing or unknown one is the first, or the given fallback. */
export function oneOf<const Value extends string>(values: readonly [Value, ...Value[]], fallback: Value = values[0]): Codec<Value> {
  return {
    fallback,
    read: (given) =>
      single(
        given,
        values.find((value) => value === given),
        fallback,
      ),
    write: (value) => value,
  }
}

/** Returns the codec of one of the values, or of none of them, which is ''. */
export function optionOf<const Value extends string>(values: readonly Value[]): Codec<Value | ''> {
  return {
    fallback: '',
    read: (given) =>
      single<Value | ''>(
        given,
        values.find((value) => value === given),
        '',
      ),
    write: (value) => value,
  }
}

/** Returns the codec of several of the values, separated by commas, in the order of the values. */
export function listOf<const Value extends string>(values: readonly Value[]): Codec<readonly Value[]> {
  return {
    fallback: [],
    read: (given) => {
      const parts = partsOf(given)
      return { value: values.filter((value) => parts.includes(value)), invalid: parts.filter((part) => !isIn(values, part)) }
    },
    write: (chosen) => chosen.join(','),
  }
}

/** Returns the codec of the columns that are shown; null for all of them, and never none. Those that are off at first are shown once they are chosen. */
export function columnsOf<const Column extends string>(
  columns: readonly Column[],
  { off = [] }: { readonly off?: readonly NoInfer<Column>[] } = {},
): Codec<readonly Column[] | null> {
  const list = listOf(columns)
  const atFirst = off.length === 0 ? null : columns.filter((column) => !off.includes(column))
  return {
    fallback: atFirst,
    read: (given) => {
      const { value, invalid } = list.read(given)
      if (value.length === 0) return { value: atFirst, invalid }
      return { value: value.length === columns.length ? null : value, invalid }
    },
    // All of them are named where some are left out at first.
    write: (chosen) => (chosen ?? (off.length === 0 ? [] : columns)).join(','),
  }
}

/** Returns the codec of several texts, separated by commas; commas in them are escaped. */
export function texts(): Codec<readonly string[]> {
  return {
    fallback: [],
    read: (given) => ({ value: [...new Set(partsOf(given).map(unescapePart))].filter((part) => part !== ''), invalid: [] }),
    write: (values) => values.map(escapePart).join(','),
  }
}

/** Returns the codec of several ids, which are positive 32-bit integers; `most` limits how many, and `or` is a word that may stand among them, last. */
export function ids(options?: { readonly most?: number }): Codec<readonly number[]>
export function ids<const Word extends string>(options: { readonly or: Word }): Codec<readonly (number | Word)[]>
export function ids({ most = Infinity, or }: { readonly most?: number; readonly or?: string } = {}): Codec<readonly (number | string)[]> {
  return {
    fallback: [],
    read: (given) => {
      const parts = partsOf(given)
      const found = [...new Set(parts.filter(isId).map(Number))].slice(0, most)
      const value = or !== undefined && parts.includes(or) ? [...found, or] : found
      return { value, invalid: parts.filter((part) => !isIn(value.map(String), part)) }
    },
    write: (values) => values.join(','),
  }
}

/** Returns the codec of a choice that is on or off, written as `1` or the given word when it is on. */
export function flag(word = '1'): Codec<boolean> {
  return {
    fallback: false,
    read: (given) => ({ value: given === word, invalid: given === word || given === '' ? [] : [given] }),
    write: (isOn) => (isOn ? word : ''),
  }
}

/** Returns the codec of the column to sort by and its direction; the fallback is how the list is sorted unless asked otherwise. */
export function sortOf<const Column extends string>(columns: readonly Column[], fallback: Sort<NoInfer<Column>>): Codec<Sort<Column>> {
  const sorts = columns.flatMap((column): Sort<Column>[] => [column, `-${column}`])
  return {
    fallback,
    read: (given) =>
      single(
        given,
        sorts.find((sort) => sort === given),
        fallback,
      ),
    write: (sort) => sort,
  }
}

/** Returns the codec of the number of a page, from 1 to 999,999. */
export function page(): Codec<number> {
  return {
    fallback: 1,
    read: (given) => single(given, /^[1-9][0-9]{0,5}$/.test(given) ? Number(given) : undefined, 1),
    write: String,
  }
}

/** Returns the codec of a UUID in lower case; '' for none. */
export function uuid(): Codec<string> {
  const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
  return { fallback: '', read: (given) => single(given, shape.test(given) ? given.toLowerCase() : undefined, ''), write: (value) => value }
}

/** Returns the codec of a local date such as `2026-03-31`; '' for none. */
export function date(): Codec<string> {
  return { fallback: '', read: (given) => single(given, isCalendarDate(given) ? given : undefined, ''), write: (value) => value }
}

function single<Value>(given: string, value: Value | undefined, fallback: Value) {
  if (value !== undefined) return { value, invalid: [] }
  return { value: fallback, invalid: given === '' ? [] : [given] }
}

function partsOf(given: string): readonly string[] {
  return given.split(',').filter((part) => part !== '')
}

function isIn(values: readonly string[], part: string): boolean {
  return values.includes(part)
}

function isId(part: string): boolean {
  return /^[1-9][0-9]{0,9}$/.test(part) && Number(part) <= 0x7f_ff_ff_ff
}

function escapePart(part: string): string {
  return part.replaceAll('%', '%25').replaceAll(',', '%2C')
}

function unescapePart(part: string): string {
  return part.replaceAll('%2C', ',').replaceAll('%25', '%')
}
