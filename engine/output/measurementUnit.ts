export const MEASUREMENT_UNIT_GROUPS = ['ELECTRIC_CURRENT', 'QUANTITY', 'SPEED', 'TIME'] as const
export type MeasurementUnitGroup = (typeof MEASUREMENT_UNIT_GROUPS)[number]

/** A unit in which output, speed, time or current is entered and shown; `code` is stored and is the key of its text. */
export type MeasurementUnit = {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly shortName: string
  readonly group: MeasurementUnitGroup
}

/** The units of the product; ids are for good. */
export const MEASUREMENT_UNITS: readonly MeasurementUnit[] = [
  { id: 1, code: 'pcs', name: 'Pieces', shortName: 'pcs', group: 'QUANTITY' },
  { id: 2, code: 'm', name: 'Metres', shortName: 'm', group: 'QUANTITY' },
  { id: 3, code: 'pcs/min', name: 'Pieces per minute', shortName: 'pcs/min', group: 'SPEED' },
  { id: 4, code: 'm/min', name: 'Metres per minute', shortName: 'm/min', group: 'SPEED' },
  { id: 5, code: 's', name: 'Seconds', shortName: 's', group: 'TIME' },
  { id: 6, code: 'min', name: 'Minutes', shortName: 'min', group: 'TIME' },
  { id: 7, code: 'h', name: 'Hours', shortName: 'h', group: 'TIME' },
  { id: 8, code: 'A', name: 'Amperes', shortName: 'A', group: 'ELECTRIC_CURRENT' },
]

/** Returns the unit of a stored code; an unknown code is a unit of its own name, so that imported data is shown as it came. */
export function measurementUnitOf(code: string): MeasurementUnit {
  return MEASUREMENT_UNITS.find((unit) => unit.code === code) ?? { id: 0, code, name: code, shortName: code, group: 'QUANTITY' }
}

/** Returns the unit with the id in the group, or null. */
export function findUnit(id: number, group: MeasurementUnitGroup): MeasurementUnit | null {
  return MEASUREMENT_UNITS.find((unit) => unit.id === id && unit.group === group) ?? null
}
