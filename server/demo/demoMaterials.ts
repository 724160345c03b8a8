/** A material that is bought for the demo plant, and how it is kept. */
export type DemoMaterial = {
  readonly sku: string
  readonly name: string
  readonly unit: string
  readonly isBatchTracked: boolean
}

/** So much of a material, or of what another machine makes, for so much of the product. */
export type DemoLine = { readonly sku: string; readonly quantity: number; readonly per?: number }

/** A batch of the demo plant: at a machine, or at none. */
export type DemoBatch = { readonly sku: string; readonly code: string; readonly quantity: number; readonly machine: string | null }

const tracked = (sku: string, name: string, unit: string): DemoMaterial => ({ sku, name, unit, isBatchTracked: true })
const loose = (sku: string, name: string, unit: string): DemoMaterial => ({ sku, name, unit, isBatchTracked: false })

export const DEMO_MATERIALS: readonly DemoMaterial[] = [
  tracked('MS-0253', 'Metal Sheet', 'pcs'),
  tracked('PA-187B', 'Paint, black', 'g'),
  tracked('SY-OR', 'Orange syrup', 'l'),
  loose('BO-600', 'Bottle 0.6 l', 'pcs'),
  loose('LB-600', 'Label 0.6 l', 'pcs'),
  loose('CT-12', 'Carton for 12', 'pcs'),
  tracked('PE-100', 'PE granulate', 'kg'),
  tracked('CU-1.5', 'Copper wire 1.5 mm²', 'm'),
]

const SHEET: readonly DemoLine[] = [{ sku: 'MS-0253', quantity: 1 }]
const FRAME: readonly DemoLine[] = [
  { sku: 'DT-2377', quantity: 1 },
  { sku: 'HT-8019', quantity: 1 },
  { sku: 'TO-2301', quantity: 1 },
  { sku: 'SS-2985', quantity: 4 },
  { sku: 'CS-2812', quantity: 2 },
  // Eight ounces.
  { sku: 'PA-187B', quantity: 226.796_784 },
]

const BOMS: Readonly<Record<string, readonly DemoLine[]>> = {
  'DT-2377': SHEET,
  'HT-8019': SHEET,
  'SS-2985': SHEET,
  'CS-2812': SHEET,
  'TO-2301': SHEET,
  'FC-3654': SHEET,
  'FE-3760': SHEET,
  'FR-R92B-58': FRAME,
  'FR-R92B-62': FRAME,
  'FK-9939': [
    { sku: 'FC-3654', quantity: 1 },
    { sku: 'FE-3760', quantity: 2 },
  ],
  'OR-600': [
    { sku: 'BO-600', quantity: 1 },
    { sku: 'SY-OR', quantity: 0.08 },
  ],
  'LE-600': [{ sku: 'BO-600', quantity: 1 }],
  'OR-600-L': [
    { sku: 'OR-600', quantity: 1 },
    { sku: 'LB-600', quantity: 1 },
  ],
  'LE-600-L': [
    { sku: 'LE-600', quantity: 1 },
    { sku: 'LB-600', quantity: 1 },
  ],
  'OR-600-C': [
    { sku: 'OR-600-L', quantity: 12 },
    { sku: 'CT-12', quantity: 1 },
  ],
  'LE-600-C': [
    { sku: 'LE-600-L', quantity: 12 },
    { sku: 'CT-12', quantity: 1 },
  ],
  'OR-600-P': [{ sku: 'OR-600-C', quantity: 60 }],
  'PE-32X2': [{ sku: 'PE-100', quantity: 0.19 }],
  'PE-40X2.4': [{ sku: 'PE-100', quantity: 0.29 }],
  'NYM-3X1.5': [{ sku: 'CU-1.5', quantity: 3.06 }],
}

/** Those at the presses run out within a shift; the next ones wait beside them. */
export const DEMO_BATCHES: readonly DemoBatch[] = [
  { sku: 'MS-0253', code: 'COIL-2041', quantity: 1800, machine: 'press-3' },
  { sku: 'MS-0253', code: 'COIL-2042', quantity: 6000, machine: null },
  { sku: 'MS-0253', code: 'COIL-2043', quantity: 4200, machine: 'press-7' },
  { sku: 'PA-187B', code: 'PNT-0917', quantity: 48_000, machine: 'welder-1' },
  { sku: 'SY-OR', code: 'SYR-118', quantity: 900, machine: 'filler-1' },
  { sku: 'SY-OR', code: 'SYR-119', quantity: 2000, machine: null },
  { sku: 'PE-100', code: 'PE-7731', quantity: 1250, machine: 'extruder-1' },
  { sku: 'CU-1.5', code: 'CU-4410', quantity: 12_000, machine: 'cable-line-2' },
]

/** Where consumption is tracked, and output was confirmed of more than the batch held. */
export const DEMO_TRACKED = 'press-3'

/** Returns what goes into a product of the demo plant; nothing for one that is bought or machined of one piece. */
export function bomOf(sku: string): readonly DemoLine[] {
  return BOMS[sku] ?? []
}
