import {
  ChargeOffBatchDocument,
  CountStockDocument,
  InstallBatchDocument,
  ReceiveBatchDocument,
  type StockChoicesQuery,
  type StockRowFragment,
} from '#web/api/generated/graphql.ts'
import { textProblem } from '#engine/fields/fieldRules.ts'
import { materialProblem } from '#engine/material/quantity.ts'
import { codeProblem } from '#engine/material/batchCode.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { ComboField } from '#web/parts/field/ComboField.tsx'
import { DateField } from '#web/parts/field/DateField.tsx'
import { useProducts } from '#web/parts/order/useProducts.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { KEYED } from '#web/api/keyed.ts'
import { dayText } from './dayText.ts'
import type { StockAct } from './stockActs.view.ts'
import { StockForm } from './StockForm.tsx'

/** What is asked about, with the code that was scanned or stands in the row. */
export type AskedOfStock = {
  readonly act: Exclude<StockAct, 'LABEL' | 'UNINSTALL'> | 'RECEIVE'
  readonly stock: StockRowFragment | null
  readonly code: string
}

export type StockDialogsProps = {
  readonly asked: AskedOfStock | null
  /** Chosen at first. */
  readonly workCenterId: number | null
  readonly choices: StockChoicesQuery | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}

type FormProps = Omit<StockDialogsProps, 'asked'> & { readonly asked: AskedOfStock }

/** Returns the dialog of what is done with material: receive, install, charge off or count. */
export function StockDialogs({ asked, ...rest }: StockDialogsProps) {
  const { t } = useTexts('stock')
  return (
    <Dialog
      isOpen={asked !== null}
      onClose={rest.onClose}
      title={asked === null ? '' : t(`dialog.${asked.act}`, { code: asked.code })}
      closeLabel={t('state.close')}
    >
      {asked?.act === 'RECEIVE' && <Receive {...rest} asked={asked} />}
      {asked?.act === 'INSTALL' && <Install {...rest} asked={asked} />}
      {asked?.act === 'CHARGE_OFF' && <ChargeOff {...rest} asked={asked} />}
      {asked?.act === 'COUNT' && <Count {...rest} asked={asked} />}
    </Dialog>
  )
}

const present = <Problem,>(problems: readonly (Problem | null)[]) => problems.filter((problem) => problem !== null)

function placesOf(choices: StockChoicesQuery | undefined) {
  return (choices?.workCenters ?? [])
    .filter(({ deviceStatus }) => deviceStatus !== 'ARCHIVE')
    .map(({ id, name }) => ({ value: String(id), label: name }))
}

function Receive({ workCenterId, choices, onClose, onDone }: FormProps) {
  const { t } = useTexts('stock')
  const format = useFormat()
  const { locale } = format
  const { run } = useChange(ReceiveBatchDocument, KEYED)
  const { list, problems: unread } = useProducts()
  return (
    <StockForm
      initial={{ itemId: '', code: '', barCode: '', quantity: '', expiresOn: '', workCenterId: String(workCenterId ?? '') }}
      check={({ itemId, code, barCode, quantity }) =>
        present([
          itemId === '' ? { code: 'REQUIRED', field: 'itemId' } : null,
          codeProblem('code', code),
          barCode.trim() === '' ? null : codeProblem('barCode', barCode),
          quantity.trim() === '' ? { code: 'REQUIRED', field: 'quantity' } : materialProblem('quantity', readNumber(quantity, locale)),
        ])
      }
      save={async (values) => {
        const { data, problems } = await run({
          itemId: Number(values.itemId),
          code: values.code,
          barCode: values.barCode.trim() || null,
          quantity: readNumber(values.quantity, locale) ?? 0,
          expiresOn: values.expiresOn || null,
          workCenterId: values.workCenterId === '' ? null : Number(values.workCenterId),
        })
        if (data === null) return problems
        const { code, expiresOn, isExpired } = data.createBatch
        showToast(
          isExpired && expiresOn !== null
            ? t('done.RECEIVE_EXPIRED', { code, day: dayText(format, expiresOn) })
            : t('done.RECEIVE', { code }),
        )
        onDone()
        return []
      }}
      saveLabel={t('act.RECEIVE')}
      onClose={onClose}
    >
      {(field) => (
        <>
          <ComboField
            {...field('itemId')}
            label={t('column.item')}
            placeholder={t('form.choose')}
            options={list.map(({ id, name, sku }) => ({ value: String(id), label: `${name} · ${sku}` }))}
          />
          {unread[0] !== undefined && <Alert>{problemText(t, unread[0])}</Alert>}
          <TextField {...field('code')} label={t('form.code')} maxLength={80} />
          <TextField {...field('barCode')} label={t('form.barCode')} maxLength={80} optional={t('form.optional')} />
          <NumberField {...field('quantity')} label={t('form.quantity')} />
          <DateField {...field('expiresOn')} label={t('form.expiresOn')} optional={t('form.optional')} />
          <SelectField
            {...field('workCenterId')}
            label={t('form.installAt')}
            options={[{ value: '', label: t('place.none') }, ...placesOf(choices)]}
          />
        </>
      )}
    </StockForm>
  )
}

