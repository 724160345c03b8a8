import { useState } from 'react'
import { useClient } from 'urql'
import { reasonOfCode } from '#engine/loss/reasonCode.ts'
import { ScanTextDocument, type ScanTextQuery } from '#web/api/generated/graphql.ts'
import { showToast } from '#web/base/toast.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'

type Match = ScanTextQuery['scan'][number]

/** An order of the machine, as a code names it. */
export type ScannedOrder = { readonly id: number; readonly orderCode: string }

type ScanHere = {
  readonly workCenterId: number
  readonly orders: readonly ScannedOrder[]
  readonly onOrder: (id: number) => void
  /** null = a container is not filled here now. */
  readonly onContainer: ((code: string) => void) | null
  /** null = nothing is rejected here now. */
  readonly onReason: ((id: number) => void) | null
  /** null id = the server finds it by its code. */
  readonly onBatch: (batch: { readonly id: number | null; readonly code: string }) => void
}

/** Returns how a scanned code is read at a machine: an order of it is worked on, a batch installed, a free container filled, a piece rejected for a reason; of another machine it says which. */
export function useScanHere({ workCenterId, orders, onOrder, onContainer, onReason, onBatch }: ScanHere) {
  const { t } = useTexts('stock')
  const client = useClient()
  const unsent = useUnsent()
  const [matches, setMatches] = useState<readonly Match[] | null>(null)
  const choose = (match: Match): void => {
    setMatches(null)
    const { kind, id, code, jobOrder, workCenter, container, lossReason } = match
    if (kind === 'BATCH') onBatch({ id, code })
    else if (kind === 'CONTAINER' && container?.status === 'FREE' && onContainer !== null) onContainer(code)
    else if (kind === 'CONTAINER') setMatches([match])
    else if (kind === 'DEVICE')
      showToast(id === workCenterId ? t('here.thisPlace') : t('here.otherPlace', { name: workCenter?.name ?? code }))
    else if (kind === 'REASON' && lossReason !== null && lossReason.category !== 'QUALITY')
      showToast(t('here.stopReason', { name: lossReason.name }))
    else if (kind === 'REASON') reject(id)
    else if (kind === 'ITEM') showToast(t('here.item', { name: match.item?.name ?? code }))
    else if (jobOrder !== null && jobOrder.workCenterId !== workCenterId)
      showToast(t('here.otherOrder', { code: jobOrder.orderCode, name: jobOrder.workCenter?.name ?? '—' }))
    else onOrder(id)
  }
  const reject = (id: number): void => (onReason === null ? showToast(t('here.nothingToReject')) : onReason(id))
  /** Without a connection it is a reason of a printed sheet or an order that is known here, else it is taken for a batch, which the server looks up later. */
  const readAlone = (text: string): void => {
    const code = text.trim()
    const reasonId = reasonOfCode(code)
    if (reasonId !== null) return reject(reasonId)
    const order = orders.find(({ orderCode }) => orderCode.toLowerCase() === code.toLowerCase())
    if (order === undefined) onBatch({ id: null, code })
    else onOrder(order.id)
  }
  const read = async (text: string): Promise<void> => {
    if (unsent.isWaiting()) return readAlone(text)
    const { data, error } = await client.query(ScanTextDocument, { text, workCenterId }, { requestPolicy: 'network-only' }).toPromise()
    if (data == null) {
      const failure = failedCall(error)
      return typeof failure === 'string' ? readAlone(text) : showToast(problemText(t, failure))
    }
    const [only, ...others] = data.scan
    if (only === undefined) showToast(t('scan.unknown', { code: text }))
    else if (others.length > 0) setMatches(data.scan)
    else choose(only)
  }
  return { read, choose, matches, close: () => setMatches(null) }
}
