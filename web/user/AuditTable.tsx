import { isAuditAction } from '#engine/access/auditActions.ts'
import type { AuditNamesQuery, AuditQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type Column, Table } from '#web/ui/Table.tsx'
import { auditSubject } from './audit.view.ts'
import { AuditDetails } from './AuditDetails.tsx'
import classes from './AuditPage.module.css'

type Entry = AuditQuery['auditLog']['items'][number]
type AuditTableProps = { readonly entries: readonly Entry[]; readonly names: AuditNamesQuery | undefined }

/** Returns the log as a table; on narrow pages time and person stand above what was done. */
export function AuditTable({ entries, names }: AuditTableProps) {
  const { t } = useTexts('user')
  const format = useFormat()
  const personOf = (entry: Entry) => entry.user?.fullName ?? t('audit.nobody')
  const timeOf = (entry: Entry) => format.dateTime(Date.parse(entry.at))
  const subjectOf = (entry: Entry) => {
    const { kind, name } = auditSubject(entry.subject)
    const person = kind === 'user' ? names?.users.find((one) => one.email === name) : undefined
    return person?.fullName ?? name
  }
  const columns: readonly Column<Entry>[] = [
    { key: 'at', title: t('audit.when'), hideBelow: 992, cell: (entry) => <time dateTime={entry.at}>{timeOf(entry)}</time> },
    { key: 'user', title: t('audit.person'), hideBelow: 992, cell: personOf },
    {
      key: 'action',
      title: t('audit.what'),
      cell: (entry) => (
        <div className={classes['lines']}>
          <span className={classes['narrow']}>
            {timeOf(entry)} · {personOf(entry)}
          </span>
          <span className={classes['action']}>{isAuditAction(entry.action) ? t(`audit.action.${entry.action}`) : entry.action}</span>
          <span>{subjectOf(entry)}</span>
          <span className={classes['phone']}>
            <AuditDetails action={entry.action} details={entry.details} names={names} />
          </span>
        </div>
      ),
    },
    {
      key: 'details',
      title: t('audit.details'),
      hideBelow: 600,
      cell: (entry) => <AuditDetails action={entry.action} details={entry.details} names={names} />,
    },
  ]
  return <Table caption={t('page.audit')} columns={columns} rows={entries} rowKey={(entry) => String(entry.id)} />
}
