import { type Role, ROLES } from '#engine/access/abilities.ts'
import type { AuditNamesQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { MISSING } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { auditLines, type AuditValue } from './audit.view.ts'
import { isAuditKey } from './auditKeys.ts'
import { isAuditChoice } from './auditValues.ts'
import classes from './AuditPage.module.css'

type AuditDetailsProps = { readonly action: string; readonly details: string; readonly names: AuditNamesQuery | undefined }

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** Returns the details of a log entry in words: for a change the values before and after. */
export function AuditDetails({ action, details, names }: AuditDetailsProps) {
  const { keyText, valueText } = useValueWords(names)
  return (
    <span className={classes['lines']}>
      {auditLines(action, details).map((line) => (
        <span key={line.key}>
          <span className={classes['key']}>{keyText(line.key)}:</span>{' '}
          {line.isChange ? (
            <>
              <span className={classes['before']}>{valueText(line.key, line.before)}</span> → {valueText(line.key, line.after)}
            </>
          ) : (
            valueText(line.key, line.value)
          )}
        </span>
      ))}
    </span>
  )
}

/** Returns the function that tells an entry of the log line by line, for a file. */
export function useAuditWords(names: AuditNamesQuery | undefined) {
  const { keyText, valueText } = useValueWords(names)
  return ({ action, details }: { readonly action: string; readonly details: string }): readonly string[] =>
    auditLines(action, details).map((line) =>
      line.isChange
        ? `${keyText(line.key)}: ${valueText(line.key, line.before)} → ${valueText(line.key, line.after)}`
        : `${keyText(line.key)}: ${valueText(line.key, line.value)}`,
    )
}

function useValueWords(names: AuditNamesQuery | undefined) {
  const { t } = useTexts('user')
  const format = useFormat()
  const keyText = (key: string) => (isAuditKey(key) ? t(`audit.key.${key}`) : key)
  const roleText = (role: Role | undefined) => role && t(`role.${role}`)
  // A name that is not there any more, as opposed to names that are still on their way.
  const gone = names === undefined ? MISSING : t('audit.gone')
  const workCenter = (id: AuditValue) => names?.workCenters.find((one) => one.id === id)?.name ?? gone
  const nameOf = (type: 'language' | 'region', code: string) =>
    new Intl.DisplayNames([format.locale], { type, fallback: 'code' }).of(code) ?? code
  const valueText = (key: string, value: AuditValue): string => {
    if (value === null || value === '') return MISSING
    if (key === 'role') return roleText(ROLES.find((role) => role === value)) ?? String(value)
    if (key === 'teamId') return names?.teams.find(({ id }) => id === value)?.name ?? MISSING
    if (key === 'responsibleId') return names?.users.find(({ id }) => id === value)?.fullName ?? MISSING
    if (key === 'workCenterId') return workCenter(value)
    if (key === 'groupId') return names?.workCenterGroups.find(({ id }) => id === value)?.name ?? gone
    if (typeof value === 'string' && isAuditChoice(key, value)) return t(`audit.value.${value}`)
    if (key === 'language' && typeof value === 'string' && /^[a-z]{2}$/.test(value)) return nameOf('language', value)
    if (key === 'country' && typeof value === 'string' && /^[A-Z]{2}$/.test(value)) return nameOf('region', value)
    if (key === 'workCenterIds' && Array.isArray(value)) return value.length === 0 ? MISSING : value.map(workCenter).join(', ')
    if (typeof value === 'boolean') return value ? t('audit.yes') : t('audit.no')
    if (typeof value === 'number') return format.number(value)
    if (typeof value === 'string') return INSTANT.test(value) ? format.dateTime(Date.parse(value)) : value
    return value.map((one) => valueText(key, one)).join(', ')
  }
  return { keyText, valueText }
}
