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
import { fileNamePart } from '#web/parts/csv/csv.ts'
import { pagingOf } from '#web/parts/list/pagingOf.ts'
import type { Chip } from '#web/parts/list/table/Chips.tsx'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
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
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { KEYED } from '#web/api/keyed.ts'
import { ScanDialog } from './ScanDialog.tsx'
import classes from './Stock.module.css'
import type { StockAct } from './stockActs.view.ts'
import { type AskedOfStock, StockDialogs } from './StockDialogs.tsx'
import { StockPanel } from './StockPanel.tsx'
import { Uncovered } from './Uncovered.tsx'
import { type StockLine, useStockColumns } from './useStockColumns.tsx'
import { readStockEnds, useStockEnds } from './useStockEnds.ts'

const CameraScan = lazyPart<CameraScanProps>(() =>
  withTexts('addWorkCenter', import('#web/parts/scan/CameraScan.tsx')).then((module) => ({ default: module.CameraScan })),
)

type Matches = ScanTextQuery['scan']

/** What is asked about as it stands now: somebody else may have moved it since the dialog was opened. */
function asNow(asked: AskedOfStock | null, stocks: readonly StockRowFragment[]): AskedOfStock | null {
  return asked === null ? null : { ...asked, stock: stocks.find(({ id }) => id === asked.stock?.id) ?? asked.stock }
}

const PAGE_SIZE = 50
/** Of a page that goes into a file: until when its rows last is asked with each. */
const FILE_PAGE_SIZE = 200
/** Stands for the work centers of the address, which one choice cannot say. */
const SEVERAL = 'several'

/** The part of the URL state of a page that its list of stocks needs. */
type StockSearch = {
  readonly wc: readonly number[]
  /** Part of the SKU. */
  readonly q: string
  readonly page: number
  readonly sort: string
  readonly cols: readonly string[] | null
  readonly invalid: readonly string[]
}

export type StockViewProps = {
  readonly url: Pick<ListUrl<StockSearch>, 'show' | 'texts'> & {
    readonly search: StockSearch
    // A method, so that the setter of a page with more in its address fits as well.
    change(next: Partial<Omit<StockSearch, 'invalid'>>, options?: { readonly isStep?: boolean }): void
  }
  readonly onOrder: (id: number) => void
}

/** Returns what is left of material by place and until when it lasts, what no batch covers, and what can be done with it; a scanner works anywhere on it. */
export function StockView({ url, onOrder }: StockViewProps) {
  const { t } = useTexts('stock')
  const client = useClient()
  const viewer = useViewer()
  const format = useFormat()
  const unitName = useUnitName()
  const { search, change } = url
  const [asked, setAsked] = useState<AskedOfStock | null>(null)
  const [opened, setOpened] = useState<StockRowFragment | null>(null)
  const [isAiming, setAiming] = useState(false)
  const [matches, setMatches] = useState<Matches | null>(null)
  const [printed, setPrinted] = useState<StockRowFragment | null>(null)
  const closeLabel = useCallback(() => setPrinted(null), [])
  const [choices] = useQuery({ query: StockChoicesDocument })
  const workCenterId = search.wc.length === 1 ? (search.wc[0] ?? null) : null
  const filter = useMemo(
    () => ({ workCenterIds: search.wc.length > 0 ? [...search.wc] : null, skuFilter: search.q.trim() || null }),
    [search.wc, search.q],
  )
  const [result, ask] = useFreshQuery(
    StockListDocument,
    useMemo(() => ({ ...filter, page: search.page, size: PAGE_SIZE }), [filter, search.page]),
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
    else if (match?.kind === 'ITEM') change({ q: match.code, page: 1 })
    else if (match?.kind === 'DEVICE') change({ wc: [match.id], page: 1 })
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
  const list = result.data?.stocksPages
  const rows = useStockEnds(list?.items)
  const columns = useStockColumns({ rights, onAct, onOpen: setOpened })
  const [problem] = problemsOf(result.error)
  const workCenters = choices.data?.workCenters ?? []
  const placeName = (id: number) => workCenters.find((one) => one.id === id)?.name ?? `#${id}`
  const chips: readonly Chip[] = [
    ...search.wc.map((id) => ({
      key: `wc${id}`,
      text: placeName(id),
      onRemove: () => change({ wc: search.wc.filter((one) => one !== id), page: 1 }),
    })),
    ...(search.q.trim() === '' ? [] : [{ key: 'q', text: `“${search.q.trim()}”`, onRemove: () => change({ q: '', page: 1 }) }]),
  ]
  const readPage = async (page: number) => {
    const { data, error } = await client
      .query(StockListDocument, { ...filter, page, size: FILE_PAGE_SIZE }, { requestPolicy: 'network-only' })
      .toPromise()
    if (data == null) throw error ?? new Error('The stock cannot be read')
    return { ...data.stocksPages, items: await readStockEnds(client, data.stocksPages.items) }
  }
  const filters = (
    <div className={classes['tools']} role="search">
      <SelectField
        name="place"
        label={t('place.label')}
        value={search.wc.length > 1 ? SEVERAL : String(search.wc[0] ?? '')}
        options={[
          { value: '', label: t('place.all') },
          ...(search.wc.length > 1 ? [{ value: SEVERAL, label: search.wc.map(placeName).join(', ') }] : []),
          ...workCenters
            .filter(({ id, deviceStatus }) => deviceStatus !== 'ARCHIVE' || search.wc.includes(id))
            .map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(value) => value !== SEVERAL && change({ wc: value === '' ? [] : [Number(value)], page: 1 })}
      />
      <SearchField label={t('search')} value={search.q} onChange={(q) => change({ q, page: 1 })} />
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
  )
  const none = { title: t('empty.title'), text: t('empty.text') }
  return (
    <div className={classes['view']}>
      <Uncovered workCenterId={workCenterId} mayCover={mayCoverConsumption(viewer)} onChanged={ask} />
      <ListView<StockLine>
        caption={t('title')}
        url={url}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        rowName={({ batch, item }) => batch?.code ?? item?.name ?? ''}
        isSorted
        filters={filters}
        chips={chips}
        onClear={() => change({ wc: [], q: '', page: 1 })}
        {...pagingOf(list, change)}
        file={{ name: fileNamePart(t('title')), readPage }}
        empty={none}
        noMatch={none}
        failure={result.error ? { title: problem ? problemText(t, problem) : t('state.wrong'), onRetry: ask } : null}
        openKey={opened === null ? null : String(opened.id)}
      />
      <StockPanel stock={opened} onClose={() => setOpened(null)} />
      <StockDialogs
        asked={asNow(asked, list?.items ?? [])}
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
