import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { useFreshQuery } from '#web/api/fresh.ts'
import { CancelConfirmationHereDocument, MaterialsToConfirmDocument, OutputToConfirmHereDocument } from '#web/api/generated/graphql.ts'
import { KEYED } from '#web/api/keyed.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { outbox, useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { type AskedAhead, type ConfirmedHere, ConfirmSheet } from './ConfirmSheet.tsx'
import { takeBack, type TakenBack, wayBack } from './takeBack.ts'

export type ConfirmHereProps = {
  readonly workCenterId: number
  /** The order of which output is confirmed; null = closed, or without one where segments are named. */
  readonly jobOrderId: number | null
  /** Output segments that are confirmed; left out = all that wait. */
  readonly segmentIds?: readonly number[] | null
  /** Whether all is confirmed that was made without an order. */
  readonly isWithoutOrder?: boolean
  /** The name of the work center. */
  readonly place: string
  /** The order that is likely to be confirmed next: what its sheet shows is known before the connection may be lost. Left out = none. */
  readonly likely?: number | null
  /** A container that was scanned and is filled. */
  readonly containerCode?: string | null
  /** A reason that was scanned, and cannot be rejected for alone. */
  readonly scannedReason?: number | null
  /** What was confirmed beside the sheet: it is taken back by the same bar. */
  readonly confirmed?: ConfirmedHere | null
  /** Large buttons for gloves. */
  readonly isLarge?: boolean
  readonly onClose: () => void
  /** Called when what was confirmed here is taken back. */
  readonly onTakenBack?: () => void
  /** Called when what was confirmed may have changed. */
  readonly onChanged: () => void
}

/** So often what the sheet would show is asked again: without a connection it is from then. */
const AHEAD_MS = 60_000

/** Returns what the sheet of the order will ask, as it was answered last: it is there without a connection. */
function useAskedAhead(workCenterId: number, jobOrderId: number | null): AskedAhead {
  const pause = jobOrderId === null
  const [form] = useFreshQuery(
    OutputToConfirmHereDocument,
    { workCenterId, jobOrderId, outputIIoTs: null },
    { workCenterIds: [workCenterId], kinds: ['order'] },
    { pause, everyMs: AHEAD_MS },
  )
  const together = form.data?.outputToConfirm.together ?? []
  const materials = useMaterialsAhead(workCenterId, [
    ...new Set([...(jobOrderId === null ? [] : [jobOrderId]), ...together.map(({ id }) => id)]),
  ])
  return { form: form.data ?? null, materials }
}

/** Returns what the orders need of material, as it was answered last, by the order. */
function useMaterialsAhead(workCenterId: number, jobOrderIds: readonly number[]): AskedAhead['materials'] {
  const client = useClient()
  const [known, setKnown] = useState<AskedAhead['materials']>(new Map())
  const asked = jobOrderIds.join(' ')
  useEffect(() => {
    const streams = asked
      .split(' ')
      .filter((id) => id !== '')
      .map(Number)
      .map((id) =>
        client.query(MaterialsToConfirmDocument, { workCenterId, id }).subscribe(({ data }) => {
          if (data != null) setKnown((before) => new Map(before).set(id, data))
        }),
      )
    return () => streams.forEach(({ unsubscribe }) => unsubscribe())
  }, [client, workCenterId, asked])
  return known
}

/** Returns the sheet in which output of an order is confirmed, and after it the bar that says what was booked, with the way back. */
export function ConfirmHere({
  workCenterId,
  jobOrderId,
  segmentIds = null,
  isWithoutOrder = false,
  place,
  likely = null,
  containerCode = null,
  scannedReason = null,
  confirmed = null,
  isLarge = false,
  onClose,
  onTakenBack,
  onChanged,
}: ConfirmHereProps) {
  const { t } = useTexts('confirm')
  const format = useFormat()
  const [done, setDone] = useState<ConfirmedHere | null>(null)
  const [taken, setTaken] = useState<TakenBack | null>(null)
  const [given, setGiven] = useState<ConfirmedHere | null>(null)
  if (given !== confirmed) {
    setGiven(confirmed)
    if (confirmed !== null) {
      setTaken(null)
      setDone(confirmed)
    }
  }
  const [isBusy, setBusy] = useState(false)
  const { entries } = useOutbox()
  const ahead = useAskedAhead(workCenterId, likely)
  const back = useChange(CancelConfirmationHereDocument, KEYED)
  const textOf = ({ confirmationIds, keptKeys, orderCode, accepted, rejected }: ConfirmedHere): string => {
    if (taken !== null) {
      if (taken.problem === null) return t('undone')
      const count = confirmationIds.length - taken.left.length
      const problem = problemText(t, taken.problem)
      return count === 0 ? problem : t('undonePartly', { value: format.number(count), all: format.number(confirmationIds.length), problem })
    }
    const values = { code: orderCode ?? t('noOrder'), accepted: format.number(accepted), rejected: format.number(rejected) }
    if (keptKeys.length > 0) return t(rejected > 0 ? 'keptBoth' : 'kept', values)
    return t(rejected > 0 ? 'doneBoth' : 'done', values)
  }
  const undo = async ({ confirmationIds, keptKeys }: ConfirmedHere) => {
    const way = wayBack(keptKeys, outbox.state().entries)
    if (way === null) return
    for (const { id } of way.kept) await outbox.drop(id)
    if (confirmationIds.length === 0) return setTaken({ left: [], problem: null })
    const said = { comment: t('undoWhy'), actingUserId: actingUserId() }
    setBusy(true)
    const outcome = await takeBack(confirmationIds, async (id) => (await back.run({ ...said, id, requestKey: newRequestKey() })).problems)
    setBusy(false)
    setTaken(outcome)
    onTakenBack?.()
    onChanged()
  }
  return (
    <>
      <ConfirmSheet
        key={segmentIds === null ? jobOrderId : segmentIds.join(',')}
        workCenterId={workCenterId}
        jobOrderId={jobOrderId}
        segmentIds={segmentIds}
        isOpen={jobOrderId !== null || segmentIds !== null || isWithoutOrder}
        place={place}
        containerCode={containerCode}
        scannedReason={scannedReason}
        ahead={jobOrderId === likely && segmentIds === null ? ahead : null}
        isLarge={isLarge}
        onClose={onClose}
        onConfirmed={(confirmed) => {
          setTaken(null)
          setDone(confirmed)
          onClose()
          onChanged()
        }}
      />
      <UndoBar
        text={done === null ? '' : textOf(done)}
        answer={isBusy ? null : done}
        undoLabel={t('undo')}
        closeLabel={t('state.close')}
        // What was sent meanwhile is taken back where it is listed.
        onUndo={done === null || taken !== null || wayBack(done.keptKeys, entries) === null ? null : () => void undo(done)}
        onClose={() => setDone(null)}
      />
    </>
  )
}
