import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './EmployeeMarks.module.css'

type EmployeeMarksProps = {
  readonly employee: { readonly isEmailVerified: boolean; readonly isTwoFactorOn?: boolean | null }
}

/** Returns the marks of an account: unproven address, second factor on. */
export function EmployeeMarks({ employee }: EmployeeMarksProps) {
  const { t } = useTexts('user')
  if (employee.isEmailVerified && employee.isTwoFactorOn !== true) return null
  return (
    <span className={classes['marks']}>
      {!employee.isEmailVerified && (
        <span className={classes['unproven']}>
          <Icon name="alert" size={16} /> {t('employees.notVerified')}
        </span>
      )}
      {employee.isTwoFactorOn === true && (
        <span className={classes['secured']}>
          <Icon name="lock" size={16} /> {t('employees.twoFactor')}
        </span>
      )}
    </span>
  )
}
