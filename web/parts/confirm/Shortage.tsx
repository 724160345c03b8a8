import { mayCountStock } from '#engine/material/stockRights.ts'
import type { StockRowFragment } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Later, lazyPart } from '#web/base/lazyPart.tsx'
import type { AskedOfStock, StockDialogsProps } from '#web/parts/stock/StockDialogs.tsx'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import classes from './ConfirmSheet.module.css'

const StockDialogs = lazyPart<StockDialogsProps>(() =>
  withTexts('stock', import('#web/parts/stock/StockDialogs.tsx')).then((loaded) => ({ default: loaded.StockDialogs })),
)

/** What the person asked of the material that is short; null = nothing. */
export type ShortageAsk = AskedOfStock | null

type ShortageProps = {
  /** Batches of the materials that are short, as they are installed. */
  readonly installed: readonly StockRowFragment[]
  /** Whether what is there may be confirmed without cover: a line of batches needs one that is installed. */
  readonly mayBeUncovered: boolean
  readonly isUncovered: boolean
  readonly onAsk: (asked: AskedOfStock) => void
  readonly onUncovered: (isUncovered: boolean) => void
}

/** Returns the three ways on where material is short at a work center that checks it: install another batch, put a balance right, confirm uncovered (domain.md M-9). */
export function Shortage({ installed, mayBeUncovered, isUncovered, onAsk, onUncovered }: ShortageProps) {
  const { t } = useTexts('confirm')
  const mayManage = mayCountStock(useViewer())
  return (
    <div className={classes['shortage']} role="group" aria-label={t('shortage.title')}>
      <ActionButton onClick={() => onAsk({ act: 'INSTALL', stock: null, code: '' })}>{t('shortage.install')}</ActionButton>
      {mayManage &&
        installed.map((stock) => (
          <ActionButton key={stock.id} onClick={() => onAsk({ act: 'COUNT', stock, code: stock.batch?.code ?? stock.item?.name ?? '' })}>
            {t('shortage.count', { code: stock.batch?.code ?? stock.item?.name ?? '' })}
          </ActionButton>
        ))}
      {mayManage && mayBeUncovered && (
        <CheckField name="uncovered" label={t('shortage.uncovered')} isChecked={isUncovered} onChange={onUncovered} />
      )}
      {!mayManage && <p>{t('shortage.others')}</p>}
    </div>
  )
}

type ShortageDialogProps = {
  readonly workCenterId: number
  readonly place: string
  readonly asked: ShortageAsk
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Returns the dialog of the way that was chosen; it stands beside the form of the sheet, not in it. */
export function ShortageDialog({ workCenterId, place, asked, onClose, onDone }: ShortageDialogProps) {
  const choices = { workCenters: [{ id: workCenterId, name: place, deviceStatus: 'ACTIVE' as const }], itemsPages: { items: [] } }
  return (
    // Its own form is none of the sheet's, wherever React has it.
    <div role="presentation" onSubmit={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <Later isAsked={asked !== null}>
        <StockDialogs {...{ asked, workCenterId, choices, onClose, onDone }} />
      </Later>
    </div>
  )
}
