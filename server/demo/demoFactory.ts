import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { STATUS_SOURCES } from '#engine/status/statusRule.ts'
import { OUTPUT_CALCULATION_TYPES, WORK_CENTER_TYPES } from '#engine/workCenter/workCenterSetup.ts'

/** The description that the simulation reads too, so that rules and signals fit each other. */
export const DEMO_FACTORY_FILE = new URL('../../sim/demoFactory.json', import.meta.url)

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/)
const percent = z.number().min(0).max(100)

/** A status with its band as a fraction of nominal power, or of target speed for the source SPEED. */
const bandSchema = z
  .object({
    name: z.string().min(3).max(70),
    shortName: z.string(),
    color,
    from: z.number().positive(),
    to: z.number().positive().nullable(),
    isEffective: z.boolean(),
    isScheduledLoss: z.boolean(),
    minSeconds: z.number().int().min(0),
  })
  .readonly()
export type StatusBand = z.infer<typeof bandSchema>

const machineSchema = z
  .object({
    key: z.string(),
    name: z.string(),
    group: z.string(),
    model: z.string(),
    type: z.enum(WORK_CENTER_TYPES),
    unit: z.string(),
    statusSource: z.enum(STATUS_SOURCES),
    nominalPowerKw: z.number().positive(),
    voltage: z.number().positive(),
    cosPhi: z.number().positive().max(1),
    targetSpeedPerMin: z.number().positive(),
    calculationType: z.enum(OUTPUT_CALCULATION_TYPES),
    counterRange: z.number().int().positive().nullable(),
    counterReset: z.enum(['NEVER', 'SHIFT_START']),
    targets: z.object({ availability: percent, performance: percent, quality: percent, oee: percent }).readonly(),
  })
  .readonly()
export type DemoMachine = z.infer<typeof machineSchema>

const factorySchema = z
  .object({
    /** The nominal period of the devices. */
    reportPeriodMs: z.number().int().positive(),
    company: z.object({ id: z.string(), timeZone: z.string() }).readonly(),
    shifts: z
      .array(
        z.object({ shiftId: z.number().int(), code: z.string(), name: z.string(), timeStart: z.string(), timeEnd: z.string() }).readonly(),
      )
      .readonly(),
    statuses: z.array(bandSchema).readonly(),
    speedStatuses: z.array(bandSchema).readonly(),
    groups: z.array(z.object({ name: z.string(), color }).readonly()).readonly(),
    machines: z.array(machineSchema).readonly(),
  })
  .readonly()
export type DemoFactory = z.infer<typeof factorySchema>

/** Returns the settings of the demo factory. Its signals come from the simulation. */
export function readDemoFactory(): DemoFactory {
  return factorySchema.parse(JSON.parse(readFileSync(DEMO_FACTORY_FILE, 'utf8')))
}
