import { Suspense, useCallback, useMemo, useState } from 'react'
import { mayCountStock, mayCoverConsumption, mayMoveStock } from '#engine/material/stockRights.ts'
import { useClient, useQuery } from 'urql'
import {
  ScanTextDocument,
  type ScanTextQuery,
  StockChoicesDocument,
  StockListDocument,
  type StockRowFragment,
  UninstallBatchDocument,
} from '#web/api/generated/graphql.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { showToast } from '#web/base/toast.ts'
import { CodeLabel } from '#web/parts/print/CodeLabel.tsx'
import { PrintSheet } from '#web/parts/print/PrintSheet.tsx'
import type { CameraScanProps } from '#web/parts/scan/CameraScan.tsx'
import { useScanBurst } from '#web/parts/scan/useScanBurst.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { withTexts } from '#web/texts/language.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { KEYED } from '#web/api/keyed.ts'
import { ScanDialog } from './ScanDialog.tsx'
import classes from './Stock.module.css'
import type { StockAct } from './stockActs.view.ts'
import { type AskedOfStock, StockDialogs } from './StockDialogs.tsx'
import { StockTable } from './StockTable.tsx'
import { Uncovered } from './Uncovered.tsx'

const CameraScan = lazyPart<CameraScanProps>(() =>
  withTexts('addWorkCenter', import('#web/parts/scan/CameraScan.tsx')).then((module) => ({ default: module.CameraScan })),
)

type Matches = ScanTextQuery['scan']

/** What is asked about as it stands now: somebody else may have moved it since the dialog was opened. */
function asNow(asked: AskedOfStock | null, stocks: readonly StockRowFragment[]): AskedOfStock | null {
  return asked === null ? null : { ...asked, stock: stocks.find(({ id }) => id === asked.stock?.id) ?? asked.stock }
}

/** Returns what is left of material by place, what no batch covers, and what can be done with it; a scanner works anywhere on it. */
export function StockView({ onOrder }: { readonly onOrder: (id: number) => void }) {
  const { t } = useTexts('stock')
  const client = useClient()
  const viewer = useViewer()
  const format = useFormat()
  const unitName = useUnitName()
  const [place, setPlace] = useState('')
  const [sku, setSku] = useState('')
  const [asked, setAsked] = useState<AskedOfStock | null>(null)
  const [isAiming, setAiming] = useState(false)
  const [matches, setMatches] = useState<Matches | null>(null)
  const [printed, setPrinted] = useState<StockRowFragment | null>(null)
  const closeLabel = useCallback(() => setPrinted(null), [])
  const [choices] = useQuery({ query: StockChoicesDocument })
  const workCenterId = place === '' ? null : Number(place)
  const [result, ask] = useFreshQuery(
    StockListDocument,
    useMemo(() => ({ workCenterId, skuFilter: sku.trim() || null, hasBalance: true }), [workCenterId, sku]),
    { workCenterIds: null, kinds: ['stock', 'output'] },
  )
  const uninstall = useChange(UninstallBatchDocument, KEYED)
  const rights = { mayUpdate: mayMoveStock(viewer), mayManage: mayCountStock(viewer) }
  const scanned = async (text: string) => {
    if (!rights.mayUpdate) return
    const { data, error } = await client.query(ScanTextDocument, { text, workCenterId }, { requestPolicy: 'network-only' }).toPromise()
    const [problem] = problemsOf(error)
    if (data == null) showToast(problem === undefined ? t('state.wrong') : problemText(t, problem))
    else if (data.scan.length === 0) showToast(t('scan.unknown', { code: text }))
    else if (data.scan.length > 1) setMatches(data.scan)
    else choose(data.scan[0])
  }
  const choose = (match: Matches[number] | undefined) => {
    setMatches(null)
    if (match?.kind === 'BATCH') setAsked({ act: 'INSTALL', stock: null, code: match.code })
    else if (match?.kind === 'JOB_ORDER') onOrder(match.id)
    else if (match?.kind === 'ITEM') setSku(match.code)
    else if (match?.kind === 'DEVICE') setPlace(String(match.id))
    else if (match?.kind === 'REASON') showToast(t('scan.reason', { name: match.lossReason?.name ?? match.code }))
    else if (match !== undefined) setMatches([match])
  }
  useScanBurst((text) => {
    void scanned(text)
    return true
  })
  const onAct = (act: StockAct, stock: StockRowFragment) => {
    if (act === 'LABEL') setPrinted(stock)
    else if (act === 'UNINSTALL' && stock.batch !== null && stock.workCenterId !== null)
      void uninstall.run({ batchId: stock.batch.id, workCenterId: stock.workCenterId }).then(({ problems: [problem] }) => {
        if (problem !== undefined) showToast(problemText(t, problem))
        ask()
      })
    else if (act !== 'UNINSTALL') setAsked({ act, stock, code: stock.batch?.code ?? '' })
  }
  const stocks = result.data?.stocks
  const [problem] = problemsOf(result.error)
  const workCenters = choices.data?.workCenters ?? []
  return (
    <div className={classes['view']}>
      <div className={classes['tools']}>
        <SelectField
          name="place"
          label={t('place.label')}
          value={place}
          options={[
            { value: '', label: t('place.all') },
            ...workCenters
              .filter(({ deviceStatus }) => deviceStatus !== 'ARCHIVE')
              .map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={setPlace}
        />
        <SearchField label={t('search')} value={sku} onChange={setSku} />
        {rights.mayUpdate && (
          <div>
            <ActionButton onClick={() => setAiming(true)}>{t('scan.open')}</ActionButton>
            <ActionButton onClick={() => setAsked({ act: 'INSTALL', stock: null, code: '' })}>{t('act.INSTALL')}</ActionButton>
            <ActionButton isMain onClick={() => setAsked({ act: 'RECEIVE', stock: null, code: '' })}>
              {t('act.RECEIVE')}
            </ActionButton>
          </div>
        )}
      </div>
      <Uncovered workCenterId={workCenterId} mayCover={mayCoverConsumption(viewer)} onChanged={ask} />
      {result.error && (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {stocks === undefined && !result.error && <p role="status">{t('state.loading')}</p>}
      {stocks?.length === 0 && <EmptyState title={t('empty.title')} text={t('empty.text')} />}
      {stocks !== undefined && stocks.length > 0 && <StockTable stocks={stocks} rights={rights} onAct={onAct} />}
      <StockDialogs
        asked={asNow(asked, stocks ?? [])}
        workCenterId={workCenterId}
        choices={choices.data}
        onClose={() => setAsked(null)}
        onDone={() => {
          setAsked(null)
          ask()
        }}
      />
      <Dialog isOpen={isAiming} onClose={() => setAiming(false)} title={t('scan.open')} closeLabel={t('state.close')}>
        {isAiming && (
          <Suspense>
            <CameraScan
              onText={(text) => {
                setAiming(false)
                void scanned(text)
              }}
            />
          </Suspense>
        )}
      </Dialog>
      <ScanDialog matches={matches} onChoose={choose} onClose={() => setMatches(null)} />
      {printed !== null && printed.batch !== null && (
        <PrintSheet size="62x29" onPrinted={closeLabel}>
          <CodeLabel
            size="62x29"
            code={printed.batch.barCode}
            lines={[
              printed.item?.name ?? '',
              printed.item?.sku ?? '',
              printed.item === null ? '' : `${numberText(printed.balance, format.locale, true)} ${unitName(printed.item.measureUnit)}`,
            ]}
          />
        </PrintSheet>
      )}
    </div>
  )
}
