import type { StockRowFragment } from '#web/api/generated/graphql.ts'

/** What can be done with a stock. */
export const STOCK_ACTS = ['INSTALL', 'UNINSTALL', 'CHARGE_OFF', 'COUNT', 'LABEL'] as const
export type StockAct = (typeof STOCK_ACTS)[number]

/** Returns what the person may do with the stock: counting is for who manages output, the rest for who confirms it. */
export function actsOfStock(
  { batch, workCenterId }: Pick<StockRowFragment, 'batch' | 'workCenterId'>,
  { mayUpdate, mayManage }: { readonly mayUpdate: boolean; readonly mayManage: boolean },
): readonly StockAct[] {
  return STOCK_ACTS.filter((act) => {
    if (act === 'LABEL') return batch !== null
    if (act === 'COUNT') return mayManage
    if (!mayUpdate || batch === null) return false
    if (act === 'INSTALL') return workCenterId === null
    return act === 'CHARGE_OFF' || workCenterId !== null
  })
}

/** Returns what a scan stands for, to choose between several. */
export type Scanned = {
  readonly kind: 'BATCH' | 'CONTAINER' | 'DEVICE' | 'ITEM' | 'JOB_ORDER' | 'REASON'
  readonly code: string
  readonly name: string
}

type Match = {
  readonly kind: Scanned['kind']
  readonly code: string
  readonly batch: { readonly item: { readonly name: string } | null } | null
  readonly container: { readonly item: { readonly name: string } | null } | null
  readonly jobOrder: { readonly product: { readonly name: string } | null } | null
  readonly item: { readonly name: string } | null
  readonly workCenter: { readonly name: string } | null
  readonly lossReason: { readonly name: string } | null
}

/** Returns what the match is called where people choose between several. */
export function scannedOf({ kind, code, batch, container, jobOrder, item, workCenter, lossReason }: Match): Scanned {
  const name =
    batch?.item?.name ?? container?.item?.name ?? jobOrder?.product?.name ?? item?.name ?? workCenter?.name ?? lossReason?.name ?? ''
  return { kind, code, name }
}
