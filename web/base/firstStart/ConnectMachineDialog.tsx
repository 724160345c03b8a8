import { useNavigate } from '@tanstack/react-router'
import { mayTryMachines } from '#engine/workCenter/mayEditWorkCenter.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { readClientSettings } from '../clientSettings.ts'
import { switchCompany } from '../tenant.ts'
import { AddCompanyButton } from './AddCompanyButton.tsx'
import { machineHome } from './machineHome.ts'
import { MessageToCopy } from './MessageToCopy.tsx'

type ConnectMachineDialogProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** Returns the dialog that leads a visitor of the demo to a company in which their machine can be added (U-28). */
export function ConnectMachineDialog({ isOpen, onClose }: ConnectMachineDialogProps) {
  const { t } = useTexts('firstStart')
  const viewer = useViewer()
  const navigate = useNavigate()
  const { own, asked, needsAccount } = machineHome(viewer)
  const mayRegister = needsAccount && readClientSettings().isRegistrationOpen
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('demoBar.connect')} closeLabel={t('state.close')}>
      <p>{own.length > 0 ? t('demo.own') : mayRegister ? t('demo.shared') : t('demo.new')}</p>
      {asked.map((company) => (
        <div key={company.id}>
          <p>{t('demo.member', { company: company.name })}</p>
          <MessageToCopy message={t('other.message', { company: company.name })} />
        </div>
      ))}
      <DialogActions>
        {mayTryMachines(viewer) && (
          <ActionButton onClick={() => void navigate({ to: '/addbox' }).then(onClose)}>{t('demo.tryHere')}</ActionButton>
        )}
        {mayRegister ? (
          <ActionButton isMain onClick={() => location.assign('/registration')}>
            {t('demo.register')}
          </ActionButton>
        ) : (
          <AddCompanyButton isMain={own.length === 0} />
        )}
        {own
          .map((company, at) => (
            <ActionButton key={company.id} isMain={at === 0} onClick={() => switchCompany(company, '/addbox')}>
              {t('demo.goAndAdd', { name: company.name })}
            </ActionButton>
          ))
          .toReversed()}
      </DialogActions>
    </Dialog>
  )
}
