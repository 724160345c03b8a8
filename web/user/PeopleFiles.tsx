import { RowsFile } from '#web/parts/list/table/RowsFile.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Invitation, RoleRequest, Team } from './people.ts'

/** Returns the buttons that save the teams as a file. */
export function TeamsFile({ teams }: { readonly teams: readonly Team[] }) {
  const { t } = useTexts('user')
  return (
    <RowsFile
      title={t('tab.teams')}
      rows={teams}
      columns={[
        { title: t('team.name'), value: ({ name }) => name },
        { title: t('file.members'), kind: 'number', value: ({ membersCount }) => membersCount },
      ]}
    />
  )
}

/** Returns the buttons that save who was invited as a file. */
export function InvitationsFile({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const { t } = useTexts('user')
  return (
    <RowsFile
      title={t('invitation.title')}
      rows={invitations}
      columns={[
        { title: t('field.email'), value: ({ email }) => email },
        { title: t('field.role'), value: ({ role }) => t(`role.${role}`) },
        { title: t('field.team'), value: ({ team }) => team?.name ?? null },
        { title: t('file.by'), value: ({ invitedBy }) => invitedBy?.fullName ?? null },
        { title: t('file.created'), kind: 'instant', value: ({ createdOn }) => Date.parse(createdOn) },
        { title: t('file.until'), kind: 'instant', value: ({ expiresOn }) => Date.parse(expiresOn) },
      ]}
    />
  )
}

/** Returns the buttons that save the role requests as a file. */
export function RequestsFile({ requests }: { readonly requests: readonly RoleRequest[] }) {
  const { t } = useTexts('user')
  return (
    <RowsFile
      title={t('tab.requests')}
      rows={requests}
      columns={[
        { title: t('file.person'), value: ({ user }) => user?.fullName ?? null },
        { title: t('field.role'), value: ({ user }) => (user?.role == null ? null : t(`role.${user.role}`)) },
        { title: t('request.role'), value: ({ role }) => t(`role.${role}`) },
        { title: t('file.comment'), value: ({ comment }) => comment ?? null },
        { title: t('file.by'), value: ({ requestedBy }) => requestedBy?.fullName ?? null },
        { title: t('file.created'), kind: 'instant', value: ({ createdOn }) => Date.parse(createdOn) },
      ]}
    />
  )
}
