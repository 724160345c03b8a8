import type { AuditNamesQuery } from '#web/api/generated/graphql.ts'
import { auditLines, type AuditLine, type AuditValue } from './auditLines.view.ts'
import { useAuditValues } from './auditWords.ts'
import classes from './AuditPage.module.css'

type AuditDetailsProps = { readonly action: string; readonly details: string; readonly names: AuditNamesQuery | undefined }

/** Returns the details of a log entry in words: for a change the values before and after. */
export function AuditDetails({ action, details, names }: AuditDetailsProps) {
  const { keyText, valueLines } = useAuditValues(names)
  const lines = (key: string, value: AuditValue, className?: string) => <ValueLines lines={valueLines(key, value)} className={className} />
  return (
    <span className={classes['lines']}>
      {auditLines(action, details).map((line) => (
        <span key={line.key}>
          <span className={classes['key']}>{keyText(line.key)}:</span>{' '}
          {line.isChange ? (
            <>
              {lines(line.key, line.before, classes['before'])} → {lines(line.key, line.after)}
            </>
          ) : (
            lines(line.key, line.value)
          )}
        </span>
      ))}
    </span>
  )
}

/** Several lines stand below each other, one within the text. */
function ValueLines({ lines, className = '' }: { readonly lines: readonly string[]; readonly className?: string | undefined }) {
  const [only, second] = lines
  if (second === undefined) return <span className={className}>{only}</span>
  return (
    <span className={`${classes['items']} ${className}`}>
      {[...new Set(lines)].map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
}

/** Returns the function that tells an entry of the log line by line, for a file. */
export function useAuditWords(names: AuditNamesQuery | undefined) {
  const { keyText, valueLines } = useAuditValues(names)
  const valueText = (key: string, value: AuditValue) => valueLines(key, value).join(' | ')
  const lineText = (line: AuditLine) =>
    line.isChange ? `${valueText(line.key, line.before)} → ${valueText(line.key, line.after)}` : valueText(line.key, line.value)
  return ({ action, details }: { readonly action: string; readonly details: string }): readonly string[] =>
    auditLines(action, details).map((line) => `${keyText(line.key)}: ${lineText(line)}`)
}
