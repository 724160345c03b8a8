import type { ChecklistsPageQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import classes from './ChecklistsPage.module.css'
import { PrintCodes } from './PrintCodes.tsx'
import { useFrequencyText } from './useFrequencyText.ts'

type ListTabProps = {
  readonly data: ChecklistsPageQuery
  readonly mayEdit: boolean
  readonly onOpen: (id: number) => void
  readonly onCreate: () => void
}
type Row = ChecklistsPageQuery['checklists'][number]

/** Returns the checklists with when and where they are asked. */
export function ListTab({ data, mayEdit, onOpen, onCreate }: ListTabProps) {
  const { t } = useTexts('checklist')
  const whenOf = useFrequencyText()
  if (data.checklists.length === 0)
    return (
      <EmptyState title={t('list.none')} text={t('list.noneHelp')}>
        {mayEdit && <ActionButton onClick={onCreate}>{t('create')}</ActionButton>}
      </EmptyState>
    )
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      title: t('field.name'),
      cell: ({ id, name, group }) => (
        <>
          <button type="button" className={classes['open']} data-open onClick={() => onOpen(id)}>
            {name}
          </button>
          {group !== null && <div className={classes['muted']}>{group}</div>}
        </>
      ),
    },
    { key: 'when', title: t('list.when'), cell: ({ frequency }) => whenOf(frequency) },
    {
      key: 'where',
      title: t('list.where'),
      hideBelow: 992,
      cell: ({ workCenters }) => (workCenters.length === 0 ? t('list.everywhere') : workCenters.map(({ name }) => name).join(', ')),
    },
    { key: 'tasks', title: t('list.tasks'), isNumber: true, hideBelow: 600, cell: ({ tasks }) => tasks.length },
    { key: 'active', title: t('list.state'), cell: ({ active }) => (active ? t('list.active') : t('list.off')) },
  ]
  return (
    <>
      {data.workCenters.length > 0 && (
        <div>
          <PrintCodes places={data.workCenters} />
        </div>
      )}
      <Table caption={t('tab.lists')} columns={columns} rows={data.checklists} rowKey={({ id }) => String(id)} />
    </>
  )
}
