import { useCallback, useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { ContainersOfOrderDocument, OutputToConfirmHereDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { CodeLabel } from '#web/parts/print/CodeLabel.tsx'
import { PrintSheet } from '#web/parts/print/PrintSheet.tsx'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { playTone } from '#web/parts/screen/tones.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { ConfirmedHere } from './ConfirmSheet.tsx'
import classes from './ContainerTile.module.css'
import { nextContainerCodes, waitingContainers } from './containerCodes.ts'
import { useConfirming } from './useConfirming.ts'
import { useSheetMaterials } from './useSheetMaterials.tsx'

export type ContainerTileProps = {
  readonly workCenterId: number
  readonly place: string
  readonly isLarge: boolean
  readonly order: { readonly id: number; readonly orderCode: string; readonly productName: string }
  /** Units that a container takes, how many containers are full, and the name of the unit. */
  readonly quantity: number
  readonly full: number
  /** Whether they were confirmed a moment ago, and the order is still as it was before. */
  readonly isBooked: boolean
  readonly unit: string
  /** Opens the sheet that confirms, with the container. */
  readonly onMore: (code: string) => void
  readonly onConfirmed: (done: ConfirmedHere) => void
}

/** Looks again whether the last container is still the last. */
const NETWORK = 'cache-and-network'

/**
 * Returns the tile of the containers that are full and not confirmed, with a tone where the screen has tones: one tap confirms what is in them, cuts the count
 * and prints their labels (domain.md F-7). Where output of a segment is confirmed once only, it leads to the sheet, which asks what becomes of the rest.
 */
export function ContainerTile(props: ContainerTileProps) {
  const { workCenterId, place, isLarge, order, quantity, full, isBooked, unit, onMore, onConfirmed } = props
  const { t } = useTexts('confirm')
  const format = useFormat()
  const jobOrderId = order.id
  // It stays while its labels are printed.
  const pause = full === 0
  const [last] = useQuery({ query: ContainersOfOrderDocument, variables: { jobOrderId }, requestPolicy: NETWORK, pause })
  const [form] = useQuery({
    query: OutputToConfirmHereDocument,
    variables: { workCenterId, jobOrderId, outputIIoTs: null },
    requestPolicy: NETWORK,
    pause,
  })
  const confirming = useConfirming({ orderCode: order.orderCode, place })
  const total = quantity * full
  const materials = useSheetMaterials({ workCenterId, jobOrderId: pause ? null : jobOrderId, total, known: null, place, comment: '' })
  const [problems, setProblems] = useState<readonly ApiProblem[]>([])
  const [labels, setLabels] = useState<readonly string[]>([])
  const printed = useCallback(() => setLabels([]), [])
  useEffect(() => {
    if (isLarge && full > 0) playTone('full')
  }, [isLarge, full])
  const { entries } = useOutbox()
  const known = last.data?.outputConfirmationsPages.items.flatMap(({ container }) => container?.code ?? []) ?? []
  const used = [...waitingContainers(entries, jobOrderId), ...known]
  const codes = nextContainerCodes(used, order.orderCode, full)
  const [first = ''] = codes
  const isAtOnce = form.data?.outputToConfirm.mayFollow === true && form.data.outputToConfirm.problem === null && !materials.asksScrap
  // An old answer would fill the container of before again.
  const isKnown =
    last.data !== undefined && !last.stale && form.data !== undefined && !form.stale && (materials.isReady || materials.asksScrap)
  const confirm = async () => {
    if (!isAtOnce) return onMore(first)
    setProblems([])
    const sent = await confirming.send(
      {
        workCenterId,
        jobOrderId,
        outputIIoTs: null,
        acceptedOutput: total,
        rejectedOutput: 0,
        qualityReasons: [],
        consumptions: [...materials.consumptions],
        scraps: [...materials.scraps],
        containerCodes: [...codes],
        comment: null,
        closeAfterConfirmation: false,
        cutAt: null,
      },
      setProblems,
    )
    if (sent === null) return undefined
    setLabels(codes)
    return onConfirmed({ ...sent, accepted: total, rejected: 0, orderCode: order.orderCode })
  }
  const amount = `${format.number(quantity)} ${unit}`.trim()
  return (
    <div className={classes['place']} data-large={isLarge || undefined}>
      {full > 0 && (
        <button
          type="button"
          className={classes['tile']}
          disabled={!isKnown || isBooked || confirming.isBusy}
          onClick={() => void confirm()}
        >
          <Icon name="check" size={20} />
          <span>
            {full === 1
              ? t('full.one', { code: first, amount })
              : t('full.many', { codes: `${first} … ${codes.at(-1) ?? ''}`, count: full, amount })}
          </span>
          <span className="hidden-text"> {order.orderCode}</span>
        </button>
      )}
      {materials.failure}
      {problems.map((problem) => (
        <Alert key={`${problem.code} ${problem.field ?? ''}`} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      {problems.length > 0 && <ActionButton onClick={() => onMore(first)}>{t('full.more')}</ActionButton>}
      {labels.length > 0 && (
        <PrintSheet size="100x50" onPrinted={printed}>
          {labels.map((code) => (
            <CodeLabel key={code} size="100x50" code={code} lines={[order.productName, amount, order.orderCode]} />
          ))}
        </PrintSheet>
      )}
    </div>
  )
}
