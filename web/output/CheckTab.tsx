import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { mayReadOutput } from '#engine/output/mayConfirmOutput.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OutputChecksDocument, type OutputChecksQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { OutputTabProps } from './DeviceTab.tsx'
import { periodOf } from './output.view.ts'
import { OutputFilters } from './OutputFilters.tsx'
import classes from './OutputPage.module.css'
import { NO_OUTPUT_FILTERS } from './outputSearch.ts'
import { useOutputChips } from './useOutputChips.ts'

const CLOCK_MS = 3_600_000

type Check = OutputChecksQuery['outputChecks']['items'][number]

/** Returns the orders whose counter, confirmations and material tell different numbers, with the likely cause and the way to look into it; it shrinks as it is worked off. */
export function CheckTab({ url, places, zone }: OutputTabProps) {
  const { t } = useTexts('output')
  const viewer = useViewer()
  const { search, change } = url
  const now = useCoarseNow(CLOCK_MS)
  const period = useMemo(() => periodOf(search, zone, now), [search, zone, now])
  const [result, ask] = useFreshQuery(
    OutputChecksDocument,
    useMemo(() => ({ workCenterIds: search.wc.length > 0 ? [...search.wc] : null, period }), [search.wc, period]),
    { workCenterIds: null, kinds: ['output', 'order'] },
  )
  const found = result.data?.outputChecks
  const columns = useCheckColumns()
  const chips = useOutputChips(url, { places, zone })
  const none =
    found?.examined === 0
      ? { title: t('check.nothing'), text: t('check.nothingHelp') }
      : { title: t('check.none'), text: t('check.noneHelp') }
  const [problem] = problemsOf(result.error)
  return (
    <>
      <p className={`${classes['above']} ${classes['muted']}`}>{t('check.help')}</p>
      <ListView<Check>
        caption={t('tab.check')}
        url={url}
        columns={columns}
        rows={found?.items}
        rowKey={({ jobOrder }) => String(jobOrder?.id)}
        rowName={({ jobOrder }) => jobOrder?.orderCode ?? ''}
        isSorted
        mayRead={mayReadOutput(viewer)}
        filters={<OutputFilters search={search} places={places} onChange={(next) => change({ page: 1, ...next })} />}
        chips={chips}
        onClear={() => change(NO_OUTPUT_FILTERS)}
        {...(found && { count: t(found.isLimited ? 'check.limited' : 'check.examined', { count: found.examined }) })}
        empty={none}
        noMatch={none}
        file={{ name: fileNamePart(t('tab.check')) }}
        failure={result.error ? { title: problem ? problemText(t, problem) : t('state.wrong'), onRetry: ask } : null}
      />
    </>
  )
}

function useCheckColumns(): readonly ListColumn<Check>[] {
  const { t } = useTexts('output')
  const own = useFormat()
  const unitName = useUnitName()
  const unitOf = ({ jobOrder }: Check) => (jobOrder?.measurementUnit == null ? '' : unitName(jobOrder.measurementUnit))
  const off = (share: number | null) => (share === null ? '' : ` (${share > 0 ? '+' : ''}${own.percentOf(share, 1)})`)
  return [
    {
      key: 'order',
      title: t('column.order'),
      isTitle: true,
      width: 200,
      value: ({ jobOrder }) => jobOrder?.orderCode ?? null,
      cell: ({ jobOrder }) =>
        jobOrder !== null && (
          <span className={classes['lines']}>
            <Link to="/job-orders" search={{ id: [jobOrder.id] }} className={classes['link']} data-open>
              {jobOrder.orderCode}
            </Link>
            <span className={classes['muted']}>{jobOrder.product?.name}</span>
          </span>
        ),
    },
    {
      key: 'product',
      title: t('column.product'),
      isOnlyInFile: true,
      isAlwaysInFile: true,
      value: ({ jobOrder }) => jobOrder?.product?.name ?? null,
      cell: () => null,
    },
    {
      key: 'place',
      title: t('column.place'),
      width: 150,
      foldsBelow: 992,
      isPlain: true,
      value: ({ workCenter }) => workCenter?.name ?? null,
      cell: ({ workCenter }) => workCenter?.name,
    },
    {
      key: 'counted',
      title: t('check.counter'),
      kind: 'number',
      width: 130,
      value: ({ countedOutput }) => countedOutput,
      cell: (check) => `${own.number(check.countedOutput)} ${unitOf(check)}`,
    },
    {
      key: 'units',
      title: t('column.confirmed'),
      kind: 'number',
      width: 170,
      value: ({ confirmedOutput }) => confirmedOutput,
      cell: (check) => `${own.number(check.confirmedOutput)} ${unitOf(check)}${off(check.confirmedOff)}`,
    },
    {
      key: 'sensor',
      title: t('check.material'),
      kind: 'number',
      width: 170,
      value: ({ materialOutput }) => materialOutput,
      cell: (check) =>
        check.materialOutput === null ? '—' : `${own.number(check.materialOutput)} ${unitOf(check)}${off(check.materialOff)}`,
    },
    { key: 'unit', title: t('column.unit'), isOnlyInFile: true, isAlwaysInFile: true, value: unitOf, cell: () => null },
    {
      key: 'reasons',
      title: t('check.cause'),
      width: 260,
      foldsBelow: 992,
      value: ({ cause }) => t(`check.causes.${cause}`),
      cell: ({ cause, jobOrder }) => (
        <span className={classes['lines']}>
          <span>{t(`check.causes.${cause}`)}</span>
          {jobOrder !== null && <WayOut cause={cause} orderId={jobOrder.id} />}
        </span>
      ),
    },
  ]
}

/** Returns the link to where the cause is put right. */
function WayOut({ cause, orderId }: { readonly cause: Check['cause']; readonly orderId: number }) {
  const { t } = useTexts('output')
  const text = t(`check.way.${cause}`)
  if (cause === 'MORE_SCRAP')
    return (
      <Link to="/job-orders" search={{ id: [orderId] }} className={classes['link']}>
        {text}
      </Link>
    )
  const search = {
    COUNTER_TOO_HIGH: { tab: 'device', order: [orderId] },
    NOT_ALL_CONFIRMED: { tab: 'device', order: [orderId], issues: 'UNCONFIRMED' },
    UNCLEAR: { tab: 'confirmations', order: [orderId] },
  } as const
  return (
    <Link to="/output" search={search[cause]} className={classes['link']}>
      {text}
    </Link>
  )
}
