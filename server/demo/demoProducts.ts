/** A product of the demo plant; the parts of bicycles are those of a published example of master data. */
export type DemoProduct = {
  readonly sku: string
  readonly name: string
  readonly family: string | null
  readonly unit: string
  /** So many go into a container; null = it is not packed in any. */
  readonly containerQuantity: number | null
}

const piece = (sku: string, name: string, family: string | null = null): DemoProduct => ({
  sku,
  name,
  family,
  unit: 'pcs',
  containerQuantity: null,
})
const metres = (sku: string, name: string, family: string | null = null): DemoProduct => ({
  sku,
  name,
  family,
  unit: 'm',
  containerQuantity: null,
})
/** A part that leaves its press in boxes of 200. */
const boxed = (sku: string, name: string): DemoProduct => ({ ...piece(sku, name), containerQuantity: 200 })

const PRODUCTS: Readonly<Record<string, readonly DemoProduct[]>> = {
  'press-3': [boxed('DT-2377', 'Down Tube'), boxed('HT-8019', 'Head Tube'), boxed('SS-2985', 'Seat Stays')],
  'press-7': [piece('CS-2812', 'Chain Stays'), piece('TO-2301', 'Top Tube'), piece('FC-3654', 'Fork Crown'), piece('FE-3760', 'Fork End')],
  'moulder-4': [piece('CAP-28', 'Cap 28 mm', 'Caps'), piece('CAP-38', 'Cap 38 mm', 'Caps')],
  'mill-2': [piece('SH-9312', 'HL Shell')],
  'lathe-1': [piece('SD-9872', 'Spindle'), piece('RA-2345', 'Lower Head Race')],
  'welder-1': [
    piece('FR-R92B-58', 'Road Frame 58', 'Road frames'),
    piece('FR-R92B-62', 'Road Frame 62', 'Road frames'),
    piece('FK-9939', 'HL Fork'),
  ],
  'filler-1': [piece('OR-600', 'Orange 0.6 l', '0.6 l'), piece('LE-600', 'Lemon 0.6 l', '0.6 l'), piece('CO-2000', 'Cola 2 l', '2 l')],
  'labeller-1': [piece('OR-600-L', 'Orange 0.6 l, labelled', '0.6 l'), piece('LE-600-L', 'Lemon 0.6 l, labelled', '0.6 l')],
  'packer-2': [piece('OR-600-C', 'Case of 12, orange', '0.6 l'), piece('LE-600-C', 'Case of 12, lemon', '0.6 l')],
  'palletiser-1': [piece('OR-600-P', 'Pallet of 60 cases, orange', '0.6 l')],
  'extruder-1': [metres('PE-32X2', 'PE pipe 32 × 2.0', 'PE pipe'), metres('PE-40X2.4', 'PE pipe 40 × 2.4', 'PE pipe')],
  'cable-line-2': [metres('NYM-3X1.5', 'NYM-J 3 × 1.5', 'NYM'), metres('NYM-5X2.5', 'NYM-J 5 × 2.5', 'NYM')],
}

/** Returns what a machine of the demo plant makes. */
export function productsOf(machine: string): readonly DemoProduct[] {
  return PRODUCTS[machine] ?? []
}
