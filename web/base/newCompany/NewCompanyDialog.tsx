import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { NewCompanyForm } from './NewCompanyForm.tsx'

type NewCompanyDialogProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** Returns the dialog for a new company (spec 000 §4); it opens with empty fields each time. */
export default function NewCompanyDialog({ isOpen, onClose }: NewCompanyDialogProps) {
  const { t } = useTexts('newCompany')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('title')} closeLabel={t('state.close')}>
      <NewCompanyForm onClose={onClose} />
    </Dialog>
  )
}
