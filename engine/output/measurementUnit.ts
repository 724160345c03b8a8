export const MEASUREMENT_UNIT_GROUPS = ['ELECTRIC_CURRENT', 'QUANTITY', 'SPEED', 'TIME'] as const
export type MeasurementUnitGroup = (typeof MEASUREMENT_UNIT_GROUPS)[number]

/** A unit in which output, speed, time or current is entered and shown; `code` is stored and is the key of its text. */
export type MeasurementUnit = {
  readonly id: number
  readonly code: string
  /** The common code of UN/ECE Recommendation 20; null for a unit that it does not name. */
  readonly externalCode: string | null
  readonly name: string
  readonly shortName: string
  readonly group: MeasurementUnitGroup
  /** Only material is measured in it, never output. */
  readonly isMaterialOnly?: true
}

/** The units of the product; ids are for good. */
export const MEASUREMENT_UNITS: readonly MeasurementUnit[] = [
  { id: 1, code: 'pcs', externalCode: 'H87', name: 'Pieces', shortName: 'pcs', group: 'QUANTITY' },
  { id: 2, code: 'm', externalCode: 'MTR', name: 'Metres', shortName: 'm', group: 'QUANTITY' },
  { id: 3, code: 'pcs/min', externalCode: null, name: 'Pieces per minute', shortName: 'pcs/min', group: 'SPEED' },
  { id: 4, code: 'm/min', externalCode: '2X', name: 'Metres per minute', shortName: 'm/min', group: 'SPEED' },
  { id: 5, code: 's', externalCode: 'SEC', name: 'Seconds', shortName: 's', group: 'TIME' },
  { id: 6, code: 'min', externalCode: 'MIN', name: 'Minutes', shortName: 'min', group: 'TIME' },
  { id: 7, code: 'h', externalCode: 'HUR', name: 'Hours', shortName: 'h', group: 'TIME' },
  { id: 8, code: 'A', externalCode: 'AMP', name: 'Amperes', shortName: 'A', group: 'ELECTRIC_CURRENT' },
  { id: 9, code: 'kg', externalCode: 'KGM', name: 'Kilograms', shortName: 'kg', group: 'QUANTITY', isMaterialOnly: true },
  { id: 10, code: 'g', externalCode: 'GRM', name: 'Grams', shortName: 'g', group: 'QUANTITY', isMaterialOnly: true },
  { id: 11, code: 'l', externalCode: 'LTR', name: 'Litres', shortName: 'l', group: 'QUANTITY', isMaterialOnly: true },
  { id: 12, code: 'ml', externalCode: 'MLT', name: 'Millilitres', shortName: 'ml', group: 'QUANTITY', isMaterialOnly: true },
  { id: 13, code: 'mm', externalCode: 'MMT', name: 'Millimetres', shortName: 'mm', group: 'QUANTITY', isMaterialOnly: true },
]

/** Returns the unit of a stored code; an unknown code is a unit of its own name, so that imported data is shown as it came. */
export function measurementUnitOf(code: string): MeasurementUnit {
  return (
    MEASUREMENT_UNITS.find((unit) => unit.code === code) ?? {
      id: 0,
      code,
      externalCode: null,
      name: code,
      shortName: code,
      group: 'QUANTITY',
    }
  )
}

/** Returns the unit with the id in the group, or null; units of material alone are in none. */
export function findUnit(id: number, group: MeasurementUnitGroup): MeasurementUnit | null {
  return MEASUREMENT_UNITS.find((unit) => unit.id === id && unit.group === group && unit.isMaterialOnly !== true) ?? null
}

/** Returns the unit of quantity with the id, also one of material alone; null for none. */
export function findItemUnit(id: number): MeasurementUnit | null {
  return MEASUREMENT_UNITS.find((unit) => unit.id === id && unit.group === 'QUANTITY') ?? null
}
