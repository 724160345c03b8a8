import { useQuery } from 'urql'
import { OrderRunsHereDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { EndedAtDialog } from '#web/parts/order/EndedAtDialog.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormatContext } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'

export type EndedAtHereProps = {
  readonly order: { readonly id: number; readonly orderCode: string; readonly workCenterId: number | null }
  readonly action: 'CLOSE' | 'STOP'
  /** `at`: ISO 8601. */
  readonly onEnd: (at: string) => void
  readonly onClose: () => void
}

/** Returns the question when an order of the list was really paused or finished, as its machine asks it; times are those of the plant. */
export function EndedAtHere({ order, action, onEnd, onClose }: EndedAtHereProps) {
  const { t } = useTexts('order')
  const [{ data, error }, ask] = useQuery({ query: OrderRunsHereDocument, variables: { id: order.id }, requestPolicy: 'network-only' })
  const place = data?.jobOrder.workCenter ?? null
  const format = useZoneFormat(place?.timeZone ?? 'UTC')
  if (data === undefined && error !== undefined) {
    const [problem] = problemsOf(error)
    return (
      <Dialog isOpen onClose={onClose} title={t(`ended.${action}.title`, { code: order.orderCode })} closeLabel={t('state.close')}>
        <PanelError
          title={problem ? problemText(t, problem) : t('state.wrong')}
          retryLabel={t('state.retry')}
          onRetry={() => ask({ requestPolicy: 'network-only' })}
        />
      </Dialog>
    )
  }
  // What is likely follows from when it began: until that is known nothing can be chosen.
  if (data === undefined || place === null) return null
  const shiftStart = place.actualShift?.timeStart ?? null
  return (
    <FormatContext value={format}>
      <EndedAtDialog
        workCenterId={place.id}
        ending={{ order: { ...order, runs: data.jobOrder.runs }, action }}
        shiftStart={shiftStart === null ? null : Date.parse(shiftStart)}
        isLarge={false}
        onEnd={(_ending, at) => onEnd(at)}
        onClose={onClose}
      />
    </FormatContext>
  )
}
