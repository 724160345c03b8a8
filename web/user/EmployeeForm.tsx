import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import { COMPANY_ROLES, DEFAULT_ROLE, isCompanyRole } from '#engine/user/role.ts'
import { UpdateEmployeeDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import classes from './EmployeePanel.module.css'
import type { MembershipValues } from './membership.view.ts'
import { MembershipFields } from './MembershipFields.tsx'
import { placeVariables } from './newEmployee.view.ts'
import type { Employee, People } from './people.ts'
import { isLastAdministrator } from './users.view.ts'

/** An account that several people use is made one by hand, once it is there. */
type EmployeeValues = MembershipValues & { readonly isStation: boolean }

type EmployeeFormProps = {
  readonly people: People
  readonly employee: Employee
  readonly onChanged: () => void
  readonly onDelete: () => void
}

/**
 * Returns the form of an employee's membership, with the way to remove the employee. The last administrator keeps the role, and the form says why.
 */
export function EmployeeForm({ people, employee, onChanged, onDelete }: EmployeeFormProps) {
  const { t } = useTexts('user')
  const viewer = useViewer()
  const updateEmployee = useChange(UpdateEmployeeDocument)
  const isLast = isLastAdministrator(people.roleCounts, employee.role)
  const isVisitor = !isCompanyRole(employee.role ?? '')
  const form = useForm<EmployeeValues>({
    initial: valuesOf(employee),
    check: () => [],
    save: async (values) => {
      const { data, problems } = await updateEmployee.run({
        userId: employee.id,
        ...placeVariables(values),
        isStation: values.role === 'OPERATOR' && values.isStation,
      })
      if (data) {
        showToast(t('edit.saved', { name: employee.fullName }))
        onChanged()
      } else showToast(t('message.saveFailed'))
      return problems
    },
  })
  const why = isLast ? t('edit.lastAdministrator') : employee.id === viewer.id ? t('edit.yourself') : undefined
  const errorOf = (name: keyof EmployeeValues) => {
    const problem = form.problem(name)
    return problem === null ? null : problemText(t, problem)
  }
  if (isVisitor) return <p className={classes['note']}>{t('edit.visitor')}</p>
  return (
    <form noValidate onSubmit={form.submit}>
      <MembershipFields
        values={form.values}
        onChange={(next) => {
          if (next.role !== undefined) form.set('role', next.role)
          if (next.teamId !== undefined) form.set('teamId', next.teamId)
          if (next.workCenterIds !== undefined) form.set('workCenterIds', next.workCenterIds)
        }}
        teams={people.teams}
        workCenters={people.workCenters}
        isRoleFixed={isLast}
        {...(isLast && { roleHelp: t('edit.lastAdministrator') })}
        errors={{ role: errorOf('role'), team: errorOf('teamId'), workCenters: errorOf('workCenterIds') }}
      />
      {form.values.role === 'OPERATOR' && (
        <CheckField
          name="isStation"
          label={t('field.station')}
          isChecked={form.values.isStation}
          onChange={(isStation) => form.set('isStation', isStation)}
          error={errorOf('isStation')}
        />
      )}
      {form.others.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <div className={classes['buttons']}>
        <ActionButton isDanger isDisabled={why !== undefined} {...(why !== undefined && { why })} onClick={onDelete}>
          {t('delete.open')}
        </ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving} isDisabled={!form.isDirty}>
          {t('edit.save')}
        </ActionButton>
      </div>
      {why !== undefined && !isLast && <p className={classes['note']}>{why}</p>}
    </form>
  )
}

function valuesOf({ role, isStation, team, workCenterIds }: Employee): EmployeeValues {
  const known = COMPANY_ROLES.find((one) => one === role) ?? DEFAULT_ROLE
  return { role: known, isStation, teamId: team?.id ?? NO_TEAM_ID, workCenterIds }
}
