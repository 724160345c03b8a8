import type { LossReasonsPageQuery } from '#web/api/generated/graphql.ts'
import { isInDemo, useViewer } from '#web/api/viewer.ts'
import { MARK_COLORS } from '#web/parts/color/markColors.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Note } from '#web/ui/form/FormLayout.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { ReasonForm } from './ReasonForm.tsx'
import { newValues, valuesOf } from './reasonForm.view.ts'

type ReasonPanelProps = {
  readonly data: LossReasonsPageQuery | undefined
  readonly openId: number | 'new' | null
  readonly mayEdit: boolean
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Returns the drawer with a reason to look at and change, or with a new one; its id is in the address. */
export function ReasonPanel({ data, openId, mayEdit, onClose, onSaved }: ReasonPanelProps) {
  const { t } = useTexts('lossReason')
  const { locale } = useFormat()
  const viewer = useViewer()
  const reason = data?.lossReasons.find(({ id }) => id === openId)
  const isNew = openId === 'new' && mayEdit
  const title = isNew ? t('create') : (reason?.name ?? t('edit.title'))
  // Who may not make one is told of none.
  const isOpen = openId !== null && (openId !== 'new' || mayEdit)
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} side="right" title={title} closeLabel={t('state.close')}>
      {data === undefined ? (
        <p role="status">{t('state.loading')}</p>
      ) : !isNew && reason === undefined ? (
        <EmptyState title={t('code.LOSS_REASON_NOT_FOUND')} text={t('edit.gone')} />
      ) : (
        <>
          {!mayEdit && !isInDemo(viewer) && <Note>{t('readOnly')}</Note>}
          <ReasonForm
            key={openId}
            reason={reason ?? null}
            initial={reason === undefined ? newValues(freeColor(data), null) : valuesOf(reason, locale)}
            data={data}
            mayEdit={mayEdit}
            onSaved={(isClosing) => {
              onSaved()
              if (isClosing) onClose()
            }}
          />
        </>
      )}
    </SidePanel>
  )
}

function freeColor({ lossReasons }: LossReasonsPageQuery): string {
  const taken = new Set(lossReasons.map(({ color }) => color.toUpperCase()))
  return MARK_COLORS.find((color) => !taken.has(color)) ?? MARK_COLORS[0]
}
