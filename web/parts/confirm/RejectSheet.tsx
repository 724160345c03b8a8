import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { CancelConfirmationHereDocument, type ConfirmFormFragment, OutputToConfirmHereDocument } from '#web/api/generated/graphql.ts'
import { KEYED } from '#web/api/keyed.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { showToast } from '#web/base/toast.ts'
import { oneByOne } from '#web/parts/order/oneByOne.ts'
import { outbox, useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert, Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import classes from './RejectSheet.module.css'
import { rejectTiles, type RejectTile, scannedPieces } from './sheetForm.view.ts'
import { takeBack, wayBack } from './takeBack.ts'
import { type ConfirmSent, useConfirming } from './useConfirming.ts'
import { useSheetMaterials } from './useSheetMaterials.tsx'

/** A reason whose code was scanned; each scan is another one. */
export type ScannedReason = { readonly reasonId: number }

const NONE: readonly ScannedReason[] = []

export type RejectSheetProps = {
  readonly workCenterId: number
  /** null = closed. */
  readonly jobOrderId: number | null
  readonly place: string
  readonly isLarge?: boolean
  /** The reasons that were scanned, in turn: a piece is rejected for each. */
  readonly scanned?: readonly ScannedReason[]
  readonly onClose: () => void
  /** Leads to the sheet in which many, and other reasons, are said; of one that was scanned with it. */
  readonly onMore: (reasonId: number | null) => void
  readonly onChanged: () => void
}

/** Returns the tiles on which a tap says that one more piece is rejected, and why: at once, without ending what the machine counts (domain.md O-20). */
export function RejectSheet({ jobOrderId, isLarge = false, onClose, ...props }: RejectSheetProps) {
  const { t } = useTexts('confirm')
  return (
    <Dialog isOpen={jobOrderId !== null} onClose={onClose} title={t('reject.title')} closeLabel={t('state.close')} isWide isLarge={isLarge}>
      {jobOrderId !== null && <Asked {...props} jobOrderId={jobOrderId} />}
    </Dialog>
  )
}

type AskedProps = Omit<RejectSheetProps, 'isLarge' | 'jobOrderId' | 'onClose'> & { readonly jobOrderId: number }

function Asked({ workCenterId, jobOrderId, scanned = NONE, onMore, ...props }: AskedProps) {
  const { t } = useTexts('confirm')
  const variables = { workCenterId, jobOrderId, outputIIoTs: null }
  const [{ data, error }, ask] = useQuery({ query: OutputToConfirmHereDocument, variables, requestPolicy: 'cache-and-network' })
  // What the tiles were opened with stays while rejects are counted.
  const [form, setForm] = useState<ConfirmFormFragment | null>(null)
  if (form === null && data !== undefined) setForm(data.outputToConfirm)
  if (form === null)
    return error === undefined ? (
      <div className={classes['waiting']} aria-hidden />
    ) : (
      <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask()} />
    )
  const { countingOutputIIoTId } = form
  const tiles = rejectTiles(form)
  if (tiles === null || countingOutputIIoTId === null)
    return (
      <NotAtOnce
        text={form.problem === null ? t('reject.notAtOnce') : problemText(t, { code: form.problem })}
        onMore={() => onMore(scanned.at(-1)?.reasonId ?? null)}
      />
    )
  return <Tiles {...props} {...{ workCenterId, jobOrderId, form, tiles, scanned, onMore }} segmentId={countingOutputIIoTId} />
}

/** Returns why a reject cannot be said alone here, with the way to the sheet. */
function NotAtOnce({ text, onMore }: { readonly text: string; readonly onMore: () => void }) {
  const { t } = useTexts('confirm')
  return (
    <div className={classes['sheet']}>
      <p>{text}</p>
      <ActionButton isMain onClick={onMore}>
        {t('full.more')}
      </ActionButton>
    </div>
  )
}

type TilesProps = AskedProps & {
  readonly form: ConfirmFormFragment
  readonly segmentId: number
  readonly tiles: readonly RejectTile[]
}

/** A reject that was said here, and how it is taken back. */
type Done = { readonly reasonId: number | null; readonly sent: ConfirmSent }

