import { foldedName } from './foldedName.ts'

/** What other systems call units, folded; in the languages of the product. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  pcs: 'pcs,pc,pce,piece,pieces,unit,units,unit(s),ea,each,szt,sztuka,sztuki,шт,штука,штуки,одиниця,одиниці,единица,единицы,ud,uds,unidad,unidades,pieza,piezas,dona'.split(
    ',',
  ),
  m: 'm,metre,metres,meter,meters,metr,metry,м,метр,метри,метры,metro,metros'.split(','),
  // Known, and never what a machine counts.
  other:
    'dozen,dozens,tuzin,tuziny,дюжина,docena,docenas,kg,кг,g,г,t,т,lb,lbs,oz,l,л,ml,мл,m²,m2,м2,m³,m3,м3,km,км,cm,см,mm,мм,in,ft,yd,mi,h,hour,hours,hours(s),day,days,godz,год,час'.split(
      ',',
    ),
}
const UNIT_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([unit, names]) => names.map((name) => [folded(name), unit] as const)),
)

/**
 * Returns whether an order in that unit cannot be made at a work center that counts in `ours`: 400 dozens are no 400 pieces. A unit that nobody knows is one of
 * the company's own, counted like ours (domain.md IN-11).
 */
export function isOtherUnit(theirs: string | null, ours: string): boolean {
  const known = theirs === null ? undefined : UNIT_OF.get(folded(theirs))
  return known !== undefined && known !== ours
}

/** With its signs, unlike names: m² is no m. */
function folded(name: string): string {
  const plain = name.trim().toLowerCase().replace(/\.$/, '')
  return /^[\p{L}]+$/u.test(plain) ? foldedName(plain) : plain
}
