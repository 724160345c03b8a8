import { useMemo } from 'react'
import { useClient } from 'urql'
import { mayPlanOrders, mayReadOrders } from '#engine/jobOrder/mayPlanOrders.ts'
import { ItemsListDocument, type ItemsListQuery } from '#web/api/generated/graphql.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import { pagingOf } from '#web/parts/list/pagingOf.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ORDERS_SEARCH } from '../jobOrdersSearch.ts'
import { ViewLinks } from '../ViewLinks.tsx'
import { ItemPanel } from './ItemPanel.tsx'
import classes from './Items.module.css'

type Item = ItemsListQuery['itemsPages']['items'][number]

const PAGE_SIZE = 50
/** Of a page that goes into a file. */
const FILE_PAGE_SIZE = 1000

/** Returns the products of the company: a list that is searched, and the open one with its bill of material and its speeds. */
export function ItemsView() {
  const { t } = useTexts('items')
  const format = useFormat()
  const unitName = useUnitName()
  const client = useClient()
  const viewer = useViewer()
  const url = useListSearch(ORDERS_SEARCH)
  const { search, change } = url
  const mayPlan = mayPlanOrders(viewer)
  usePageTitle(t('title'))
  const variables = useMemo(
    () => ({ ...(search.q.trim() !== '' && { search: search.q.trim() }), isArchived: search.archived ? null : false }),
    [search.q, search.archived],
  )
  const [result, ask] = useFreshQuery(
    ItemsListDocument,
    useMemo(() => ({ ...variables, page: search.page, size: PAGE_SIZE }), [variables, search.page]),
    { workCenterIds: null, kinds: ['order'] },
  )
  const list = result.data?.itemsPages
  const [problem] = problemsOf(result.error)
  const [openId = null] = search.item
  const columns: readonly ListColumn<Item>[] = [
    {
      key: 'item',
      title: t('column.name'),
      isTitle: true,
      value: ({ name }) => name,
      cell: (item) => (
        <span className={classes['lines']}>
          <button type="button" className={classes['name']} data-open onClick={() => change({ item: [item.id] }, { isStep: true })}>
            {item.name}
          </button>
          {item.isArchived && <span className={classes['muted']}>{t('archived')}</span>}
        </span>
      ),
    },
    { key: 'sku', title: t('column.sku'), width: 160, value: ({ sku }) => sku, cell: ({ sku }) => sku },
    {
      key: 'unit',
      title: t('column.unit'),
      width: 90,
      value: ({ measureUnit }) => unitName(measureUnit),
      cell: ({ measureUnit }) => unitName(measureUnit),
    },
    {
      key: 'family',
      title: t('column.family'),
      width: 160,
      foldsBelow: 992,
      value: ({ family }) => family,
      cell: ({ family }) => family ?? '',
    },
    {
      key: 'bom',
      title: t('column.bom'),
      kind: 'number',
      width: 110,
      value: ({ bom }) => bom.length,
      cell: ({ bom }) => (bom.length === 0 ? <span className={classes['muted']}>—</span> : format.number(bom.length)),
    },
    {
      key: 'tracked',
      title: t('column.tracked'),
      width: 130,
      foldsBelow: 992,
      value: ({ isBatchTracked }) => (isBatchTracked ? t('byBatches') : ''),
      cell: ({ isBatchTracked }) => (isBatchTracked ? t('byBatches') : ''),
    },
    {
      key: 'container',
      title: t('column.container'),
      kind: 'number',
      width: 120,
      foldsBelow: 992,
      value: ({ containerQuantity }) => containerQuantity,
      cell: ({ containerQuantity }) => (containerQuantity === null ? '' : format.number(containerQuantity)),
    },
  ]
  const readPage = async (page: number) => {
    const answer = await client
      .query(ItemsListDocument, { ...variables, page, size: FILE_PAGE_SIZE }, { requestPolicy: 'network-only' })
      .toPromise()
    if (answer.data == null) throw answer.error ?? new Error('The products cannot be read')
    return answer.data.itemsPages
  }
  return (
    <>
      <div className={classes['head']}>
        <PageHeading>{t('title')}</PageHeading>
        {mayPlan && (
          <ActionButton isMain onClick={() => change({ item: ['new'] }, { isStep: true })}>
            {t('create')}
          </ActionButton>
        )}
      </div>
      <ViewLinks view="items" />
      <ListView<Item>
        caption={t('title')}
        url={url}
        columns={columns}
        rows={list?.items}
        rowKey={({ id }) => String(id)}
        rowName={({ name, sku }) => `${name}, ${sku}`}
        isSorted
        mayRead={mayReadOrders(viewer)}
        filters={
          <div className={classes['filters']}>
            <SearchField label={t('search')} value={search.q} onChange={(q) => change({ q, page: 1 })} />
            <CheckField
              name="archived"
              label={t('withArchived')}
              isChecked={search.archived}
              onChange={(archived) => change({ archived, page: 1 })}
            />
          </div>
        }
        chips={[
          ...(search.q === '' ? [] : [{ key: 'q', text: `“${search.q}”`, onRemove: () => change({ q: '', page: 1 }) }]),
          ...(search.archived ? [{ key: 'archived', text: t('withArchived'), onRemove: () => change({ archived: false, page: 1 }) }] : []),
        ]}
        onClear={() => change({ q: '', archived: false, page: 1 })}
        {...pagingOf(list, change)}
        file={{ name: fileNamePart(t('title')), readPage }}
        empty={{ title: t('empty.title'), text: t('empty.text') }}
        noMatch={{ title: t('empty.noMatch'), text: t('empty.noMatchHelp') }}
        failure={result.error ? { title: problem ? problemText(t, problem) : t('state.wrong'), onRetry: ask } : null}
      />
      <ItemPanel
        openId={openId}
        mayPlan={mayPlan}
        onOpen={(id) => change({ item: [id] })}
        onChanged={ask}
        onClose={() => change({ item: [] })}
      />
    </>
  )
}
