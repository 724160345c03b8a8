import { Suspense, useMemo, useState } from 'react'
import { useClient } from 'urql'
import { mayConfirmOutput, mayReadOutput } from '#engine/output/mayConfirmOutput.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { type ListedOutputFragment, OpenedOutputDocument, OutputListDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { showToast } from '#web/base/toast.ts'
import type { ConfirmHereProps } from '#web/parts/confirm/ConfirmHere.tsx'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import { pagingOf } from '#web/parts/list/pagingOf.ts'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { withTexts } from '#web/texts/language.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { zoneFormats } from '#web/ui/zoneFormats.ts'
import { AssignOrders } from './AssignOrders.tsx'
import { ConfirmMany } from './ConfirmMany.tsx'
import { whyNotNow } from '#web/parts/posting/posting.view.ts'
import { isIssueAlone, outputFilter } from './output.view.ts'
import { OutputFilters, type Place } from './OutputFilters.tsx'
import type { OutputChartProps } from './OutputChart.tsx'
import classes from './OutputPage.module.css'
import { OutputPanel } from './OutputPanel.tsx'
import { NO_OUTPUT_FILTERS, NOTHING_OPEN, type OutputSearch } from './outputSearch.ts'
import { useOutputChips } from './useOutputChips.ts'
import { useOutputColumns } from './useOutputColumns.tsx'

const PAGE_SIZE = 50
/** Of a page that goes into a file. */
const FILE_PAGE_SIZE = 1000
/** A period that ends with today follows the clock by so much. */
const CLOCK_MS = 3_600_000

const Chart = lazyPart<OutputChartProps>(() => import('./OutputChart.tsx').then(({ OutputChart }) => ({ default: OutputChart })))
const ConfirmHere = lazyPart<ConfirmHereProps>(() =>
  withTexts('confirm', import('#web/parts/confirm/ConfirmHere.tsx')).then((module) => ({ default: module.ConfirmHere })),
)

export type OutputTabProps = {
  readonly url: ListUrl<OutputSearch>
  readonly places: readonly Place[]
  readonly zone: string
}

type Output = ListedOutputFragment

