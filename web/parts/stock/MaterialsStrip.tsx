import { Suspense, useEffect, useMemo, useState } from 'react'
import { mayMoveStock } from '#engine/material/stockRights.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { MaterialsHereDocument, NextBatchesDocument, type StockRowFragment } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { CameraScanProps } from '#web/parts/scan/CameraScan.tsx'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { useScanBurst } from '#web/parts/scan/useScanBurst.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { withTexts } from '#web/texts/language.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { type AskedHere, BatchHereDialog } from './BatchHereDialog.tsx'
import classes from './MaterialsStrip.module.css'
import { dayText } from './dayText.ts'
import { lowItems, type MaterialHere, materialsHere, nextBatch } from './materials.view.ts'
import { ScanDialog } from './ScanDialog.tsx'
import { type ScannedOrder, useScanHere } from './useScanHere.ts'
import { type DoneToBatch, useMaterialActs } from './useMaterialActs.ts'

const CameraScan = lazyPart<CameraScanProps>(() =>
  withTexts('addWorkCenter', import('#web/parts/scan/CameraScan.tsx')).then((module) => ({ default: module.CameraScan })),
)

export type MaterialsStripProps = {
  readonly workCenterId: number
  /** The name of the work center. */
  readonly place: string
  readonly isLarge: boolean
  /** Orders of this machine that are known here, for when a code is scanned without a connection. */
  readonly orders: readonly ScannedOrder[]
  /** Its first answer is there, or there will be none. */
  readonly onCome: () => void
  readonly onOrder: (id: number) => void
  /** Opens the confirmation with the container; null = nothing is made here, or the person may not confirm output. */
  readonly onContainer: ((code: string) => void) | null
  /** Rejects a piece for the reason of a printed sheet; null = nothing is made here, or the person may not confirm output. */
  readonly onReason: ((id: number) => void) | null
}

const NOT_INSTALLED = { workCenterIds: null, kinds: ['stock'] } as const

/** What is being made takes material without any record being closed. */
const RUNNING_MS = 30_000

