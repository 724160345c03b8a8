import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** What a machine is doing; each has its own power draw. */
export const ACTIVITIES = ['RUN', 'SETUP', 'SMALL_STOP', 'IDLE', 'BREAK', 'BREAKDOWN', 'OFF'] as const
export type ActivityKind = (typeof ACTIVITIES)[number]

export const CHANNELS = [
  'POWER',
  'LOAD',
  'CURRENT',
  'LINEAR_SPEED',
  'TOTAL_OUTPUT',
  'ACCEPTED_OUTPUT',
  'REJECTED_OUTPUT',
  'TEMPERATURE',
  'BATTERY_LEVEL',
  'SIGNAL_LEVEL',
] as const
export type Channel = (typeof CHANNELS)[number]

const share = z.number().min(0).max(1)
const wallTime = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/)
const range = z.tuple([z.number(), z.number()]).readonly()

const behaviourSchema = z
  .object({
    /** Mean minutes between two stops. */
    runMinutes: z.number().positive(),
    /** Lowest and highest speed of a run, as fractions of the target speed. */
    speed: range,
    rejectRate: share,
    /** How often a stop is of each kind. */
    weights: z.object({ SMALL_STOP: share, IDLE: share, SETUP: share, BREAKDOWN: share }).readonly(),
    /** Mean number of times a shift that the device loses its connection. */
    outagesPerShift: z.number().min(0),
    outageMinutes: range,
  })
  .readonly()

const machineSchema = z
  .object({
    key: z.string().min(1),
    name: z.string().min(1),
    type: z.enum(['DISCRETE', 'CONTINUOUS']),
    channels: z.array(z.enum(CHANNELS)).readonly(),
    nominalPowerKw: z.number().positive(),
    voltage: z.number().positive(),
    cosPhi: z.number().positive().max(1),
    targetSpeedPerMin: z.number().positive(),
    counterRange: z.number().int().positive().nullable(),
    counterReset: z.enum(['NEVER', 'SHIFT_START']),
    livePeriodMs: z.number().int().min(1000),
    behaviour: behaviourSchema,
  })
  .readonly()

const factorySchema = z
  .object({
    seed: z.number().int(),
    /** The longest time between two reports of a device, and the period of its history. */
    reportPeriodMs: z.number().int().min(1000),
    company: z.object({ timeZone: z.string() }).readonly(),
    shifts: z
      .array(z.object({ shiftId: z.number().int(), code: z.string(), name: z.string(), timeStart: wallTime, timeEnd: wallTime }).readonly())
      .min(1)
      .readonly(),
    /** Power draw of each activity as a fraction of nominal power. */
    activityLoads: z.record(z.enum(ACTIVITIES), z.number().min(0)).readonly(),
    machines: z.array(machineSchema).readonly(),
  })
  .readonly()

/** The part of a factory's description that its simulation needs. */
export type Factory = z.infer<typeof factorySchema>
export type MachineSpec = z.infer<typeof machineSchema>
export type Behaviour = z.infer<typeof behaviourSchema>

/** Returns the factory described in the file; refuses a file that does not fit, naming the field. */
export function readFactory(path: string | URL): Factory {
  const parsed = factorySchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(
    `The factory file ${String(path)} does not fit: ${parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`,
  )
}
