import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isSensorType } from '#engine/sensor/sensorType.ts'
import { STATUS_SOURCES } from '#engine/status/statusRule.ts'
import { isZone } from '#engine/time/zone.ts'
import { REPORT_MODES } from '#engine/workCenter/workCenterSetup.ts'

const NUMBER = /^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$/

const sensorKey = z
  .string()
  .refine((key) => isSensorType(key.replace(/:[0-9]+$/, '')), 'is not a sensor type, such as LOAD or TEMPERATURE:2')
const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
const wallTime = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'is not a time, such as 06:00')

/** How the cells of a column become a sensor's values. */
const sensorSchema = z
  .strictObject({
    column: z.string().min(1),
    sensor: sensorKey,
    /** Cell text → value; null says that the channel is unavailable. Without it a cell is read as a number. */
    values: z.record(z.string(), z.number().nullable()).optional(),
  })
  .readonly()

const statusSchema = z
  .strictObject({
    name: z.string().min(3).max(70),
    color: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'is not a colour, such as #08855F'),
    min: z.number().positive(),
    max: z.number().positive().nullable(),
    isEffective: z.boolean(),
    minEventDurationSeconds: z.number().int().min(0).default(0),
    /** The column of a truth file with the seconds of this status. */
    truthColumn: z.string().min(1).optional(),
  })
  .readonly()
  .refine((status) => status.max === null || status.max > status.min, { path: ['max'], message: 'must be above min' })

const mappingSchema = z
  .strictObject({
    about: z.string().optional(),
    /** Work centers are named this and the device of the file. */
    prefix: z.string().default(''),
    columns: z.strictObject({ time: z.string().min(1), device: z.string().min(1) }).readonly(),
    /** Rows count whose cells are equal to these. */
    filter: z.record(z.string(), z.string()).default({}),
    sensors: z.array(sensorSchema).min(1).readonly(),
    device: z
      .strictObject({
        reportMode: z.enum(REPORT_MODES),
        nominalPeriodMs: z.number().int().positive().default(10_000),
        acceptDaysBack: z.number().int().positive().max(36_500),
      })
      .readonly(),
    statusSource: z.enum(STATUS_SOURCES),
    statuses: z.array(statusSchema).min(1).readonly(),
    zone: z.string().refine(isZone, 'is not a time zone, such as Europe/Warsaw'),
    shifts: z
      .array(
        z
          .strictObject({
            shiftId: z.number().int().positive(),
            code: z.string().length(1),
            name: z.string().min(1),
            timeStart: wallTime,
            timeEnd: wallTime,
          })
          .readonly(),
      )
      .readonly(),
    /** From when rules and shifts hold; it must lie before everything that is ever replayed with the mapping. */
    validFrom: instant,
    /** The columns of a truth file whose sum is the time without data. */
    noDataTruthColumns: z.array(z.string().min(1)).default([]),
  })
  .readonly()

/** How a recorded table becomes devices, samples and their setup (docs in sim/mappings/README.md). */
export type Mapping = z.output<typeof mappingSchema>

/** Returns the checked mapping; refuses a wrong one with a message that names each field. */
export function parseMapping(value: unknown): Mapping {
  const parsed = mappingSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the mapping'}: ${issue.message}`)
  throw new Error(`The mapping is wrong. ${problems.join('; ')}.`)
}

/** Returns the mapping of the file. */
export function readMapping(path: string): Mapping {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new Error(`The mapping ${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`, { cause })
  }
  return parseMapping(value)
}

/** Returns the value of a cell for a sensor, undefined when empty. Refuses a text without a value. */
export function cellValue(sensor: Mapping['sensors'][number], cell: string): number | null | undefined {
  if (sensor.values !== undefined) {
    if (Object.hasOwn(sensor.values, cell)) return sensor.values[cell]
    throw new Error(`the column ${sensor.column} has ${JSON.stringify(cell)}, for which sensors.values of the mapping has no value`)
  }
  if (cell === '') return undefined
  if (!NUMBER.test(cell)) throw new Error(`the column ${sensor.column} has ${JSON.stringify(cell)}, which is not a number`)
  return Number(cell)
}