/** Returns what material is at a machine and how long it lasts, with the way to install, take off and write off batches; a scanner works anywhere on the page. */
export function MaterialsStrip({ workCenterId, place, isLarge, orders, onCome, onOrder, onContainer, onReason }: MaterialsStripProps) {
  const { t } = useTexts('stock')
  const viewer = useViewer()
  const mayMove = mayMoveStock(viewer)
  const [asked, setAsked] = useState<AskedHere | null>(null)
  const [isAiming, setAiming] = useState(false)
  const [result, refetch] = useFreshQuery(
    MaterialsHereDocument,
    useMemo(() => ({ workCenterId }), [workCenterId]),
    { workCenterIds: [workCenterId], kinds: ['stock', 'order', 'output'] },
    { everyMs: RUNNING_MS },
  )
  const hasCome = result.data !== undefined || result.error !== undefined
  useEffect(() => {
    if (hasCome) onCome()
    // It is the first answer that counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasCome])
  const acts = useMaterialActs({ workCenterId, place }, refetch)
  const scan = useScanHere({
    workCenterId,
    orders,
    onOrder,
    onContainer,
    onReason,
    onBatch: ({ id, code }) => void acts.actHere({ act: 'INSTALL', batchId: id, code }),
  })
  useScanBurst((text) => {
    if (mayMove) void scan.read(text)
    return true
  })
  const rows = result.data == null ? [] : materialsHere(result.data, serverNow())
  const low = lowItems(rows).join()
  const [waiting] = useFreshQuery(
    NextBatchesDocument,
    useMemo(() => ({ itemIds: low === '' ? [] : low.split(',').map(Number) }), [low]),
    NOT_INSTALLED,
    { pause: !mayMove || low === '' },
  )
  if (rows.length === 0 && !mayMove) return null
  return (
    <section className={classes['strip']} data-large={isLarge || undefined} aria-label={t('here.title')}>
      <div className={classes['head']}>
        <h3>{t('here.title')}</h3>
        {mayMove && (
          <div>
            <ActionButton onClick={() => setAiming(true)}>{t('scan.open')}</ActionButton>
            <ActionButton onClick={() => setAsked({ act: 'INSTALL', stock: null })}>{t('act.INSTALL')}</ActionButton>
          </div>
        )}
      </div>
      {rows.length > 0 && (
        <ul className={classes['rows']}>
          {rows.map((row) => (
            <MaterialRow
              key={row.itemId}
              row={row}
              next={mayMove && row.isLow ? nextBatch(row.itemId, waiting.data?.stocksPages.items ?? []) : null}
              isBusy={acts.isBusy}
              onInstall={({ id, code }) => void acts.actHere({ act: 'INSTALL', batchId: id, code })}
              onAct={
                mayMove
                  ? (act, stock) => {
                      if (act === 'CHARGE_OFF') setAsked({ act, stock })
                      else if (stock.batch !== null)
                        void acts.actHere({ act, batchId: stock.batch.id, code: stock.batch.code, quantity: stock.balance })
                    }
                  : null
              }
            />
          ))}
        </ul>
      )}
      {acts.refused !== null && (
        <Alert className={classes['refused']}>
          {t('here.refused', { code: acts.refused.code, problem: problemText(t, acts.refused.problem) })}
        </Alert>
      )}
      <DoneBar acts={acts} />
      <BatchHereDialog asked={asked} isLarge={isLarge} onClose={() => setAsked(null)} onSaid={(said) => acts.act(said)} />
      <Dialog isOpen={isAiming} onClose={() => setAiming(false)} title={t('scan.open')} closeLabel={t('state.close')} isLarge={isLarge}>
        {isAiming && (
          <Suspense>
            <CameraScan
              onText={(text) => {
                setAiming(false)
                void scan.read(text)
              }}
            />
          </Suspense>
        )}
      </Dialog>
      <ScanDialog
        matches={scan.matches}
        onChoose={scan.choose}
        onClose={scan.close}
        onFill={
          onContainer === null
            ? null
            : (code) => {
                scan.close()
                onContainer(code)
              }
        }
      />
    </section>
  )
}

type NextBatch = NonNullable<StockRowFragment['batch']>

type MaterialRowProps = {
  readonly row: MaterialHere
  /** Installed next, where it is time; null = it is not, or none is in stock. */
  readonly next: StockRowFragment | null
  readonly isBusy: boolean
  readonly onInstall: (batch: NextBatch) => void
  /** null = the person may not move material. */
  readonly onAct: ((act: 'CHARGE_OFF' | 'UNINSTALL', stock: StockRowFragment) => void) | null
}

function MaterialRow({ row, next, isBusy, onInstall, onAct }: MaterialRowProps) {
  const { t } = useTexts('stock')
  const format = useFormat()
  const unitName = useUnitName()
  const { name, batches, remaining, unit, isEnough, emptyAt, isLow } = row
  const amount = (quantity: number, of: MaterialHere['unit']) =>
    `${numberText(quantity, format.locale, true)} ${of === null ? '' : unitName(of)}`.trim()
  const until =
    remaining === null
      ? null
      : isEnough
        ? t('here.enough')
        : remaining === 0
          ? t(batches.length > 0 ? 'here.usedUp' : 'here.empty')
          : emptyAt === null
            ? t('here.short')
            : t('here.emptyAt', { time: format.time(emptyAt) })
  return (
    <li data-low={isLow || undefined}>
      <p className={classes['line']}>
        <b>{name}</b>
        <span>
          {remaining !== null && remaining > 0 && <span>{amount(remaining, unit)} </span>}
          {until !== null && <span className={classes[isLow ? 'low' : 'muted']}>{until}</span>}
        </span>
      </p>
      {batches.map((stock) => (
        <div key={stock.id} className={classes['line']}>
          <span className={classes['muted']}>
            {stock.batch?.code ?? t('noBatch')} · {amount(stock.balance, stock.item?.measureUnit ?? null)}
            {stock.batch?.isExpired === true && ` · ${t('expired', { day: dayText(format, stock.batch.expiresOn ?? '') })}`}
          </span>
          {onAct !== null && stock.batch !== null && (
            <span className={classes['acts']}>
              {(['UNINSTALL', 'CHARGE_OFF'] as const).map((act) => (
                <ActionButton key={act} onClick={() => onAct(act, stock)}>
                  {t(`act.${act}`)}
                  <span className="hidden-text"> {stock.batch?.code}</span>
                </ActionButton>
              ))}
            </span>
          )}
        </div>
      ))}
      {batches.length === 0 && next === null && <p className={classes['low']}>{t('here.nothing')}</p>}
      {batches.length > 0 && next === null && isLow && onAct !== null && <p className={classes['low']}>{t('here.scanNext')}</p>}
      {next?.batch != null && (
        <Next batch={next.batch} amount={amount(next.balance, next.item?.measureUnit ?? null)} isBusy={isBusy} onInstall={onInstall} />
      )}
    </li>
  )
}

type NextProps = Pick<MaterialRowProps, 'isBusy' | 'onInstall'> & { readonly batch: NextBatch; readonly amount: string }

/** Returns the batch in stock that is installed next, with the button that does it. */
function Next({ batch, amount, isBusy, onInstall }: NextProps) {
  const { t } = useTexts('stock')
  const format = useFormat()
  return (
    <div className={classes['line']}>
      <span className={classes['low']}>
        {t('here.next', { code: batch.code })} · {amount}
        {batch.isExpired && ` · ${t('expired', { day: dayText(format, batch.expiresOn ?? '') })}`}
      </span>
      <span className={classes['acts']}>
        <ActionButton isBusy={isBusy} onClick={() => onInstall(batch)}>
          {t('act.INSTALL')}
          <span className="hidden-text"> {batch.code}</span>
        </ActionButton>
      </span>
    </div>
  )
}

/** Returns the bar that says what was done with a batch, with the way back where there is one. */
function DoneBar({ acts }: { readonly acts: ReturnType<typeof useMaterialActs> }) {
  const { t } = useTexts('stock')
  const format = useFormat()
  const { done } = acts
  const textOf = ({ said: { act, code }, keptKey, expiredOn }: DoneToBatch) => {
    if (keptKey !== null) return t(`here.kept.${act}`, { code })
    return expiredOn === null ? t(`here.done.${act}`, { code }) : t('here.installedExpired', { code, day: dayText(format, expiredOn) })
  }
  const { entries } = useOutbox()
  // What waited may have been sent meanwhile: then it is no longer dropped.
  const mayUndo = done !== null && done.said.act !== 'CHARGE_OFF' && (done.back !== null || entries.some(({ key }) => key === done.keptKey))
  return (
    <UndoBar
      text={done === null ? '' : textOf(done)}
      answer={acts.isBusy ? null : done}
      undoLabel={t('here.undo')}
      closeLabel={t('state.close')}
      onUndo={mayUndo ? () => void acts.undo(done) : null}
      onClose={acts.forget}
    />
  )
}
