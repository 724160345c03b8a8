import { JOB_KEEP_DAYS } from '#engine/company/jobKeep.ts'
import { mayEditCompany } from '#engine/company/mayEditCompany.ts'
import { useMemo } from 'react'
import { useClient } from 'urql'
import { mayManagePeople } from '#engine/user/mayEditPeople.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ExportAuditLogDocument, ExportCompanyDocument, JobRunsDocument, RetryJobDocument } from '#web/api/generated/graphql.ts'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import { isDescending } from '#web/parts/list/sort.ts'
import type { Chip } from '#web/parts/list/table/Chips.tsx'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import { pagingOf } from '#web/parts/list/pagingOf.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import classes from './JobsPage.module.css'
import { JOB_KINDS, JOB_STATES, JOBS_SEARCH, type JobsSearch } from './jobsSearch.ts'
import { type JobRun, useJobColumns } from './useJobColumns.tsx'

const PAGE_SIZE = 50
/** Of a page that goes into a file. */
const FILE_PAGE_SIZE = 1000
const NO_FILTERS = { kind: '', state: '', page: 1 } as const

/** Returns the background jobs of the company: what waits, runs, is done and failed, with the files that they made; dead ones are run again. */
export function JobsPage() {
  const { t } = useTexts('user')
  const viewer = useViewer()
  const client = useClient()
  const url = useListSearch(JOBS_SEARCH)
  const { search, change } = url
  const variables = useMemo(() => variablesOf(search), [search])
  const [result, ask] = useFreshQuery(
    JobRunsDocument,
    { ...variables, current: search.page, size: PAGE_SIZE },
    { workCenterIds: null, kinds: ['job'] },
  )
  const exporting = useChange(ExportAuditLogDocument)
  const taking = useChange(ExportCompanyDocument)
  const retry = useChange(RetryJobDocument)
  const runs = result.data?.jobRuns
  const problem = problemsOf(result.error)[0]
  usePageTitle(t('page.jobs'))
  const tell = (problems: readonly ApiProblem[], done: string) => {
    showToast(problems[0] === undefined ? done : problemText(t, problems[0]))
    ask()
  }
  const columns = useJobColumns({
    run: (id) => void retry.run({ id }).then(({ problems }) => tell(problems, t('jobs.retried'))),
    busyId: retry.sent?.id ?? null,
  })
  const chip = (key: string, text: string, next: Partial<JobsSearch>): Chip => ({ key, text, onRemove: () => change({ page: 1, ...next }) })
  const readPage = async (current: number) => {
    const answer = await client
      .query(JobRunsDocument, { ...variables, current, size: FILE_PAGE_SIZE }, { requestPolicy: 'network-only' })
      .toPromise()
    if (answer.data === undefined) throw answer.error ?? new Error('The jobs cannot be read')
    return answer.data.jobRuns
  }
  return (
    <>
      <div className={classes['head']}>
        <PageHeading>{t('page.jobs')}</PageHeading>
        {mayEditCompany(viewer) && (
          <ActionButton
            isBusy={taking.isBusy}
            onClick={() => void taking.run({}).then(({ problems }) => tell(problems, t('jobs.exportAsked')))}
          >
            {t('jobs.exportCompany')}
          </ActionButton>
        )}
        <ActionButton
          isBusy={exporting.isBusy}
          onClick={() => void exporting.run({}).then(({ problems }) => tell(problems, t('jobs.exportAsked')))}
        >
          {t('jobs.exportLog')}
        </ActionButton>
      </div>
      <ListView<JobRun>
        name="JOBS"
        caption={t('page.jobs')}
        url={url}
        columns={columns}
        rows={runs?.items}
        rowKey={({ id }) => id}
        rowName={({ kind, subject }) => subject ?? kind}
        isSorted
        mayRead={mayManagePeople(viewer)}
        filters={
          <div className={classes['filters']} role="search">
            <SelectField
              name="kind"
              label={t('jobs.what')}
              value={search.kind}
              options={[{ value: '', label: t('jobs.allKinds') }, ...JOB_KINDS.map((value) => ({ value, label: t(`jobs.kind.${value}`) }))]}
              onChange={(value) => change({ kind: JOB_KINDS.find((kind) => kind === value) ?? '', page: 1 })}
            />
            <SelectField
              name="state"
              label={t('jobs.state')}
              value={search.state}
              options={[
                { value: '', label: t('jobs.allStates') },
                ...JOB_STATES.map((value) => ({ value, label: t(`jobs.states.${value}`) })),
              ]}
              onChange={(value) => change({ state: JOB_STATES.find((state) => state === value) ?? '', page: 1 })}
            />
          </div>
        }
        chips={[
          ...(search.kind === '' ? [] : [chip('kind', t(`jobs.kind.${search.kind}`), { kind: '' })]),
          ...(search.state === '' ? [] : [chip('state', t(`jobs.states.${search.state}`), { state: '' })]),
        ]}
        onClear={() => change(NO_FILTERS)}
        {...pagingOf(runs, change)}
        file={{ name: fileNamePart(t('page.jobs')), readPage }}
        empty={{ title: t('jobs.none'), text: t('jobs.noneHelp', JOB_KEEP_DAYS) }}
        noMatch={{ title: t('jobs.noMatch'), text: t('jobs.noMatchHelp') }}
        failure={result.error ? { title: problem ? problemText(t, problem) : t('state.wrong'), onRetry: ask } : null}
      />
    </>
  )
}

function variablesOf({ kind, state, sort }: JobsSearch) {
  return {
    ...(kind !== '' && { kind }),
    ...(state !== '' && { state }),
    orderBy: { field: 'CREATED_AT', direction: isDescending(sort) ? 'DESC' : 'ASC' },
  } as const
}
