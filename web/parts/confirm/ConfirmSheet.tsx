import { type KeyboardEvent, useRef, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { reasonOfCode } from '#engine/loss/reasonCode.ts'
import {
  type ConfirmFormFragment,
  type MaterialsToConfirmQuery,
  OutputToConfirmHereDocument,
  type OutputToConfirmHereQuery,
} from '#web/api/generated/graphql.ts'
import { showToast } from '#web/base/toast.ts'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { ConfirmedMeanwhile } from './ConfirmedMeanwhile.tsx'
import { ConfirmedShiftLink } from './ConfirmedShiftLink.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { NumberPad } from '#web/ui/NumberPad.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import {
  type ConfirmDraft,
  isRestNotMade,
  newDraft,
  padded,
  prefilledOf,
  readDraft,
  separatorOf,
  textOf,
  withReason,
  withScannedReason,
} from './confirm.view.ts'
import { keptUnits } from './confirmAct.ts'
import { confirmedMeanwhile, countedAgain } from './meanwhile.view.ts'
import classes from './ConfirmSheet.module.css'
import { Refusals } from './Refusals.tsx'
import { PadFields } from './PadFields.tsx'
import { NO_SCAN, type SheetScan, scanAfter } from './sheetScan.ts'
import { rulesOf, withoutKept } from './sheetForm.view.ts'
import { byPlace, type SheetField } from './sheetProblems.view.ts'
import { isDivided } from './together.view.ts'
import { TogetherSheet } from './TogetherSheet.tsx'
import { useConfirming } from './useConfirming.ts'
import { useSheetContainers } from './useSheetContainers.tsx'
import { useSheetMaterials } from './useSheetMaterials.tsx'

/** What was confirmed: a row of each of its postings, by which they are taken back, and its units. */
export type ConfirmedHere = {
  readonly confirmationIds: readonly number[]
  readonly accepted: number
  readonly rejected: number
  readonly orderCode: string | null
  /** Of what waits for a connection. */
  readonly keptKeys: readonly string[]
}

/** What the sheet asks, as it was answered before it was opened. */
export type AskedAhead = {
  readonly form: OutputToConfirmHereQuery | null
  /** By the order: of output that was counted for several, each has its own. */
  readonly materials: ReadonlyMap<number, MaterialsToConfirmQuery>
}

export type ConfirmSheetProps = {
  readonly workCenterId: number
  /** null = output that was made without an order. */
  readonly jobOrderId: number | null
  /** Output segments; null = all that wait. */
  readonly segmentIds?: readonly number[] | null
  /** The name of the work center, for the list of what is not sent. */
  readonly place: string
  /** For when the sheet itself gets no answer. */
  readonly ahead: AskedAhead | null
  /** A container that was scanned and is filled. */
  readonly containerCode?: string | null
  /** A reason that was scanned before the sheet was opened. */
  readonly scannedReason?: number | null
  readonly isOpen: boolean
  readonly isLarge?: boolean
  readonly onClose: () => void
  readonly onConfirmed: (done: ConfirmedHere) => void
}

/**
 * Returns the sheet in which output is confirmed: prefilled with what was counted up to now, where the count is cut, so that one tap on the button, which
 * names what it books, confirms just that. Numbers are typed on a pad of its own. Without a connection it is from what was known last, and what is said is
 * kept until it can be sent.
 */
export function ConfirmSheet({ isOpen, isLarge = false, onClose, ...props }: ConfirmSheetProps) {
  const { t } = useTexts('confirm')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('title')} closeLabel={t('state.close')} isWide isLarge={isLarge}>
      <Asked {...props} onClose={onClose} />
    </Dialog>
  )
}

type AskedProps = Omit<ConfirmSheetProps, 'isLarge' | 'isOpen'>

