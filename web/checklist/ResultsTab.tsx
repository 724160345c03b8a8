import { useMemo, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ChecklistOccurrencesDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { zoneFormats } from '#web/ui/zoneFormats.ts'
import classes from './ChecklistsPage.module.css'
import { type ChecklistsSearch, RESULT_FILTERS } from './checklistsSearch.ts'
import { nameOf, type Occurrence } from './occurrence.view.ts'
import { OccurrenceMark } from './OccurrenceMark.tsx'

type ResultsTabProps = {
  readonly search: ChecklistsSearch
  readonly onShow: (show: ChecklistsSearch['show']) => void
  readonly onLook: (id: number) => void
}

const PAGE_SIZE = 50

/** Returns what became of checklists, the latest first. */
export function ResultsTab({ search, onShow, onLook }: ResultsTabProps) {
  const { t } = useTexts('checklist')
  const own = useFormat()
  const formatIn = useMemo(() => zoneFormats(own), [own])
  const timeOf = (workCenter: Occurrence['workCenter'], at: string): string => {
    const inZone = workCenter == null ? own : formatIn(workCenter.timeZone)
    return inZone.dateTime(Date.parse(at))
  }
  const { show } = search
  const [page, setPage] = useState(1)
  const variables = useMemo(
    () => ({
      filter:
        show === 'DEVIATION'
          ? { result: 'DEVIATION' as const }
          : {
              states:
                show === 'MISSED'
                  ? (['MISSED'] as const).slice()
                  : show === 'DONE'
                    ? (['DONE'] as const).slice()
                    : (['DONE', 'MISSED', 'SKIPPED'] as const).slice(),
            },
      page,
      size: PAGE_SIZE,
    }),
    [show, page],
  )
  const [result, ask] = useFreshQuery(ChecklistOccurrencesDocument, variables, { workCenterIds: null, kinds: ['checklist'] })
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  const [problem] = problemsOf(result.error)
  const found = result.data?.checklistOccurrences
  const columns: readonly Column<Occurrence>[] = [
    {
      key: 'name',
      title: t('field.name'),
      cell: ({ id, checklist, workCenter }) => (
        <>
          <button type="button" className={classes['open']} data-open onClick={() => onLook(id)}>
            {checklist?.name}
          </button>
          <div className={classes['muted']}>{workCenter?.name}</div>
        </>
      ),
    },
    { key: 'due', title: t('results.due'), hideBelow: 600, cell: ({ workCenter, dueAt }) => timeOf(workCenter, dueAt) },
    { key: 'result', title: t('results.result'), cell: (occurrence) => <OccurrenceMark occurrence={occurrence} /> },
    {
      key: 'by',
      title: t('results.by'),
      hideBelow: 992,
      cell: ({ workCenter, submittedBy, submittedAt }) =>
        submittedAt === null ? '' : `${nameOf(submittedBy)}, ${timeOf(workCenter, submittedAt)}`,
    },
  ]
  return (
    <>
      <ChoiceGroup
        label={t('results.show')}
        isLabelHidden
        value={show}
        choices={RESULT_FILTERS.map((value) => ({ value, label: t(`show.${value}`) }))}
        onChange={(value) => {
          setPage(1)
          onShow(value)
        }}
      />
      {found === undefined && result.error !== undefined && (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {found === undefined && isSlow && <p role="status">{t('state.loading')}</p>}
      {found !== undefined && found.items.length === 0 && <EmptyState title={t('results.none')} text={t('results.noneHelp')} />}
      {found !== undefined && found.items.length > 0 && (
        <div className={classes['found']} aria-busy={result.fetching}>
          <Table caption={t('tab.results')} columns={columns} rows={found.items} rowKey={({ id }) => String(id)} />
          {(page > 1 || found.hasNext) && (
            <div className={classes['more']}>
              <ActionButton isDisabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('results.newer')}
              </ActionButton>
              <ActionButton isDisabled={!found.hasNext} onClick={() => setPage(page + 1)}>
                {t('results.older')}
              </ActionButton>
            </div>
          )}
        </div>
      )}
    </>
  )
}
