import { isAuditAction } from '#engine/access/auditActions.ts'
import type { AuditNamesQuery, AuditQuery } from '#web/api/generated/graphql.ts'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { useSensorName } from '#web/parts/sensorName/useSensorName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { auditedSensor, auditSubject } from './audit.view.ts'
import { auditSubjectWord } from './auditValues.ts'
import { AuditDetails, useAuditWords } from './AuditDetails.tsx'
import classes from './AuditPage.module.css'

type Entry = AuditQuery['auditLog']['items'][number]

/** Returns the columns of the log. */
export function useAuditColumns(names: AuditNamesQuery | undefined): readonly ListColumn<Entry>[] {
  const { t } = useTexts('user')
  const format = useFormat()
  const words = useAuditWords(names)
  const { sensorName } = useSensorName()
  const personOf = (entry: Entry) => entry.user?.fullName ?? t('audit.nobody')
  const actionOf = (entry: Entry) => (isAuditAction(entry.action) ? t(`audit.action.${entry.action}`) : entry.action)
  const subjectOf = (entry: Entry) => {
    const { kind, name } = auditSubject(entry.subject)
    const word = auditSubjectWord(kind, name)
    if (word !== null) return t(`audit.subject.${word}`)
    const sensor = kind === 'sensor' ? auditedSensor(name) : null
    if (sensor !== null) return sensorName(sensor)
    if (kind === 'user') return names?.users.find((one) => one.email === name)?.fullName ?? name
    // Rules of notifications have the number of their work center.
    const place = kind === 'workcenter' && entry.action.endsWith('_NOTIFICATION_CONFIG') ? Number(name) : null
    return (place !== null && names?.workCenters.find((one) => one.id === place)?.name) || name
  }
  return [
    {
      key: 'at',
      title: t('audit.when'),
      kind: 'instant',
      isSortable: true,
      startsDown: true,
      width: 170,
      foldsBelow: 992,
      isPlain: true,
      value: (entry) => Date.parse(entry.at),
      cell: (entry) => <time dateTime={entry.at}>{format.dateTime(Date.parse(entry.at))}</time>,
    },
    { key: 'user', title: t('audit.person'), width: 190, foldsBelow: 992, isPlain: true, value: personOf, cell: personOf },
    {
      key: 'action',
      title: t('audit.what'),
      isTitle: true,
      width: 280,
      value: (entry) => [actionOf(entry), subjectOf(entry)].filter((part) => part !== '').join(': '),
      cell: (entry) => (
        <div className={classes['lines']}>
          <span className={classes['action']}>{actionOf(entry)}</span>
          <span>{subjectOf(entry)}</span>
        </div>
      ),
    },
    {
      key: 'details',
      title: t('audit.details'),
      isPlain: true,
      value: (entry) => words(entry).join('; '),
      cell: (entry) => <AuditDetails action={entry.action} details={entry.details} names={names} />,
    },
  ]
}
