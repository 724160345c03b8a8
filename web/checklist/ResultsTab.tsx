import { useMemo } from 'react'
import { useClient } from 'urql'
import { HOUR_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ChecklistOccurrencesDocument, type ChecklistsPageQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import { pagingOf } from '#web/parts/list/pagingOf.ts'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import classes from './ChecklistsPage.module.css'
import { type ChecklistsSearch, RESULT_DAYS, RESULT_FILTERS } from './checklistsSearch.ts'
import type { Occurrence } from './occurrence.view.ts'
import { NO_RESULT_FILTERS, resultFilter } from './results.view.ts'
import { useResultColumns } from './useResultColumns.tsx'

/** The columns of the results stand beside those of the checklists in the address. */
function ownColumns({ search, change, texts, show }: ListUrl<ChecklistsSearch>) {
  return {
    texts,
    show,
    search: { sort: '-due', cols: search.resultCols, invalid: search.invalid },
    change: ({ cols, ...next }: { readonly cols?: ChecklistsSearch['resultCols'] }, options?: { readonly isStep?: boolean }) =>
      change({ ...next, ...(cols !== undefined && { resultCols: cols }) }, options),
  }
}

type ResultsTabProps = {
  readonly data: ChecklistsPageQuery
  readonly url: ListUrl<ChecklistsSearch>
  readonly onLook: (id: number) => void
}

const PAGE_SIZE = 50
/** Of a page that goes into a file. */
const FILE_PAGE_SIZE = 1_000

/** Returns what became of checklists, the latest first; filters and page are in the address. */
export function ResultsTab({ data, url, onLook }: ResultsTabProps) {
  const { t } = useTexts('checklist')
  const client = useClient()
  const now = useCoarseNow(HOUR_MS)
  const { search, change } = url
  const { of, show, since, wc, page } = search
  const filter = useMemo(() => resultFilter({ of, show, since, wc }, now), [of, show, since, wc, now])
  const variables = useMemo(() => ({ filter, page, size: PAGE_SIZE }), [filter, page])
  const [result, ask] = useFreshQuery(ChecklistOccurrencesDocument, variables, { workCenterIds: null, kinds: ['checklist'] })
  const [problem] = problemsOf(result.error)
  const columns = useResultColumns(onLook)
  const readPage = async (current: number) => {
    const answer = await client
      .query(ChecklistOccurrencesDocument, { filter, page: current, size: FILE_PAGE_SIZE }, { requestPolicy: 'network-only' })
      .toPromise()
    if (answer.data === undefined) throw answer.error ?? new Error('The results cannot be read')
    return answer.data.checklistOccurrences
  }
  const found = result.data?.checklistOccurrences
  const placeName = data.workCenters.find(({ id }) => id === wc[0])?.name
  const listName = data.checklists.find(({ id }) => id === of[0])?.name
  const chips = [
    ...(show === 'all' ? [] : [{ key: 'show', text: t(`show.${show}`), onRemove: () => change({ show: 'all', page: 1 }) }]),
    ...(of.length === 0 ? [] : [{ key: 'of', text: listName ?? t('edit'), onRemove: () => change({ of: [], page: 1 }) }]),
    ...(wc.length === 0 ? [] : [{ key: 'wc', text: placeName ?? t('list.where'), onRemove: () => change({ wc: [], page: 1 }) }]),
    ...(since === 'all'
      ? []
      : [{ key: 'since', text: t('figures.days', { count: Number(since) }), onRemove: () => change({ since: 'all', page: 1 }) }]),
  ]
  return (
    <ListView<Occurrence>
      name="CHECKLIST_RESULTS"
      caption={t('tab.results')}
      url={ownColumns(url)}
      columns={columns}
      rows={found?.items}
      rowKey={({ id }) => String(id)}
      rowName={({ checklist, workCenter }) => `${checklist?.name ?? ''}, ${workCenter?.name ?? ''}`}
      isSorted
      filters={
        <div className={classes['tools']} role="search">
          <SelectField
            name="show"
            label={t('results.result')}
            value={show}
            options={RESULT_FILTERS.map((value) => ({ value, label: t(`show.${value}`) }))}
            onChange={(value) => change({ show: RESULT_FILTERS.find((one) => one === value) ?? 'all', page: 1 })}
          />
          <SelectField
            name="of"
            label={t('page.checklists')}
            value={String(of[0] ?? '')}
            options={[
              { value: '', label: t('figures.all') },
              ...data.checklists.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(value) => change({ of: value === '' ? [] : [Number(value)], page: 1 })}
          />
          <SelectField
            name="wc"
            label={t('list.where')}
            value={String(wc[0] ?? '')}
            options={[
              { value: '', label: t('list.everywhere') },
              ...data.workCenters.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(value) => change({ wc: value === '' ? [] : [Number(value)], page: 1 })}
          />
          <SelectField
            name="since"
            label={t('figures.period')}
            value={since}
            options={RESULT_DAYS.map((value) => ({
              value,
              label: value === 'all' ? t('results.always') : t('figures.days', { count: Number(value) }),
            }))}
            onChange={(value) => change({ since: RESULT_DAYS.find((one) => one === value) ?? 'all', page: 1 })}
          />
        </div>
      }
      chips={chips}
      onClear={() => change(NO_RESULT_FILTERS)}
      {...pagingOf(found, change)}
      file={{ name: fileNamePart(`${t('page.checklists')} ${t('tab.results')}`), readPage }}
      empty={{ title: t('results.none'), text: t('results.noneHelp') }}
      noMatch={{ title: t('list.noMatch'), text: t('list.noMatchHelp') }}
      failure={
        result.error !== undefined && found === undefined
          ? { title: problem ? problemText(t, problem) : t('state.wrong'), onRetry: ask }
          : null
      }
    />
  )
}
