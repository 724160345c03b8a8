import { useMemo, useState } from 'react'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { dateAt } from '#engine/time/statPeriod.ts'
import { Later } from '#web/base/lazyPart.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useClient, useQuery } from 'urql'
import { mayApproveLosses, mayEditLosses, mayReadLosses } from '#engine/loss/mayEditLoss.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import {
  ApproveLossDocument,
  type ListedLossFragment,
  LossesListDocument,
  LossOpenedDocument,
  LossPlacesDocument,
  type LossPlacesQuery,
} from '#web/api/generated/graphql.ts'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { listStops, type Stop, stopOf, stopToExplain } from '#web/parts/classify/stops.view.ts'
import { useClassify } from '#web/parts/classify/useClassify.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import { PAGE_SIZES, pagingOf } from '#web/parts/list/pagingOf.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { FormatContext, useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { BulkSavedBar } from './BulkSavedBar.tsx'
import { knownDuration, lossesQuery } from './losses.view.ts'
import classes from './LossesPage.module.css'
import { ApprovedQuestion, BulkReason, ClassifyDrawer, LossPanel, ManualLossDialog, MergeReason } from './laterParts.tsx'
import { LOSSES_SEARCH, NO_LOSS_FILTERS, NO_OPEN_LOSS } from './lossesSearch.ts'
import { LossFilters } from './LossFilters.tsx'
import { LossTabs } from './LossTabs.tsx'
import { ManualSavedBar } from './manual/ManualSavedBar.tsx'
import { useManualLoss } from './manual/useManualLoss.ts'
import { useBulk } from './useBulk.ts'
import { TakeBackBar } from './TakeBackBar.tsx'
import { useLossChips } from './useLossChips.ts'
import type { LossRow } from './lossRow.ts'
import { useLossColumns } from './useLossColumns.tsx'
import { useLossFilterChoices } from './useLossFilterChoices.ts'
import { useLossEnergies } from './useLossEnergies.ts'
import { useLossKeys } from './useLossKeys.ts'
import { useTotalsText } from './useTotalsText.ts'
import { useMerge } from './useMerge.ts'
import { useTakeBack } from './useTakeBack.ts'

/** Of a page that goes into a file. */
const FILE_PAGE_SIZE = 1000
const NO_PLACES: LossPlacesQuery['workCenters'] = []
const NO_LOSSES: readonly ListedLossFragment[] = []

