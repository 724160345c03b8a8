import { useMemo, useState } from 'react'
import { problemOfRequests } from '#engine/user/mayEditPeople.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { EmployeeDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { DeleteEmployee } from './DeleteEmployee.tsx'
import { EmployeeForm } from './EmployeeForm.tsx'
import { EmployeeMarks } from './EmployeeMarks.tsx'
import classes from './EmployeePanel.module.css'
import type { Employee, PartProps } from './people.ts'
import { RoleRequestForm } from './RoleRequestForm.tsx'

type EmployeePanelProps = PartProps & {
  /** Whose drawer is open; empty for none. */
  readonly id: string
  /** Those that are on the page already. */
  readonly known: readonly Employee[]
  readonly onClose: () => void
}

/** Returns the drawer of one employee, with the changes that the viewer may make or request. */
export function EmployeePanel({ people, isManager, onChanged, id, known, onClose }: EmployeePanelProps) {
  const { t } = useTexts('user')
  const [deleting, setDeleting] = useState<Employee | null>(null)
  const [{ data, fetching }] = useFreshQuery(
    EmployeeDocument,
    useMemo(() => ({ id }), [id]),
    { workCenterIds: null, kinds: ['people', 'company'] },
    { pause: id === '' },
  )
  const mayRequest = problemOfRequests(useViewer().company?.id ?? '') === null
  const employee = [...(data?.usersPage.items ?? []), ...known].find((one) => one.id === id)
  return (
    <>
      <SidePanel isOpen={id !== ''} onClose={onClose} side="right" title={t('edit.title')} closeLabel={t('state.close')}>
        {employee === undefined && fetching ? (
          <p role="status">{t('state.loading')}</p>
        ) : employee === undefined ? (
          <EmptyState title={t('code.USER_NOT_FOUND')} text={t('edit.gone')} />
        ) : (
          <div className={classes['panel']} key={employee.id}>
            <Identity employee={employee} />
            {isManager ? (
              <EmployeeForm people={people} employee={employee} onChanged={onChanged} onDelete={() => setDeleting(employee)} />
            ) : (
              mayRequest && <RoleRequestForm employee={employee} onChanged={onChanged} />
            )}
          </div>
        )}
      </SidePanel>
      <DeleteEmployee
        employee={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => {
          setDeleting(null)
          onClose()
          onChanged()
        }}
      />
    </>
  )
}

function Identity({ employee }: { readonly employee: Employee }) {
  const { t } = useTexts('user')
  const facts = [
    { label: t('field.email'), value: employee.email },
    { label: t('field.login'), value: employee.login },
    { label: t('field.phone'), value: employee.phone },
  ].filter(({ value }) => value != null && value !== '')
  return (
    <>
      <div className={classes['who']}>
        <Avatar photo={employee.photo ?? null} initials={employee.initials} size={40} />
        <div>
          <p className={classes['name']}>{employee.fullName}</p>
          <EmployeeMarks employee={employee} />
        </div>
      </div>
      <dl className={classes['facts']}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
