import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { switchCompany } from '../tenant.ts'
import { AddCompanyButton } from './AddCompanyButton.tsx'
import classes from './FirstStart.module.css'
import { MessageToCopy } from './MessageToCopy.tsx'

type NoRightDialogProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** Returns the dialog for people who may not add a work center to their company: create another, or ask the administrator (spec 000 §6). */
export function NoRightDialog({ isOpen, onClose }: NoRightDialogProps) {
  const { t } = useTexts('firstStart')
  const viewer = useViewer()
  const others = viewer.companies.filter(({ id }) => id !== viewer.company?.id && id !== DEMO_COMPANY_ID)
  const company = viewer.company?.name ?? ''
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('noRight.title')} closeLabel={t('state.close')}>
      <p>{t('noRight.text', { company })}</p>
      <MessageToCopy message={t('other.message', { company })} />
      {others.length > 0 && (
        <div className={classes['others']}>
          <p>{t('noRight.others')}</p>
          {others.map((other) => (
            <ActionButton key={other.id} onClick={() => switchCompany(other)}>
              {t('noRight.switchTo', { name: other.name })}
            </ActionButton>
          ))}
        </div>
      )}
      <DialogActions>
        <ActionButton onClick={onClose}>{t('state.close')}</ActionButton>
        <AddCompanyButton isMain />
      </DialogActions>
    </Dialog>
  )
}