/** Returns the losses of the company, those first that wait for a reason: filters, order, page and the open loss are in the address. */
export function LossesPage() {
  const { t } = useTexts('loss')
  const format = useFormat()
  const viewer = useViewer()
  const client = useClient()
  const url = useListSearch(LOSSES_SEARCH)
  const { search, change } = url
  const now = useCoarseNow(MINUTE_MS)
  const [known] = useQuery({ query: LossPlacesDocument })
  const places = known.data?.workCenters ?? NO_PLACES
  const zone = known.data?.companies.find(({ id }) => id === viewer.company?.id)?.timeZone ?? format.timeZone
  const today = dateAt(zone, now)
  const variables = useMemo(() => lossesQuery(search, today), [search, today])
  const [result, ask] = useFreshQuery(
    LossesListDocument,
    useMemo(() => ({ ...variables, page: search.page, size: Number(search.size) }), [variables, search.page, search.size]),
    { workCenterIds: null, kinds: ['loss'] },
  )
  const classify = useClassify()
  const [asked, setAsked] = useState<Stop | null>(null)
  const [isNoteFirst, setNoteFirst] = useState(false)
  const approving = useChange(ApproveLossDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  const [approvedAct, setApprovedAct] = useState<(() => void) | null>(null)
  // Times of a stop are those of its plant.
  const drawerFormat = useZoneFormat(places.find(({ id }) => id === asked?.workCenterId)?.timeZone ?? zone)
  usePageTitle(t('page.losses'))

  const totalsText = useTotalsText()
  const { shown } = classify
  const page = result.data?.lossesPages
  const totals = result.data?.lossesTotals
  const items = useMemo(() => listedOf(page?.items ?? NO_LOSSES, shown), [page, shown])
  const listed = useMemo(() => items.map((loss): LossRow => ({ loss, stop: stopOf(loss) })), [items])
  const hasEnergy = known.data?.extensions.some(({ id, activated }) => id === 'ENERGY' && activated) === true
  const isEnergyShown = hasEnergy && (search.cols === null || search.cols.includes('energy'))
  const { rows, withEnergies, isFailed: isEnergyFailed } = useLossEnergies(listed, isEnergyShown)
  // The list of the drawer has only what people give reasons to.
  const list = useMemo(() => listStops(items.filter(({ isValid, source }) => isValid && source === 'STATUS')), [items])
  const rowOf = (id: number) => rows.find(({ stop }) => stop.id === id)
  const openId = search.id[0] ?? null
  const inPage = openId === null ? undefined : rowOf(openId)
  const [opened] = useQuery({
    query: LossOpenedDocument,
    variables: { id: openId ?? 0 },
    pause: openId === null || inPage !== undefined || page === undefined,
  })
  const elsewhere = opened.data?.loss
  const openRow = inPage ?? (openId !== null && elsewhere?.id === openId ? { loss: elsewhere, stop: stopOf(elsewhere) } : null)
  const mayEdit = mayEditLosses(viewer)
  const mayApprove = mayApproveLosses(viewer)
  const bulk = useBulk(rows, ask)
  const takeBack = useTakeBack(ask)
  const merging = useMerge(takeBack, ask)
  const manual = useManualLoss(ask)
  const [kept, setKept] = useState<readonly ApiProblem[]>([])
  const classifyStop = (stop: Stop, isForNote: boolean) => {
    change(NO_OPEN_LOSS)
    setNoteFirst(isForNote)
    setAsked(stop)
  }
  /** Opens a loss in the place of the drawer: both stand beside the list. */
  const openLoss = (id: number, isSplitting = false) => {
    setAsked(null)
    change({ id: [id], split: isSplitting }, { isStep: true })
  }
  /** A change takes the approval away, so the person is asked before. */
  const afterAsking = (stops: readonly Pick<Stop, 'isApproved'>[], act: () => void) => {
    if (stops.some(({ isApproved }) => isApproved)) setApprovedAct(() => act)
    else act()
  }
  const onClassify = ({ stop }: LossRow) => afterAsking([stop], () => classifyStop(stop, false))
  const columns = useLossColumns({
    onOpen: ({ stop }) => openLoss(stop.id),
    isSaving: classify.isSaving,
    onClassify: mayEdit ? onClassify : null,
    longestMs: Math.max(...rows.map(({ loss }) => knownDuration(loss) ?? 0), 1),
    isOfRejects: search.tab === 'quality',
    hasEnergy,
    isEnergyFailed,
    isEnergyShown,
  })
  const [areFiltersOpen, setFiltersOpen] = useState(false)
  const choices = useLossFilterChoices(search, areFiltersOpen)
  const chips = useLossChips(url, places, choices)
  const problem = problemsOf(result.error)[0]
  const readPage = async (current: number) => {
    const answer = await client
      .query(LossesListDocument, { ...variables, hasTotals: false, page: current, size: FILE_PAGE_SIZE }, { requestPolicy: 'network-only' })
      .toPromise()
    if (answer.data === undefined) throw answer.error ?? new Error('The losses cannot be read')
    const { items: losses, ...rest } = answer.data.lossesPages
    return { ...rest, items: await withEnergies(losses.map((loss): LossRow => ({ loss, stop: stopOf(loss) }))) }
  }
  const approve = async ({ stop }: LossRow) => {
    const batchId = newRequestKey()
    const { data } = await approving.run({ id: stop.id, version: stop.version, batchId })
    // The drawer says why not.
    if (data === null) {
      setAsked(null)
      return change({ id: [stop.id], split: false })
    }
    change(NO_OPEN_LOSS)
    takeBack.put({ kind: 'approved', count: 1, batchId })
  }
  const mergeAll = (chosen: readonly LossRow[]) =>
    afterAsking(
      chosen.map(({ stop }) => stop),
      () => void merging.merge(chosen),
    )
  const letters = useLossKeys({
    search,
    change,
    today,
    next: mayEdit ? stopToExplain(list, classify.isSaving) : null,
    mayEdit,
    mayApprove,
    onAsk: (stop, isForNote) => afterAsking([stop], () => classifyStop(stop, isForNote)),
    onSplit: ({ stop }) => afterAsking([stop], () => openLoss(stop.id, true)),
    onAskMany: bulk.ask,
    onApprove: (row) => !classify.isSaving(row.stop.id) && void approve(row),
    onMerge: (chosen) => mergeAll(chosen),
  })
  const close = () => {
    change(NO_OPEN_LOSS)
    approving.forget()
    setKept([])
  }
  const remove = async (row: LossRow) => {
    const problems = await manual.remove(row)
    if (problems.length === 0) close()
    else setKept(problems)
  }
  return (
    <>
      <div className={classes['head']}>
        <PageHeading>{t('page.losses')}</PageHeading>
        {mayEdit && <ActionButton onClick={manual.add}>{t('manual.add')}</ActionButton>}
      </div>
      <LossTabs search={search} />
      <ListView<LossRow>
        name="LOSSES"
        caption={t('page.losses')}
        url={url}
        columns={columns}
        rows={page === undefined ? undefined : rows}
        rowKey={({ stop }) => String(stop.id)}
        rowName={({ loss, stop }) => `${stop.reason ?? t('stops.unclassified')}, ${loss.workCenter.name}, ${format.dateTime(stop.start)}`}
        isSorted
        openKey={String((asked ?? openRow?.stop)?.id)}
        mayRead={mayReadLosses(viewer)}
        filters={
          <LossFilters
            search={search}
            workCenters={places}
            choices={choices}
            onOpen={() => setFiltersOpen(true)}
            onChange={(next) => change({ page: 1, ...next })}
          />
        }
        chips={chips}
        onClear={() => change(NO_LOSS_FILTERS)}
        {...(totals && { count: totalsText(totals) })}
        {...pagingOf(page, change, {
          choices: PAGE_SIZES,
          onSize: (size) => change({ page: 1, size: PAGE_SIZES.find((one) => one === size) ?? '50' }),
        })}
        {...(mayEdit && {
          actions: [
            {
              key: 'reason',
              label: t('bulk.open'),
              isMain: true,
              run: (chosen: readonly LossRow[]) => bulk.ask(chosen.map(({ stop }) => stop.id)),
            },
            { key: 'merge', label: t('merge.open'), run: (chosen: readonly LossRow[]) => mergeAll(chosen) },
          ],
        })}
        letters={letters}
        file={{ name: fileNamePart(t('page.losses')), readPage }}
        empty={{ title: t(`empty.${search.tab}`), text: t('empty.help') }}
        noMatch={{ title: t('noData'), text: t('noMatchHelp') }}
        failure={result.error ? { title: problem ? problemText(t, problem) : t('state.wrong'), onRetry: ask } : null}
      />
      <Later isAsked={openRow !== null}>
        <LossPanel
          row={asked === null && classify.refused === null ? openRow : null}
          isSplitting={search.split}
          onSplit={(split) => {
            if (split && openRow !== null) afterAsking([openRow.stop], () => change({ split }))
            else change({ split })
          }}
          onSplitDone={(batchId) => {
            close()
            if (batchId !== null) takeBack.put({ kind: 'split', count: 1, batchId })
          }}
          onOpen={openLoss}
          mayEdit={mayEdit}
          mayApprove={mayApprove}
          problems={[...approving.problems, ...kept]}
          onClassify={onClassify}
          onApprove={(row) => void approve(row)}
          onDecide={(decision) =>
            afterAsking([decision.stop], () => {
              close()
              classify.save(decision)
            })
          }
          onEdit={(row) =>
            afterAsking([row.stop], () => {
              change(NO_OPEN_LOSS)
              manual.edit(row)
            })
          }
          onDelete={(row) => afterAsking([row.stop], () => void remove(row))}
          onClose={close}
        />
      </Later>
      <FormatContext value={drawerFormat}>
        <Later isAsked>
          <ClassifyDrawer
            placeOf={({ workCenterId }) => places.find(({ id }) => id === workCenterId)?.name ?? ''}
            list={list}
            classify={classify}
            asked={asked}
            isNoteFirst={isNoteFirst}
            isBeside
            onAsk={setAsked}
          />
        </Later>
      </FormatContext>
      <Later isAsked={bulk.plan !== null}>
        <BulkReason bulk={bulk} />
      </Later>
      <Later isAsked={merging.asked !== null}>
        <MergeReason merge={merging} />
      </Later>
      <BulkSavedBar bulk={bulk} />
      <Later isAsked={manual.asked !== null}>
        <ManualLossDialog manual={manual} places={places} workCenterId={search.wc.length === 1 ? (search.wc[0] ?? null) : null} />
      </Later>
      <ManualSavedBar manual={manual} />
      <TakeBackBar takeBack={takeBack} />
      <Later isAsked={approvedAct !== null}>
        <ApprovedQuestion asked={approvedAct} onClose={() => setApprovedAct(null)} />
      </Later>
    </>
  )
}

/** Returns the listed losses with what was decided about them and is still on its way. */
function listedOf(items: readonly ListedLossFragment[], shown: ReturnType<typeof useClassify>['shown']): readonly ListedLossFragment[] {
  const decided = shown(items)
  return items.map((loss, at) => ({ ...loss, ...decided[at] }))
}