function Asked({ workCenterId, jobOrderId, segmentIds = null, ahead, containerCode = null, scannedReason = null, ...props }: AskedProps) {
  const { t } = useTexts('confirm')
  const client = useClient()
  const variables = { workCenterId, jobOrderId, outputIIoTs: segmentIds === null ? null : [...segmentIds] }
  // What was counted a moment ago is not what is confirmed.
  const [{ data, error, stale }, ask] = useQuery({ query: OutputToConfirmHereDocument, variables, requestPolicy: 'network-only' })
  // Stale is what was asked ahead: it holds only where no other answer comes.
  const known = stale ? null : (data ?? (error === undefined ? null : ahead?.form))
  // What it was opened with stays: asked again, as when the connection is tried, the question is without an answer for a while.
  const [opened, setOpened] = useState<Opened | null>(null)
  if (opened === null && known != null) {
    const form = known.outputToConfirm
    setOpened({ form, isAway: error !== undefined, isTogether: isDivided(form) })
  }
  const countAgain = async () => {
    const again = await client.query(OutputToConfirmHereDocument, variables, { requestPolicy: 'network-only' }).toPromise()
    if (again.data == null) return showToast(t('state.wrong'))
    const form = again.data.outputToConfirm
    // What was typed and sent for several orders stays, however few of them still wait.
    setOpened({ form, isAway: false, isTogether: opened?.isTogether === true || isDivided(form) })
  }
  if (opened !== null) {
    const { isTogether, ...shown } = opened
    if (isTogether)
      return (
        <TogetherSheet
          {...shown}
          {...{ workCenterId, jobOrderId, segmentIds, onCountAgain: countAgain }}
          {...props}
          known={ahead?.materials ?? new Map()}
        />
      )
    const asked = {
      workCenterId,
      jobOrderId,
      segmentIds,
      onCountAgain: countAgain,
      knownMaterials: ahead?.materials.get(jobOrderId ?? 0) ?? null,
    }
    return <Sheet {...shown} {...asked} {...props} containerCode={containerCode} scannedReason={scannedReason} />
  }
  if (error !== undefined) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask()} />
  return <div className={classes['waiting']} aria-hidden />
}

/** What waits, as the sheet shows it. */
type Opened = Pick<SheetProps, 'form' | 'isAway'> & { readonly isTogether: boolean }

type SheetProps = Omit<AskedProps, 'ahead' | 'containerCode' | 'scannedReason'> & {
  readonly containerCode: string | null
  readonly scannedReason: number | null
  readonly form: ConfirmFormFragment
  /** Whether the form is from before the connection was lost. */
  readonly isAway: boolean
  readonly knownMaterials: MaterialsToConfirmQuery | null
  /** Asks anew what waits, while the sheet is open. */
  readonly onCountAgain: () => Promise<void>
}

