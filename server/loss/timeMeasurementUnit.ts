import { isTimeUnit } from '#engine/loss/timeUnit.ts'
import type { TimeUnit } from '#engine/loss/timeUnit.ts'
import { Refusal } from '#server/refusal.ts'
import { MEASUREMENT_UNITS, measurementUnitOf } from '#engine/output/measurementUnit.ts'
import type { MeasurementUnit } from '#engine/output/measurementUnit.ts'

/** Returns the unit of time as the API tells units. */
export function unitOfTime(unit: TimeUnit): MeasurementUnit {
  return measurementUnitOf(unit)
}

/** Returns the unit of time of the id; refuses an id that is none or of another measure. */
export function requireTimeUnit(id: number, field: string): TimeUnit {
  const code = MEASUREMENT_UNITS.find((unit) => unit.id === id)?.code ?? ''
  if (isTimeUnit(code)) return code
  throw new Refusal({ code: 'MEASUREMENT_UNIT_NOT_FOUND', field, params: { id } })
}
