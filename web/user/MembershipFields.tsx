import type { MembershipValues } from './membership.view.ts'
import type { ReactNode } from 'react'
import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import { COMPANY_ROLES, type CompanyRole, isCompanyRole } from '#engine/user/role.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import type { AssignableWorkCenter, Team } from './people.ts'
import { WorkCenterChoice } from './WorkCenterChoice.tsx'

type MembershipFieldsProps = {
  readonly values: MembershipValues
  readonly onChange: (change: Partial<MembershipValues>) => void
  readonly teams: readonly Team[]
  /** Those among which an operator's are chosen; left out where none are assigned. */
  readonly workCenters?: readonly AssignableWorkCenter[]
  readonly roles?: readonly CompanyRole[]
  readonly isRoleFixed?: boolean
  readonly isFixed?: boolean
  readonly roleHelp?: ReactNode
  readonly errors?: { readonly role?: string | null; readonly team?: string | null; readonly workCenters?: string | null }
}

/** Returns the fields of a membership: role with its rights, team, and an operator's work centers. */
export function MembershipFields(props: MembershipFieldsProps) {
  const { values, onChange, teams, workCenters, roles = COMPANY_ROLES, isRoleFixed = false, isFixed = false, roleHelp, errors = {} } = props
  const { t } = useTexts('user')
  return (
    <>
      <SelectField
        name="role"
        label={t('field.role')}
        value={values.role}
        options={roles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
        onChange={(role) => {
          if (isCompanyRole(role)) onChange({ role })
        }}
        isDisabled={isRoleFixed || isFixed}
        help={roleHelp ?? t(`roleHelp.${values.role}`)}
        error={errors.role}
      />
      <SelectField
        name="teamId"
        label={t('field.team')}
        optional={t('field.optional')}
        value={values.teamId}
        options={[{ value: NO_TEAM_ID, label: t('team.none') }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(teamId) => onChange({ teamId })}
        isDisabled={isFixed}
        error={errors.team}
      />
      {values.role === 'OPERATOR' && workCenters !== undefined && (
        <WorkCenterChoice
          workCenters={workCenters}
          chosen={values.workCenterIds}
          onChange={(workCenterIds) => onChange({ workCenterIds })}
          isDisabled={isFixed}
          error={errors.workCenters}
        />
      )}
    </>
  )
}
