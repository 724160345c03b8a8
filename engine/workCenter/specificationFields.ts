import { form, number, text } from '#engine/fields/fieldTable.ts'
import type { FieldTable } from '#engine/fields/fieldTable.ts'
import { DAY } from './generalFields.ts'

/** The electrical constants of a work center and the name plate of its machine: kW, per cent, V (spec 001 §5). */
export const SPECIFICATION_FIELDS = {
  nominalPower: { column: 'nominal_power', rule: number({ above: 0, below: 1_000_000 }), api: 'Decimal' },
  idleLoadThreshold: { column: 'idle_load_threshold', rule: number({ min: 0, max: 100 }), api: 'Decimal', isRequired: true },
  deadBandPercent: { column: 'dead_band_percent', rule: number({ min: 0, max: 50 }), api: 'Decimal', isRequired: true },
  voltage: { column: 'voltage', rule: number({ above: 0, below: 1_000_000 }), api: 'Decimal' },
  cosPhi: { column: 'cos_phi', rule: number({ above: 0, max: 1 }), api: 'Decimal' },
  transformerCode: { column: 'transformer_code', rule: text(0, 200), api: 'String' },
  transformationRatioCode: {
    column: 'transformation_ratio_code',
    rule: form(/^[1-9]\d{0,6}\/[1-9]\d{0,6}$/, '123/1'),
    api: 'String',
    apiName: 'transformationRationCode',
  },
  serialNumber: { column: 'serial_number', rule: text(0, 200), api: 'String' },
  launchDate: { column: 'launch_date', rule: DAY, api: 'Date' },
} as const satisfies FieldTable
