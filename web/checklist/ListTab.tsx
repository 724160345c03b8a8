import type { ChecklistsPageQuery } from '#web/api/generated/graphql.ts'
import { fileNamePart } from '#web/parts/csv/csv.ts'
import { ListView } from '#web/parts/list/table/ListView.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import classes from './ChecklistsPage.module.css'
import type { ChecklistsSearch } from './checklistsSearch.ts'
import { PrintCodes } from './PrintCodes.tsx'
import { type ListedChecklist, useChecklistColumns } from './useChecklistColumns.tsx'

type ListTabProps = {
  readonly data: ChecklistsPageQuery
  readonly url: ListUrl<ChecklistsSearch>
  readonly mayEdit: boolean
  readonly onOpen: (id: number) => void
  readonly onCreate: () => void
  readonly onChanged: () => void
}

/** Returns the checklists with when and where they are asked. */
export function ListTab({ data, url, mayEdit, onOpen, onCreate, onChanged }: ListTabProps) {
  const { t } = useTexts('checklist')
  const { search, change } = url
  const columns = useChecklistColumns({ mayEdit, onOpen, onChanged })
  const sought = search.q.trim().toLocaleLowerCase()
  const rows = data.checklists.filter(({ name, group }) => `${name} ${group ?? ''}`.toLocaleLowerCase().includes(sought))
  return (
    <>
      {data.workCenters.length > 0 && (
        <div>
          <PrintCodes places={data.workCenters} />
        </div>
      )}
      <ListView<ListedChecklist>
        name="CHECKLISTS"
        caption={t('tab.lists')}
        url={url}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        rowName={({ name }) => name}
        filters={
          <div className={classes['tools']} role="search">
            <SearchField label={t('list.search')} value={search.q} onChange={(q) => change({ q })} />
          </div>
        }
        chips={sought === '' ? [] : [{ key: 'q', text: search.q, onRemove: () => change({ q: '' }) }]}
        onClear={() => change({ q: '' })}
        file={{ name: fileNamePart(t('page.checklists')) }}
        empty={{
          title: t('list.none'),
          text: t('list.noneHelp'),
          action: mayEdit && <ActionButton onClick={onCreate}>{t('create')}</ActionButton>,
        }}
        noMatch={{ title: t('list.noMatch'), text: t('list.noMatchHelp') }}
      />
    </>
  )
}
