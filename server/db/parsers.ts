import pg from 'pg'

const { builtins } = pg.types
const INT4_ARRAY = 1007
const FLOAT8_ARRAY = 1022
const INT8_ARRAY = 1016
const NUMERIC_ARRAY = 1231
const DATE_ARRAY = 1182

type TextParser = (text: string) => unknown

/** How values arrive where the driver's own choice (text for int8 and numeric, a local Date for date) is not ours. */
const PARSERS: ReadonlyMap<number, TextParser> = new Map<number, TextParser>([
  [builtins.INT8, parseInt8],
  [builtins.NUMERIC, Number],
  [builtins.DATE, String],
  [INT4_ARRAY, arrayOf(Number)],
  [FLOAT8_ARRAY, arrayOf(Number)],
  [INT8_ARRAY, arrayOf(parseInt8)],
  [NUMERIC_ARRAY, arrayOf(Number)],
  [DATE_ARRAY, arrayOf(String)],
])

/**
 * Type parsers of every connection: int8 and numeric are numbers, date is `YYYY-MM-DD`, timestamptz a Date, jsonb its value. schema.ts is generated
 * with the same mapping.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : PARSERS.get(oid)
    const standard: unknown = pg.types.getTypeParser(oid, format)
    return own ?? standard
  },
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the int8 ${text} is outside the whole numbers that a number holds exactly`)
  return value
}

/** One-dimensional arrays of plain numbers and dates have no quotes and no commas inside. */
function arrayOf(parse: TextParser): TextParser {
  return (text) =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((item) => (item === 'NULL' ? null : parse(item)))
}
