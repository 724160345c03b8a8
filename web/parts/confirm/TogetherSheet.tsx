import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { reasonOfCode } from '#engine/loss/reasonCode.ts'
import type { ConfirmFormFragment, MaterialsToConfirmQuery } from '#web/api/generated/graphql.ts'
import { showToast } from '#web/base/toast.ts'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { NumberPad } from '#web/ui/NumberPad.tsx'
import {
  type ConfirmDraft,
  newDraft,
  padded,
  prefilledOf,
  readDraft,
  separatorOf,
  textOf,
  withReason,
  withScannedReason,
} from './confirm.view.ts'
import type { ConfirmedHere } from './ConfirmSheet.tsx'
import { ConfirmedMeanwhile } from './ConfirmedMeanwhile.tsx'
import { ConfirmedShiftLink } from './ConfirmedShiftLink.tsx'
import classes from './ConfirmSheet.module.css'
import { Refusals } from './Refusals.tsx'
import { confirmedMeanwhile } from './meanwhile.view.ts'
import { PadFields } from './PadFields.tsx'
import { NO_SCAN, type SheetScan, scanAfter } from './sheetScan.ts'
import { byPlace, type SheetField } from './sheetProblems.view.ts'
import { divisionOf, ordersAgain, problemOfLines, rulesOfLine, withoutKeptOfAll } from './together.view.ts'
import { type ConfirmSent, useConfirming } from './useConfirming.ts'
import { type SheetContainers, useSheetContainers } from './useSheetContainers.tsx'
import { type SheetMaterials, useSheetMaterials } from './useSheetMaterials.tsx'

export type TogetherSheetProps = {
  readonly form: ConfirmFormFragment
  readonly isAway: boolean
  readonly workCenterId: number
  /** Whose line is open at first. */
  readonly jobOrderId: number | null
  readonly segmentIds: readonly number[] | null
  /** What the orders need of material, as it was known before: for when there is no connection. */
  readonly known: ReadonlyMap<number, MaterialsToConfirmQuery>
  readonly place: string
  readonly onClose: () => void
  readonly onConfirmed: (done: ConfirmedHere) => void
  /** Asks anew what waits, while the sheet is open. */
  readonly onCountAgain: () => Promise<void>
}

type Said = Pick<SheetMaterials, 'allowUncovered' | 'consumptions' | 'isReady' | 'missing' | 'restore' | 'scraps' | 'typed'>
/** Whether the materials of a line may be sent as they are; FAILED = nobody knows what its order needs, else a sentence that says what is missing. */
type LineState = { readonly kind: 'FAILED' | 'READY' | 'WAITING'; readonly missing: string | null }
type Sent = ConfirmSent & { readonly accepted: number; readonly rejected: number; readonly orderCode: string }

