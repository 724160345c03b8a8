import { Suspense, useState } from 'react'
import { type ChecklistsPageQuery, DeleteChecklistDocument } from '#web/api/generated/graphql.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { newChecklist, valuesOf } from './checklistForm.view.ts'
import { ChecklistForm } from './laterParts.tsx'

type ChecklistPanelProps = {
  readonly data: ChecklistsPageQuery | undefined
  readonly openId: number | 'new' | null
  readonly mayEdit: boolean
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Returns the drawer with a checklist to look at and change, or with a new one. */
export function ChecklistPanel({ data, openId, mayEdit, onClose, onSaved }: ChecklistPanelProps) {
  const { t } = useTexts('checklist')
  const { locale } = useFormat()
  const [isAsking, setAsking] = useState(false)
  const remove = useChange(DeleteChecklistDocument)
  const stored = data?.checklists.find(({ id }) => id === openId) ?? null
  const isNew = openId === 'new' && mayEdit
  const saved = () => {
    onSaved()
    onClose()
  }
  return (
    <SidePanel
      isOpen={openId !== null}
      onClose={onClose}
      side="right"
      title={isNew ? t('create') : (stored?.name ?? t('edit'))}
      closeLabel={t('state.close')}
    >
      {data === undefined ? (
        <p role="status">{t('state.loading')}</p>
      ) : !isNew && stored === null ? (
        <EmptyState title={t('code.CHECKLIST_NOT_FOUND')} />
      ) : (
        <>
          <Suspense fallback={null}>
            <ChecklistForm
              key={openId}
              stored={stored}
              initial={stored === null ? newChecklist(newRequestKey()) : valuesOf(stored, locale)}
              data={data}
              mayEdit={mayEdit}
              onSaved={saved}
            />
          </Suspense>
          {mayEdit && stored !== null && (
            <ActionButton isDanger onClick={() => setAsking(true)}>
              {t('delete.open')}
            </ActionButton>
          )}
          <ConfirmDialog
            isOpen={isAsking}
            title={t('delete.title', { name: stored?.name ?? '' })}
            confirmLabel={t('delete.confirm')}
            cancelLabel={t('cancel')}
            closeLabel={t('state.close')}
            onClose={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false)
              if (stored === null) return
              void remove.run({ id: stored.id }).then(({ data: gone, problems: [problem] }) => {
                if (gone === null) {
                  if (problem !== undefined) showToast(problemText(t, problem))
                  return
                }
                showToast(t('delete.done', { name: stored.name }))
                saved()
              })
            }}
          >
            <p>{t('delete.text')}</p>
          </ConfirmDialog>
        </>
      )}
    </SidePanel>
  )
}