function Install({ asked, workCenterId, choices, onClose, onDone }: FormProps) {
  const { t } = useTexts('stock')
  const format = useFormat()
  const { locale } = format
  const { run } = useChange(InstallBatchDocument, KEYED)
  return (
    <StockForm
      initial={{ code: asked.code, workCenterId: String(workCenterId ?? ''), quantity: '' }}
      check={({ code, workCenterId: place, quantity }) =>
        present([
          codeProblem('code', code),
          place === '' ? { code: 'REQUIRED', field: 'workCenterId' } : null,
          materialProblem('quantity', readNumber(quantity, locale)),
        ])
      }
      save={async (values) => {
        const byId = asked.stock?.batch != null && values.code === asked.code
        const { data, problems } = await run({
          ...(byId ? { batchId: asked.stock?.batch?.id ?? null } : { code: values.code }),
          workCenterId: Number(values.workCenterId),
          quantity: readNumber(values.quantity, locale),
        })
        if (data === null) return problems.map((problem) => (problem.field === 'batchId' ? { ...problem, field: 'code' } : problem))
        const { batch, workCenter } = data.installBatch
        const said = { code: batch?.code ?? '', place: workCenter?.name ?? '' }
        showToast(
          batch?.isExpired === true && batch.expiresOn !== null
            ? t('done.INSTALL_EXPIRED', { ...said, day: dayText(format, batch.expiresOn) })
            : t('done.INSTALL', said),
        )
        onDone()
        return []
      }}
      saveLabel={t('act.INSTALL')}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField {...field('code')} label={t('form.batchCode')} help={t('form.scanHelp')} maxLength={80} />
          <SelectField
            {...field('workCenterId')}
            label={t('column.place')}
            placeholder={t('form.choosePlace')}
            options={placesOf(choices)}
          />
          <NumberField {...field('quantity')} label={t('form.quantity')} optional={t('form.allOfIt')} />
        </>
      )}
    </StockForm>
  )
}

function ChargeOff({ asked, onClose, onDone }: FormProps) {
  const { t } = useTexts('stock')
  const { locale } = useFormat()
  const { run } = useChange(ChargeOffBatchDocument, KEYED)
  return (
    <StockForm
      initial={{ balance: '', comment: '' }}
      check={({ balance }) =>
        present([balance.trim() === '' ? { code: 'REQUIRED', field: 'balance' } : materialProblem('balance', readNumber(balance, locale))])
      }
      save={async ({ balance, comment }) => {
        const { data, problems } = await run({
          batchId: asked.stock?.batch?.id ?? 0,
          workCenterId: asked.stock?.workCenterId ?? null,
          balance: readNumber(balance, locale) ?? 0,
          comment: comment.trim() || null,
        })
        if (data === null) return problems
        onDone()
        return []
      }}
      saveLabel={t('act.CHARGE_OFF')}
      onClose={onClose}
    >
      {(field) => (
        <>
          <There stock={asked.stock} />
          <NumberField {...field('balance')} label={t('form.off')} />
          <TextField {...field('comment')} label={t('form.comment')} optional={t('form.optional')} maxLength={2000} />
        </>
      )}
    </StockForm>
  )
}

function Count({ asked, onClose, onDone }: FormProps) {
  const { t } = useTexts('stock')
  const { locale } = useFormat()
  const { run } = useChange(CountStockDocument, KEYED)
  return (
    <StockForm
      initial={{ newBalance: '', comment: '' }}
      check={({ newBalance, comment }) =>
        present([
          newBalance.trim() === ''
            ? { code: 'REQUIRED', field: 'newBalance' }
            : materialProblem('newBalance', readNumber(newBalance, locale), { mayBeZero: true }),
          textProblem('comment', comment, { min: 3, max: 2000 }),
        ])
      }
      save={async ({ newBalance, comment }) => {
        const { data, problems } = await run({
          itemId: asked.stock?.item?.id ?? 0,
          batchId: asked.stock?.batch?.id ?? null,
          workCenterId: asked.stock?.workCenterId ?? null,
          newBalance: readNumber(newBalance, locale) ?? 0,
          comment,
        })
        if (data === null) return problems
        onDone()
        return []
      }}
      saveLabel={t('act.COUNT')}
      onClose={onClose}
    >
      {(field) => (
        <>
          <There stock={asked.stock} />
          <NumberField {...field('newBalance')} label={t('form.counted')} />
          <TextField {...field('comment')} label={t('form.comment')} maxLength={2000} />
        </>
      )}
    </StockForm>
  )
}

/** Returns how much of it is there now, though somebody else takes of it while the dialog is open. */
function There({ stock }: { readonly stock: StockRowFragment | null }) {
  const { t } = useTexts('stock')
  const { locale } = useFormat()
  const unitName = useUnitName()
  if (stock === null) return null
  const unit = stock.item === null ? '' : unitName(stock.item.measureUnit)
  return <p aria-live="polite">{t('form.there', { quantity: `${numberText(stock.balance, locale, true)} ${unit}`.trim() })}</p>
}