function Sheet({
  form: asked,
  isAway: wasAway,
  knownMaterials,
  workCenterId,
  jobOrderId,
  segmentIds = null,
  place,
  containerCode,
  scannedReason,
  onClose,
  onConfirmed,
  onCountAgain,
}: SheetProps) {
  const { t } = useTexts('confirm')
  const format = useFormat()
  const unitName = useUnitName()
  const { entries } = useOutbox()
  // As it was when the sheet was opened.
  const [isAway, setAway] = useState(wasAway)
  const [form, setForm] = useState(() => (isAway ? withoutKept(asked, keptUnits(entries, workCenterId, jobOrderId)) : asked))
  const [shown, setShown] = useState(asked)
  const orderCode = form.jobOrder?.orderCode ?? null
  const [rest, setRest] = useState<'LATER' | 'NOT_MADE'>(form.mayFollow || isAway ? 'LATER' : 'NOT_MADE')
  const [comment, setComment] = useState('')
  const confirming = useConfirming({ orderCode, place })
  const { locale } = format
  const rules = rulesOf(form, isAway)
  const [draft, setDraft] = useState<ConfirmDraft>(() => {
    const empty = newDraft(form.calculationType)
    const isOffered = form.qualityReasons.some(({ id }) => id === scannedReason)
    return scannedReason === null || !isOffered ? empty : withScannedReason(empty, scannedReason, rules, locale)
  })
  // Asked again by the person; what was refused was of the count before.
  const [overcome, setOvercome] = useState<typeof confirming.problems | null>(null)
  if (shown !== asked) {
    setShown(asked)
    setForm(asked)
    setAway(false)
    setOvercome(confirming.problems)
    setDraft(countedAgain)
  }
  const told = confirming.problems === overcome ? [] : confirming.problems
  const reading = readDraft(draft, rules, locale)
  const faster = confirmedMeanwhile(told)
  const refused = byPlace(faster === null ? told : told.filter(({ code }) => code !== 'SEGMENT_CONFIRMED'))
  const sentences = (at: SheetField | null) => (refused.get(at) ?? []).map((problem) => problemText(t, problem, format))
  const materials = useSheetMaterials({
    workCenterId,
    jobOrderId,
    total: reading.total,
    known: knownMaterials,
    place,
    comment,
    refused: refused.get('materials') ?? [],
  })
  const containers = useSheetContainers({
    workCenterId,
    scanned: containerCode,
    isBatchTracked: form.jobOrder?.product?.isBatchTracked === true,
    problemOf: (at) => sentences(at).join(' ') || null,
  })
  const counted = form.acceptedOutput + form.rejectedOutput
  const unit = unitName(form.measurementUnit)
  const key = (pressed: string) =>
    setDraft((before) => padded(before, pressed, textOf(before, before.active, prefilledOf(before.active, rules), locale), locale))
  const withReasonOf = (before: ConfirmDraft, reasonId: number): ConfirmDraft => {
    if (form.qualityReasons.some(({ id }) => id === reasonId)) return withScannedReason(before, reasonId, rules, locale)
    showToast(t('reject.notOffered'))
    return before
  }
  const held = { draft, comment, containers: containers.text, batch: containers.typedBatch, materials: materials.typed }
  const scan = useRef<SheetScan<typeof held>>(NO_SCAN)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = scanAfter(scan.current, { key: event.key, at: event.timeStamp }, held)
    scan.current = next.scan
    if (next.before === null || next.text === null) return
    event.preventDefault()
    // The keys went to what has the focus as well: a field that holds a code holds no part of the next one.
    const reasonId = reasonOfCode(next.text)
    setDraft(reasonId === null ? next.before.draft : withReasonOf(next.before.draft, reasonId))
    setComment(next.before.comment)
    containers.restoreBatch(next.before.batch)
    materials.restore(next.before.materials)
    if (reasonId === null) void containers.scan(next.text, next.before.containers)
    else containers.restore(next.before.containers)
  }
  const needsNotes = form.qualityReasons.some(
    ({ id, requireExtraNotes }) => requireExtraNotes && reading.reasons.some((one) => one.reasonId === id),
  )
  const save = async () => {
    const { accepted, rejected, reasons } = reading
    const words = comment.trim() === '' ? null : comment.trim()
    const sent = await confirming.send({
      workCenterId,
      jobOrderId,
      outputIIoTs: segmentIds === null ? null : [...segmentIds],
      acceptedOutput: accepted,
      rejectedOutput: rejected,
      qualityReasons: reasons.map((reason) => ({ ...reason, comment: words })),
      consumptions: [...materials.consumptions],
      scraps: [...materials.scraps],
      allowUncovered: materials.allowUncovered,
      batchCode: accepted > 0 && containers.batchCode !== '' ? containers.batchCode : null,
      containerCodes: accepted > 0 && containers.codes.length > 0 ? [...containers.codes] : null,
      comment: words,
      closeAfterConfirmation: isRestNotMade(reading, rules, rest),
      // What the person counted was counted until now, not until the connection was lost.
      cutAt: isAway && reading.difference !== 0 ? null : form.countedTo,
    })
    if (sent !== null) onConfirmed({ ...sent, accepted, rejected, orderCode })
  }
  const needsWords = needsNotes || materials.allowUncovered
  const others = sentences(null)
  // Without its materials a confirmation would consume nothing.
  const isOff = !materials.isReady || reading.problem !== null || (needsWords && comment.trim() === '')
  const kind = `${reading.rejected > 0 ? 'BOTH' : 'ONE'}${reading.overPlanBy === null ? '' : '_ANYWAY'}` as const
  return (
    <>
      <form
        className={classes['sheet']}
        data-scans
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isOff && !confirming.isBusy) void save()
        }}
      >
        <p className={classes['about']}>
          {form.jobOrder === null ? t('withoutOrder') : [form.jobOrder.orderCode, form.jobOrder.product?.name].filter(Boolean).join(' · ')}
          <span>
            {counted === 0
              ? t('nothingCounted')
              : form.isShared
                ? t('countedTogether', { value: format.number(counted), unit })
                : t('counted', { value: format.number(counted), unit })}
          </span>
        </p>
        {isAway && <p data-more>{t('away', { time: format.time(Date.parse(form.countedTo)) })}</p>}
        <div className={classes['numbers']}>
          <PadFields
            draft={draft}
            rules={rules}
            reading={reading}
            reasons={form.qualityReasons}
            unit={unit}
            locale={locale}
            onChange={setDraft}
            wrong={{ units: sentences('units'), reasons: sentences('reasons') }}
            onReason={(id) => setDraft((before) => withReason(before, id, reading.unexplained, locale))}
          />
          <NumberPad label={t('pad')} deleteLabel={t('delete')} separator={form.isWhole ? null : separatorOf(locale)} onKey={key} />
        </div>
        <div aria-live="polite" className={classes['verdict']}>
          {reading.difference > 0 && counted > 0 && !isAway && <p data-more>{t('more', { value: format.number(reading.difference) })}</p>}
          {reading.difference < 0 &&
            !isAway &&
            (form.mayFollow ? (
              <ChoiceGroup
                label={t('less', { value: format.number(-reading.difference) })}
                value={rest}
                choices={(['LATER', 'NOT_MADE'] as const).map((value) => ({ value, label: t(`rest.${value}`) }))}
                onChange={setRest}
              />
            ) : (
              <p data-more>{t('lessNotMade', { value: format.number(-reading.difference) })}</p>
            ))}
          {reading.overPlanBy !== null && <p data-more>{t('overPlan', { value: format.number(reading.overPlanBy), unit })}</p>}
        </div>
        {materials.fields}
        {containers.field}
        <label className={classes['comment']}>
          {materials.allowUncovered ? t('shortage.why') : needsNotes ? t('commentNeeded') : t('comment')}
          <input value={comment} maxLength={2000} onChange={({ currentTarget }) => setComment(currentTarget.value)} />
        </label>
        <Refusals sentences={sentences('comment')} isBeside />
        <Refusals sentences={others.length > 0 ? others : form.problem == null ? [] : [problemText(t, { code: form.problem })]} />
        <ConfirmedMeanwhile problems={told} onCountAgain={onCountAgain} />
        <ConfirmedShiftLink problems={told} />
        <DialogActions>
          <ActionButton onClick={onClose}>{t('state.close')}</ActionButton>
          <ActionButton
            isMain
            isBusy={confirming.isBusy}
            isDisabled={isOff}
            isSubmit
            {...(reading.problem !== null && { why: problemText(t, reading.problem) })}
          >
            {t(`confirm.${kind}`, { accepted: format.number(reading.accepted), rejected: format.number(reading.rejected) })}
          </ActionButton>
        </DialogActions>
        {materials.missing !== null && <p className={classes['missing']}>{materials.missing}</p>}
        {reading.problems.map((problem) => (
          <p key={`${problem.code} ${problem.field ?? ''}`} className={classes['missing']}>
            {problemText(t, problem)}
          </p>
        ))}
      </form>
      {materials.dialogs}
    </>
  )
}