/** Returns the sheet of what a machine counted for several orders together: a line an order, of which people say what is its own, and what is left. */
export function TogetherSheet(props: TogetherSheetProps) {
  const { workCenterId, jobOrderId, segmentIds, known, place, onClose, onConfirmed, onCountAgain } = props
  const { entries } = useOutbox()
  // As it was when the sheet was opened.
  const [isAway, setAway] = useState(props.isAway)
  const [shown, setShown] = useState(props.form)
  const [form, setForm] = useState(() => (isAway ? withoutKeptOfAll(props.form, entries, workCenterId) : props.form))
  const { t } = useTexts('confirm')
  const format = useFormat()
  const { locale } = format
  const unit = useUnitName()(form.measurementUnit)
  const [active, setActive] = useState(form.together.find(({ id }) => id === jobOrderId)?.id ?? form.together[0]?.id ?? 0)
  const [drafts, setDrafts] = useState<ReadonlyMap<number, ConfirmDraft>>(new Map())
  const [materialsOf, setMaterialsOf] = useState<ReadonlyMap<number, LineState>>(new Map())
  const [comment, setComment] = useState('')
  const [sent, setSent] = useState<ReadonlyMap<number, Sent>>(new Map())
  /** Sent before the count was asked anew: it is in that count no more. */
  const [countedOut, setCountedOut] = useState<ReadonlySet<number>>(new Set())
  /** All that had a line: it stays when nothing of it waits any more. */
  const [orders, setOrders] = useState<readonly ConfirmFormFragment['together'][number][]>(form.together)
  /** Whose line was refused. */
  const [failed, setFailed] = useState<number | null>(null)
  const materials = useRef(new Map<number, Said>())
  const containers = useRef(new Map<number, SheetContainers>())
  const scan = useRef<SheetScan<Held>>(NO_SCAN)
  const confirming = useConfirming({ orderCode: null, place })
  // Asked again by the person; what was refused was of the count before. What the lines say stays: it is set against what is counted now.
  const [overcome, setOvercome] = useState<typeof confirming.problems | null>(null)
  if (shown !== props.form) {
    setShown(props.form)
    setForm(props.form)
    setOrders(ordersAgain(orders, props.form.together))
    setCountedOut(new Set(sent.keys()))
    setAway(false)
    setOvercome(confirming.problems)
  }
  const told = confirming.problems === overcome ? [] : confirming.problems
  const faster = confirmedMeanwhile(told)
  const [host, setHost] = useState<HTMLElement | null>(null)
  const draftOf = (id: number) => drafts.get(id) ?? newDraft(form.calculationType)
  const change = (next: (draft: ConfirmDraft) => ConfirmDraft) =>
    setDrafts((before) => new Map(before).set(active, next(before.get(active) ?? newDraft(form.calculationType))))
  const lines = orders.map((order) => {
    const rules = rulesOfLine(form, order, isAway)
    return { order, rules, reading: readDraft(draftOf(order.id), rules, locale) }
  })
  const readings = lines.filter(({ order }) => !countedOut.has(order.id)).map(({ reading }) => reading)
  const division = divisionOf(form, readings)
  const open = lines.find(({ order }) => order.id === active)
  const saying = lines.filter(({ reading }) => reading.total > 0)
  const [isUncovered, setUncovered] = useState<ReadonlyMap<number, boolean>>(new Map())
  const needsNotes =
    saying.some(({ order }) => isUncovered.get(order.id) === true) ||
    form.qualityReasons.some(
      ({ id, requireExtraNotes }) => requireExtraNotes && saying.some(({ reading }) => reading.reasons.some((one) => one.reasonId === id)),
    )
  const linesProblem = problemOfLines(readings)
  const unknownLine = saying.find(({ order }) => materialsOf.get(order.id)?.kind === 'FAILED')
  const missingLine = saying.find(({ order }) => (materialsOf.get(order.id)?.missing ?? null) !== null)
  const why =
    linesProblem !== null
      ? problemText(t, linesProblem)
      : unknownLine !== undefined
        ? `${unknownLine.order.orderCode}: ${t('materials.unknown')}`
        : missingLine !== undefined
          ? `${missingLine.order.orderCode}: ${materialsOf.get(missingLine.order.id)?.missing ?? ''}`
          : null
  const isOff =
    linesProblem !== null ||
    saying.some(({ order }) => materialsOf.get(order.id)?.kind !== 'READY') ||
    (needsNotes && comment.trim() === '')
  const close = (done: ReadonlyMap<number, Sent>) => (done.size === 0 ? onClose() : onConfirmed(together([...done.values()])))
  const save = async () => {
    const words = comment.trim() === '' ? null : comment.trim()
    let done = sent
    for (const { order, reading } of saying) {
      if (done.has(order.id)) continue
      const { accepted, rejected, reasons } = reading
      const { consumptions = [], scraps = [], allowUncovered = false } = materials.current.get(order.id) ?? {}
      const { batchCode = '', codes = [] } = containers.current.get(order.id) ?? {}
      const written = {
        workCenterId,
        jobOrderId: order.id,
        outputIIoTs: segmentIds === null ? null : [...segmentIds],
        acceptedOutput: accepted,
        rejectedOutput: rejected,
        qualityReasons: reasons.map((reason) => ({ ...reason, comment: words })),
        consumptions: [...consumptions],
        scraps: [...scraps],
        allowUncovered,
        batchCode: accepted > 0 && batchCode !== '' ? batchCode : null,
        containerCodes: accepted > 0 && codes.length > 0 ? [...codes] : null,
        comment: words,
        closeAfterConfirmation: false,
        // All of them end the count at one instant.
        cutAt: isAway && division.left !== 0 ? null : form.countedTo,
      }
      const one = await confirming.send(written, undefined, order.orderCode)
      if (one === null) {
        setFailed(order.id)
        return setActive(order.id)
      }
      done = new Map(done).set(order.id, { ...one, accepted, rejected, orderCode: order.orderCode })
      setSent(done)
    }
    close(done)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [ofLine, said] = [containers.current.get(active), materials.current.get(active)]
    const held = {
      draft: draftOf(active),
      comment,
      containers: ofLine?.text ?? '',
      batch: ofLine?.typedBatch ?? '',
      materials: said?.typed,
    }
    const next = scanAfter(scan.current, { key: event.key, at: event.timeStamp }, held)
    scan.current = next.scan
    if (next.before === null || next.text === null) return
    event.preventDefault()
    const { before } = next
    // What is scanned is of the line that is open.
    const reasonId = reasonOfCode(next.text)
    change(() => (reasonId === null ? before.draft : withReasonOf(before.draft, reasonId)))
    setComment(before.comment)
    ofLine?.restoreBatch(before.batch)
    if (before.materials !== undefined) said?.restore(before.materials)
    if (reasonId === null) void ofLine?.scan(next.text, before.containers)
    else ofLine?.restore(before.containers)
  }
  const withReasonOf = (before: ConfirmDraft, reasonId: number): ConfirmDraft => {
    if (open !== undefined && form.qualityReasons.some(({ id }) => id === reasonId))
      return withScannedReason(before, reasonId, open.rules, locale)
    showToast(t('reject.notOffered'))
    return before
  }
  // Beside its field only in the line that was refused, else at the end.
  const refused = byPlace(told)
  const beside = (id: number, at: SheetField) =>
    failed === id ? (refused.get(at) ?? []).map((problem) => problemText(t, problem, format)).join(' ') || null : null
  const isBeside = (problem: (typeof told)[number]) => failed === active && BESIDE.some((at) => refused.get(at)?.includes(problem))
  const others = told.filter((problem) => !isBeside(problem) && (faster === null || problem.code !== 'SEGMENT_CONFIRMED'))
  // What was sent already is not confirmed again.
  const pending = saying.filter(({ order }) => !sent.has(order.id))
  const rest = divisionOf(
    form,
    pending.map(({ reading }) => reading),
  )
  const isOverPlan = pending.some(({ reading }) => reading.overPlanBy !== null)
  const kind = `${rest.rejected > 0 ? 'BOTH' : 'ONE'}${isOverPlan ? '_ANYWAY' : ''}` as const
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
          {t('countedTogether', { value: format.number(form.acceptedOutput + form.rejectedOutput), unit })}
          <span aria-live="polite">
            {division.left >= 0
              ? t('together.left', { value: format.number(division.left) })
              : t('more', { value: format.number(-division.left) })}
          </span>
        </p>
        {isAway && <p data-more>{t('away', { time: format.time(Date.parse(form.countedTo)) })}</p>}
        <div className={classes['orders']} role="group" aria-label={t('together.orders')}>
          {lines.map(({ order, reading }) => (
            <button
              key={order.id}
              type="button"
              aria-pressed={order.id === active}
              disabled={sent.has(order.id)}
              onClick={() => setActive(order.id)}
            >
              <span>
                <b>{order.orderCode}</b> {order.product?.name}
              </span>
              <b>
                {sent.has(order.id) && '✓ '}
                {format.number(reading.accepted)}
                {reading.rejected > 0 && t('together.rejected', { value: format.number(reading.rejected) })}
              </b>
            </button>
          ))}
        </div>
        {open !== undefined && (
          <div className={classes['numbers']}>
            <PadFields
              draft={draftOf(active)}
              rules={open.rules}
              reading={open.reading}
              reasons={form.qualityReasons}
              unit={unit}
              locale={locale}
              onChange={(draft) => change(() => draft)}
              onReason={(id) => change((before) => withReason(before, id, open.reading.unexplained, locale))}
            />
            <NumberPad
              label={t('pad')}
              deleteLabel={t('delete')}
              separator={form.isWhole ? null : separatorOf(locale)}
              onKey={(key) =>
                change((before) =>
                  padded(before, key, textOf(before, before.active, prefilledOf(before.active, open.rules), locale), locale),
                )
              }
            />
          </div>
        )}
        <div aria-live="polite" className={classes['verdict']}>
          {saying.map(
            ({ order, reading }) =>
              reading.overPlanBy !== null && (
                <p key={order.id} data-more>
                  {order.orderCode}: {t('overPlan', { value: format.number(reading.overPlanBy), unit })}
                </p>
              ),
          )}
        </div>
        {lines.map(({ order, reading }) => (
          <LineMaterials
            key={order.id}
            {...{ workCenterId, jobOrderId: order.id, total: reading.total, known: known.get(order.id) ?? null, place, comment }}
            isShown={order.id === active}
            host={host}
            onSaid={(said) => void materials.current.set(order.id, said)}
            onUncovered={(said) => setUncovered((before) => new Map(before).set(order.id, said))}
            onState={(state) => setMaterialsOf((before) => new Map(before).set(order.id, state))}
          />
        ))}
        {lines.map(({ order }) => (
          <LineContainers
            key={order.id}
            workCenterId={workCenterId}
            scanned={null}
            isBatchTracked={order.product?.isBatchTracked === true}
            problemOf={(at) => beside(order.id, at)}
            isShown={order.id === active}
            onSaid={(said) => void containers.current.set(order.id, said)}
          />
        ))}
        <label className={classes['comment']}>
          {needsNotes ? t('commentNeeded') : t('comment')}
          <input value={comment} maxLength={2000} onChange={({ currentTarget }) => setComment(currentTarget.value)} />
        </label>
        <Refusals
          sentences={(told.length > 0 ? others : form.problem == null ? [] : [{ code: form.problem }]).map((problem) =>
            problemText(t, problem, format),
          )}
        />
        <ConfirmedMeanwhile problems={told} onCountAgain={onCountAgain} />
        <ConfirmedShiftLink problems={told} />
        <DialogActions>
          <ActionButton onClick={() => close(sent)}>{t('state.close')}</ActionButton>
          <ActionButton isMain isBusy={confirming.isBusy} isDisabled={isOff} isSubmit {...(why !== null && { why })}>
            {t(`confirm.${kind}`, { accepted: format.number(rest.accepted), rejected: format.number(rest.rejected) })}
          </ActionButton>
        </DialogActions>
        {why !== null && <p className={classes['missing']}>{why}</p>}
      </form>
      <div ref={setHost} />
    </>
  )
}

