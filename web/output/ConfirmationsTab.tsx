import { useMemo, useState } from 'react'
import { useClient } from 'urql'
import { mayReadOutput } from '#engine/output/mayConfirmOutput.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ConfirmationsListDocument, PostingsListDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import { pagingOf } from '#web/parts/list/pagingOf.ts'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { zoneFormats } from '#web/ui/zoneFormats.ts'
import type { OutputTabProps } from './DeviceTab.tsx'
import { confirmationsFilter } from './output.view.ts'
import { OutputFilters } from './OutputFilters.tsx'
import { partLine, type PostingLine, postingLines } from './postingLines.view.ts'
import { NO_OUTPUT_FILTERS, NOTHING_OPEN } from './outputSearch.ts'
import { PostingPanel } from './PostingPanel.tsx'
import { useConfirmationColumns } from './useConfirmationColumns.tsx'
import { useOutputChips } from './useOutputChips.ts'

const PAGE_SIZE = 50
/** Of a page that goes into a file. */
const FILE_PAGE_SIZE = 1000
const CLOCK_MS = 3_600_000

/** Returns what people confirmed, act by act, the last made first, with who and when; each is unfolded to its rows. What was taken back is listed when it is asked for. */
export function ConfirmationsTab({ url, places, zone }: OutputTabProps) {
  const { t } = useTexts('output')
  const client = useClient()
  const viewer = useViewer()
  const own = useFormat()
  const formatOf = useMemo(() => zoneFormats(own), [own])
  const { search, change } = url
  const now = useCoarseNow(CLOCK_MS)
  const filter = useMemo(() => confirmationsFilter(search, zone, now), [search, zone, now])
  const [result, ask] = useFreshQuery(
    PostingsListDocument,
    useMemo(() => ({ filter, page: search.page, size: PAGE_SIZE }), [filter, search.page]),
    { workCenterIds: null, kinds: ['output', 'order'] },
  )
  const list = result.data?.outputPostingsPages
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const lines = useMemo(() => list && postingLines(list.items, unfolded), [list, unfolded])
  const columns = useConfirmationColumns({
    onOpen: (id) => change({ posting: [id] }, { isStep: true }),
    onFold: (id) => setUnfolded((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id])),
    onPerson: (who) => change({ who, page: 1 }),
    zone,
  })
  const chips = useOutputChips(url, {
    places,
    zone,
    orders: lines?.map(({ first }) => first.jobOrder),
    people: lines?.map(({ first }) => first.operator),
  })
  const [problem] = problemsOf(result.error)
  const [openId = null] = search.posting
  // In the file each row stands for itself, so that its units are those of its batch and container.
  const readPage = async (page: number) => {
    const answer = await client
      .query(ConfirmationsListDocument, { filter, page, size: FILE_PAGE_SIZE }, { requestPolicy: 'network-only' })
      .toPromise()
    if (answer.data == null) throw answer.error ?? new Error('The confirmations cannot be read')
    const found = answer.data.outputConfirmationsPages
    return { ...found, items: found.items.map(partLine) }
  }
  return (
    <>
      <ListView<PostingLine>
        name="OUTPUT_CONFIRMATIONS"
        caption={t('tab.confirmations')}
        url={url}
        columns={columns}
        rows={lines}
        rowKey={({ key }) => key}
        rowName={({ first: { jobOrder, workCenter, batchTime } }) =>
          `${jobOrder?.orderCode ?? ''}, ${formatOf(workCenter?.timeZone ?? zone).dateTime(Date.parse(batchTime))}`
        }
        isSorted
        mayRead={mayReadOutput(viewer)}
        filters={<OutputFilters search={search} places={places} onChange={(next) => change({ page: 1, ...next })} />}
        chips={chips}
        onClear={() => change(NO_OUTPUT_FILTERS)}
        {...pagingOf(list, change)}
        file={{ name: fileNamePart(t('tab.confirmations')), readPage }}
        empty={{ title: t('empty.confirmations'), text: t('empty.confirmationsHelp') }}
        noMatch={{ title: t('empty.noMatch'), text: t('empty.noMatchHelp') }}
        failure={result.error ? { title: problem ? problemText(t, problem) : t('state.wrong'), onRetry: ask } : null}
      />
      <PostingPanel
        openId={openId}
        zone={zone}
        onOpen={(id) => change({ posting: [id] })}
        onChanged={ask}
        onClose={() => change(NOTHING_OPEN)}
      />
    </>
  )
}