function Tiles({ workCenterId, jobOrderId, place, form, segmentId, tiles, scanned = NONE, onMore, onChanged }: TilesProps) {
  const { t } = useTexts('confirm')
  const confirming = useConfirming({ orderCode: form.jobOrder?.orderCode ?? null, place })
  const materials = useSheetMaterials({ workCenterId, jobOrderId, total: 1, known: null, place, comment: '' })
  const back = useChange(CancelConfirmationHereDocument, KEYED)
  const { entries } = useOutbox()
  const [line] = useState(oneByOne)
  const [tapped, setTapped] = useState<readonly (number | null)[]>([])
  const [done, setDone] = useState<readonly Done[]>([])
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  /** Why each tap that was refused was: it stays while others are counted. */
  const [refusals, setRefusals] = useState<readonly ApiProblem[]>([])
  const last = done.at(-1) ?? null
  /** The last one for which the bar was closed, or stood long enough. */
  const [closed, setClosed] = useState<Done | null>(null)
  const nameOf = (id: number | null) => form.qualityReasons.find((reason) => reason.id === id)?.name ?? t('reject.noReason')
  const reject = ({ reasonId }: RejectTile) => {
    setTapped((before) => [...before, reasonId])
    setProblem(null)
    const written = {
      workCenterId,
      jobOrderId,
      outputIIoTs: [segmentId],
      acceptedOutput: 0,
      rejectedOutput: 1,
      qualityReasons: reasonId === null ? [] : [{ reasonId, output: 1, comment: null }],
      consumptions: [...materials.consumptions],
      scraps: [...materials.scraps],
      comment: null,
      closeAfterConfirmation: false,
      cutAtNow: false,
      cutAt: null,
    }
    void line(async () => {
      const sent = await confirming.send(written, ([why]) => {
        if (why !== undefined) setRefusals((before) => [...before, why])
      })
      setTapped((before) => without(before, reasonId))
      if (sent !== null) setDone((before) => [...before, { reasonId, sent }])
      onChanged()
    })
  }
  const heard = useRef(0)
  useEffect(() => {
    if (!materials.isReady) return
    // Those that came while it was not known what an order needs, too.
    const fresh = scanned.slice(heard.current)
    heard.current = scanned.length
    const { tiles: pieces, wordsFor, isUnknown } = scannedPieces(form, fresh)
    pieces.forEach(reject)
    if (isUnknown) showToast(t('reject.notOffered'))
    if (wordsFor !== null) onMore(wordsFor)
  })
  const undo = async ({ sent: { confirmationIds, keptKeys } }: Done) => {
    // It waited its turn: what waits is looked up now.
    const way = wayBack(keptKeys, outbox.state().entries)
    if (way === null) return
    for (const { id } of way.kept) await outbox.drop(id)
    if (confirmationIds.length > 0) {
      const said = { comment: t('undoWhy'), actingUserId: actingUserId() }
      const outcome = await takeBack(
        confirmationIds,
        async (id) => (await back.run({ ...said, id, requestKey: crypto.randomUUID() })).problems,
      )
      if (outcome.problem !== null) return setProblem(outcome.problem)
    }
    setDone((before) => before.slice(0, -1))
    onChanged()
  }
  const lastRefusal = refusals.at(-1)
  if (materials.asksScrap) return <NotAtOnce text={t('reject.scrapFirst')} onMore={() => onMore(scanned.at(-1)?.reasonId ?? null)} />
  return (
    <div className={classes['sheet']}>
      <p>{t('reject.help')}</p>
      <div className={classes['tiles']}>
        {tiles.map((tile) => {
          const count =
            done.filter(({ reasonId }) => reasonId === tile.reasonId).length + tapped.filter((id) => id === tile.reasonId).length
          return (
            <button
              key={tile.reasonId}
              type="button"
              disabled={!materials.isReady}
              style={{ borderInlineStartColor: tile.color ?? 'var(--border-strong)' }}
              onClick={() => reject(tile)}
            >
              <span>{nameOf(tile.reasonId)}</span>
              {count > 0 && <b>{count}</b>}
            </button>
          )
        })}
      </div>
      {materials.failure}
      {problem !== null && <Alert className={classes['problem']}>{problemText(t, problem)}</Alert>}
      {lastRefusal !== undefined && (
        <p role="alert" className={classes['problem']}>
          <Explained>{t('reject.refused', { count: refusals.length, problem: problemText(t, lastRefusal) })}</Explained>{' '}
          <ActionButton onClick={() => setRefusals([])}>{t('reject.seen')}</ActionButton>
        </p>
      )}
      <UndoBar
        isInDrawer
        text={last === null || last === closed ? '' : t('reject.done', { count: done.length, reason: nameOf(last.reasonId) })}
        answer={tapped.length > 0 || back.isBusy ? null : last}
        undoLabel={t('undo')}
        closeLabel={t('state.close')}
        // What was sent meanwhile is taken back where it is listed.
        onUndo={last === null || wayBack(last.sent.keptKeys, entries) === null ? null : () => void line(() => undo(last))}
        onClose={() => setClosed(last)}
      />
      <ActionButton onClick={() => onMore(null)}>{t('reject.more')}</ActionButton>
    </div>
  )
}

/** Returns the list without one of its entries that is the value. */
function without(list: readonly (number | null)[], value: number | null): readonly (number | null)[] {
  const at = list.indexOf(value)
  return at < 0 ? list : list.toSpliced(at, 1)
}
