import { GraphQLError } from 'graphql'
import { builder } from './builder.ts'

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const DECIMAL = /^-?\d{1,15}(\.\d{1,9})?$/
const SHORT_MAX = 32_767
const SECONDS_MAX = 10_000_000_000
/** Years that a database, and a local clock a day before or after, can hold. */
const YEARS = { first: 1970, last: 2999 }
/** A machine may be older than the clocks that count from 1970. */
const FIRST_YEAR_OF_DAYS = 1900

builder.scalarType('Date', {
  description: 'Calendar day, `YYYY-MM-DD`.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'string' || !DATE.test(value) || !isDay(value, FIRST_YEAR_OF_DAYS)) {
      throw wrong('Date', `a day like 2026-05-04 from ${FIRST_YEAR_OF_DAYS} to ${YEARS.last}`)
    }
    return value
  },
})

builder.scalarType('DateTime', {
  description: 'Instant in UTC, ISO 8601 with milliseconds and `Z`.',
  serialize: (value) => (typeof value === 'number' ? new Date(value) : value).toISOString(),
  parseValue: (value) => {
    const at = typeof value === 'string' && INSTANT.test(value) && isDay(value.slice(0, 10), YEARS.first) ? Date.parse(value) : Number.NaN
    if (Number.isNaN(at)) throw wrong('DateTime', `an instant like 2026-05-04T06:00:00.000Z from ${YEARS.first} to ${YEARS.last}`)
    return at
  },
})

builder.scalarType('Decimal', {
  description: 'Exact decimal as a JSON number.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value === 'number' && Number.isFinite(value)) return value
    if (typeof value === 'string' && DECIMAL.test(value)) return Number(value)
    throw wrong('Decimal', 'a number like 12.5')
  },
})

builder.scalarType('Guid', {
  description: 'Identifier of 32 hexadecimal digits, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'string' || !GUID.test(value)) throw wrong('Guid', 'an identifier like 0190a1b2-0000-7000-8000-000000000001')
    return value.toLowerCase()
  },
})

builder.scalarType('Seconds', {
  description: 'Duration in whole seconds.',
  serialize: (value) => Math.round(value),
  parseValue: (value) => wholeNumber('Seconds', value, 0, SECONDS_MAX),
})

builder.scalarType('Short', {
  description: 'Whole number of 16 bits.',
  serialize: (value) => value,
  parseValue: (value) => wholeNumber('Short', value, -SHORT_MAX - 1, SHORT_MAX),
})

/** Whether the day is in the calendar and its year within what is legal. */
function isDay(day: string, firstYear: number): boolean {
  const year = Number(day.slice(0, 4))
  const at = Date.parse(`${day}T00:00:00Z`)
  return year >= firstYear && year <= YEARS.last && !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

function wholeNumber(scalar: string, value: unknown, min: number, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  throw wrong(scalar, `a whole number from ${min} to ${max}`)
}

function wrong(scalar: string, wanted: string): GraphQLError {
  return new GraphQLError(`${scalar} must be ${wanted}.`, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })
}
