import { useState } from 'react'
import { changePhoto, PHOTO_TYPES, photoProblem } from '#web/api/photo.ts'
import { useSession } from '#web/base/session.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PhotoField } from '#web/ui/PhotoField.tsx'
import { Section } from './Section.tsx'

type PhotoPanelProps = { readonly photo: string | null; readonly initials: string; readonly onChanged: () => void }

/** Returns the photo of the person with the ways to change it; a file is checked before it is sent. */
export function PhotoPanel({ photo, initials, onChanged }: PhotoPanelProps) {
  const { t } = useTexts('profile')
  const session = useSession()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const change = async (file: File | null) => {
    const problem = file === null ? null : photoProblem(file)
    if (problem !== null) return setError(problemText(t, problem))
    setError(null)
    setBusy(true)
    const refused = await changePhoto({ owner: 'user', file, accessToken: session.accessToken, tenantId: session.tenantId })
    setBusy(false)
    if (refused !== null) return setError(problemText(t, refused))
    onChanged()
    return showToast(file === null ? t('photo.removed') : t('photo.saved'))
  }
  return (
    <Section title={t('photo.title')}>
      <PhotoField
        photo={photo}
        initials={initials}
        accept={PHOTO_TYPES}
        labels={{ choose: t('photo.choose'), remove: t('photo.remove'), help: t('photo.help') }}
        error={error}
        isBusy={isBusy}
        onChoose={change}
        onRemove={() => void change(null)}
      />
    </Section>
  )
}