/** What the keys of a scanner went into: the open line as it stood before them. */
type Held = {
  readonly draft: ConfirmDraft
  readonly comment: string
  readonly containers: string
  readonly batch: string
  readonly materials: SheetMaterials['typed'] | undefined
}

/** What a line tells beside its own fields. */
const BESIDE = ['batch', 'containers'] as const

type LineContainersProps = Parameters<typeof useSheetContainers>[0] & {
  readonly isShown: boolean
  readonly onSaid: (said: SheetContainers) => void
}

/** Returns batch and containers of a line where it is open; the others are told as well, since all lines are sent together. */
function LineContainers({ isShown, onSaid, ...asked }: LineContainersProps): ReactNode {
  const containers = useSheetContainers(asked)
  useEffect(() => {
    onSaid(containers)
  })
  return isShown && containers.field
}

type LineMaterialsProps = Parameters<typeof useSheetMaterials>[0] & {
  readonly isShown: boolean
  /** Where its dialogs stand: beside the form. */
  readonly host: HTMLElement | null
  readonly onSaid: (said: Said) => void
  readonly onState: (state: LineState) => void
  readonly onUncovered: (isUncovered: boolean) => void
}

/** Returns the materials of a line where it is open; the others are told as well, since all lines are sent together. */
function LineMaterials({ isShown, host, onSaid, onState, onUncovered, ...asked }: LineMaterialsProps): ReactNode {
  const { consumptions, scraps, allowUncovered, isReady, missing, typed, restore, fields, dialogs, failure } = useSheetMaterials(asked)
  const kind: LineState['kind'] = failure ? 'FAILED' : isReady ? 'READY' : 'WAITING'
  useEffect(() => {
    onSaid({ consumptions, scraps, allowUncovered, isReady, missing, typed, restore })
  })
  // The parent keeps it by the order, so that only a change of it counts.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => onState({ kind, missing }), [kind, missing])
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => onUncovered(allowUncovered), [allowUncovered])
  return (
    <>
      {isShown && fields}
      {host !== null && createPortal(dialogs, host)}
    </>
  )
}

/** What was confirmed in all lines, as one act that is told and taken back. */
function together(sent: readonly Sent[]): ConfirmedHere {
  const sum = (of: (one: Sent) => number) => sent.reduce((all, one) => all + of(one), 0)
  return {
    confirmationIds: sent.flatMap(({ confirmationIds }) => confirmationIds),
    keptKeys: sent.flatMap(({ keptKeys }) => keptKeys),
    accepted: sum(({ accepted }) => accepted),
    rejected: sum(({ rejected }) => rejected),
    orderCode: sent.map(({ orderCode }) => orderCode).join(', '),
  }
}
