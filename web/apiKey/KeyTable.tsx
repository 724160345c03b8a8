import type { ApiKeysQuery } from '#web/api/generated/graphql.ts'
import { RowsFile } from '#web/parts/list/table/RowsFile.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Table, type Column } from '#web/ui/Table.tsx'
import classes from './ApiKeys.module.css'

type Key = ApiKeysQuery['apiKeys'][number]

type KeyTableProps = {
  readonly keys: readonly Key[]
  /** null = the viewer may not. */
  readonly onRevoke: ((key: Key) => void) | null
}

/** Returns the table of keys: name, maker, use and expiration. */
export function KeyTable({ keys, onRevoke }: KeyTableProps) {
  const { t } = useTexts('apiKey')
  const format = useFormat()
  const instant = (text: string | null | undefined) => (text == null ? null : Date.parse(text))
  const columns: readonly Column<Key>[] = [
    {
      key: 'name',
      title: t('column.name'),
      cell: (key) => (
        <div className={classes['name']}>
          <strong>{key.name}</strong>
          <code>tlk_…{key.lastFour}</code>
          {key.description != null && <span className={classes['muted']}>{key.description}</span>}
        </div>
      ),
    },
    { key: 'user', title: t('column.user'), hideBelow: 992, cell: (key) => key.user?.fullName ?? '' },
    { key: 'created', title: t('column.created'), hideBelow: 992, cell: (key) => format.date(instant(key.createdOn)) },
    {
      key: 'used',
      title: t('column.lastUsed'),
      hideBelow: 600,
      cell: (key) => (key.lastUsedOn == null ? t('neverUsed') : format.dateTime(instant(key.lastUsedOn))),
    },
    {
      key: 'expires',
      title: t('column.expires'),
      cell: (key) => (
        <div className={classes['name']}>
          <span>{key.expiration == null ? t('lifetime.never') : format.date(instant(key.expiration))}</span>
          {key.isExpired && <span className={classes['expired']}>{t('expired')}</span>}
        </div>
      ),
    },
  ]
  const revoking: Column<Key> = {
    key: 'revoke',
    title: <span className="hidden-text">{t('revoke')}</span>,
    isNumber: true,
    cell: (key) => (
      <ActionButton onClick={() => onRevoke?.(key)}>
        {t('revoke')}
        <span className="hidden-text"> {key.name}</span>
      </ActionButton>
    ),
  }
  return (
    <>
      <RowsFile
        title={t('tab.keys')}
        rows={keys}
        columns={[
          { title: t('column.name'), value: ({ name }) => name },
          { title: t('column.lastFour'), value: ({ lastFour }) => lastFour },
          { title: t('column.description'), value: ({ description }) => description ?? null },
          { title: t('column.user'), value: ({ user }) => user?.fullName ?? null },
          { title: t('column.created'), kind: 'instant', value: ({ createdOn }) => instant(createdOn) },
          { title: t('column.lastUsed'), kind: 'instant', value: ({ lastUsedOn }) => instant(lastUsedOn) },
          { title: t('column.expires'), kind: 'instant', value: ({ expiration }) => instant(expiration) },
        ]}
      />
      <Table caption={t('tab.keys')} columns={onRevoke === null ? columns : [...columns, revoking]} rows={keys} rowKey={(key) => key.id} />
    </>
  )
}