/** Returns what devices counted, the last first: what of it waits for a confirmation or an order, and what can be done about it. */
export function DeviceTab({ url, places, zone }: OutputTabProps) {
  const { t } = useTexts('output')
  const client = useClient()
  const viewer = useViewer()
  const own = useFormat()
  const formatOf = useMemo(() => zoneFormats(own), [own])
  const { search, change } = url
  const now = useCoarseNow(CLOCK_MS)
  const filter = useMemo(() => outputFilter(search, zone, now), [search, zone, now])
  const [result, ask] = useFreshQuery(
    OutputListDocument,
    useMemo(() => ({ filter, page: search.page, size: PAGE_SIZE }), [filter, search.page]),
    { workCenterIds: null, kinds: ['output', 'order', 'shift'] },
  )
  const list = result.data?.outputIIoTsPages
  const [openId = null] = search.segment
  const inPage = list?.items.find(({ id }) => id === openId)
  // Also where the list itself cannot be read.
  const isAskedAlone = openId !== null && inPage === undefined && (list !== undefined || result.error !== undefined)
  const [opened, askOpened] = useFreshQuery(
    OpenedOutputDocument,
    useMemo(() => ({ id: openId ?? 0 }), [openId]),
    { workCenterIds: null, kinds: ['output', 'order', 'shift'] },
    { pause: !isAskedAlone },
  )
  // The answer to the question before stands until this one is answered.
  const isOpenedKnown = isAskedAlone && !opened.fetching && opened.data !== undefined
  const open = openId === null ? null : (inPage ?? opened.data?.outputIIoTs.find(({ id }) => id === openId) ?? null)
  const [assigned, setAssigned] = useState<readonly Output[]>([])
  const [chosen, setChosen] = useState<readonly Output[]>([])
  const [sheet, setSheet] = useState<Output | null>(null)
  const [wasSheetAsked, setSheetAsked] = useState(false)
  const mayAct = mayConfirmOutput(viewer)
  const columns = useOutputColumns({
    onOpen: ({ id }) => change({ segment: [id] }, { isStep: true }),
    onAssign: mayAct ? (output) => setAssigned([output]) : null,
    zone,
  })
  const chips = useOutputChips(url, { places, zone, orders: list?.items.flatMap(({ productionOrders }) => productionOrders) })
  const named = search.wc.map((id) => places.find((place) => place.id === id)?.name ?? `#${id}`).join(', ')
  const [problem] = problemsOf(result.error)
  const readPage = async (page: number) => {
    const answer = await client
      .query(OutputListDocument, { filter, page, size: FILE_PAGE_SIZE }, { requestPolicy: 'network-only' })
      .toPromise()
    if (answer.data == null) throw answer.error ?? new Error('The output cannot be read')
    return answer.data.outputIIoTsPages
  }
  const confirm = (outputs: readonly Output[]) => {
    const [only, ...others] = outputs
    if (only === undefined) return
    if (others.length > 0) return setChosen(outputs)
    const why = whyNotNow(only)
    if (why !== null)
      return showToast(
        why === 'SHIFT_CONFIRMED' ? t('panel.shiftConfirmed') : why === 'ARCHIVED' ? t('panel.archived') : t(`leftOut.${why}`),
      )
    change(NOTHING_OPEN)
    setSheetAsked(true)
    setSheet(only)
  }
  return (
    <>
      <div className={classes['above']}>
        <ChoiceGroup
          label={t('chart.title')}
          value={search.chart === '' ? 'none' : search.chart}
          choices={(['none', 'day', 'hour'] as const).map((value) => ({ value, label: t(`chart.${value}`) }))}
          onChange={(value) => change({ chart: value === 'none' ? '' : value })}
        />
      </div>
      {search.chart !== '' && (
        <Suspense>
          <Chart search={search} step={search.chart} zone={zone} onOpen={(next) => change(next, { isStep: true })} />
        </Suspense>
      )}
      <ListView<Output>
        name="OUTPUT"
        caption={t('tab.device')}
        url={url}
        columns={columns}
        rows={list?.items}
        rowKey={({ id }) => String(id)}
        rowName={({ workCenter, timeStart }) =>
          `${workCenter?.name ?? ''}, ${formatOf(workCenter?.timeZone ?? zone).dateTime(Date.parse(timeStart))}`
        }
        isSorted
        mayRead={mayReadOutput(viewer)}
        filters={<OutputFilters search={search} places={places} onChange={(next) => change({ page: 1, ...next })} />}
        chips={chips}
        onClear={() => change(NO_OUTPUT_FILTERS)}
        {...pagingOf(list, change)}
        {...(mayAct && {
          actions: [
            { key: 'confirm', label: t('confirm.open'), isMain: true, run: confirm },
            { key: 'assign', label: t('assign.open'), run: setAssigned },
          ],
          letters: { c: confirm, o: setAssigned },
        })}
        file={{ name: fileNamePart(t('page.output')), readPage }}
        empty={{ title: t('empty.device'), text: t('empty.deviceHelp') }}
        noMatch={
          search.issues !== '' && isIssueAlone(search)
            ? { title: [named, t(`empty.${search.issues}`)].filter(Boolean).join(': '), text: t('empty.issueHelp') }
            : { title: t('empty.noMatch'), text: t('empty.noMatchHelp') }
        }
        failure={result.error ? { title: problem ? problemText(t, problem) : t('state.wrong'), onRetry: ask } : null}
      />
      <OutputPanel
        isOpen={openId !== null}
        output={open}
        isUnknown={open === null && isOpenedKnown}
        onRetry={isAskedAlone && open === null && opened.error !== undefined ? askOpened : null}
        zone={zone}
        mayAct={mayAct}
        onConfirm={(output) => confirm([output])}
        onAssign={(output) => setAssigned([output])}
        onChanged={() => {
          ask()
          askOpened()
        }}
        onClose={() => change(NOTHING_OPEN)}
      />
      <AssignOrders outputs={assigned} zone={zone} onClose={() => setAssigned([])} onDone={ask} />
      <ConfirmMany outputs={chosen} onClose={() => setChosen([])} onDone={ask} />
      {wasSheetAsked && (
        <Suspense>
          <ConfirmHere
            workCenterId={sheet?.workCenterId ?? 0}
            jobOrderId={sheet?.productionOrders[0]?.id ?? null}
            segmentIds={sheet === null ? null : [sheet.id]}
            place={sheet?.workCenter?.name ?? ''}
            onClose={() => setSheet(null)}
            onChanged={ask}
          />
        </Suspense>
      )}
    </>
  )
}
