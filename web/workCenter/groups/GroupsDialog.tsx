import { useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { DeleteGroup } from './DeleteGroup.tsx'
import { GroupForm } from './GroupForm.tsx'
import classes from './GroupsDialog.module.css'
import { GroupList } from './GroupList.tsx'
import type { Group } from './groups.view.ts'
import { type Groups, useGroups } from './useGroups.ts'

type GroupsDialogProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** Returns the dialog in which work centers are put into groups, and groups are made, changed and deleted. */
export function GroupsDialog({ isOpen, onClose }: GroupsDialogProps) {
  const { t } = useTexts('groups')
  const groups = useGroups(isOpen)
  const close = () => {
    groups.forget()
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('title')} closeLabel={t('state.close')} isWide>
      <Arrangement groups={groups} />
    </Dialog>
  )
}

function Arrangement({ groups }: { readonly groups: Groups }) {
  const { t } = useTexts('groups')
  const isSlow = useDelayed(!groups.isLoaded && groups.isFetching)
  const [edited, setEdited] = useState<Group | 'new' | null>(null)
  const [deleted, setDeleted] = useState<Group | null>(null)
  if (!groups.isLoaded) {
    if (groups.hasFailed) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={groups.refetch} />
    return <p role="status">{isSlow ? t('state.loading') : ''}</p>
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the usual key for taking back; the button is beside
    <div
      className={classes['content']}
      onKeyDown={(event) => {
        const isText = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
        const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
        if (isText || !isUndo || groups.moved === null || groups.moved.isBack) return
        event.preventDefault()
        groups.undo()
      }}
    >
      <div className={classes['head']}>
        <p className={classes['note']}>{t('help')}</p>
        <ActionButton isMain={groups.groups.length === 0} onClick={() => setEdited('new')}>
          {t('create')}
        </ActionButton>
      </div>
      <GroupList groups={groups} onEdit={setEdited} onDelete={setDeleted} />
      <GroupForm edited={edited} groups={groups.groups} onClose={() => setEdited(null)} />
      <DeleteGroup
        group={deleted}
        count={groups.members.filter(({ groupId }) => groupId === deleted?.id).length}
        onClose={() => setDeleted(null)}
        onDeleted={groups.forget}
      />
    </div>
  )
}
