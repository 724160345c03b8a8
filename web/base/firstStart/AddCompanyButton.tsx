import { Suspense, useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { withTexts } from '#web/texts/language.ts'
import { lazyPart } from '../lazyPart.tsx'

const NewCompanyDialog = lazyPart(() => withTexts('newCompany', import('../newCompany/NewCompanyDialog.tsx')))

/** Returns the button that opens the dialog for a new company. */
export function AddCompanyButton({ isMain = false }: { readonly isMain?: boolean }) {
  const { t } = useTexts('firstStart')
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <ActionButton isMain={isMain} onClick={() => setOpen(true)}>
        {t('createCompany')}
      </ActionButton>
      {isOpen !== null && (
        <Suspense fallback={null}>
          <NewCompanyDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
