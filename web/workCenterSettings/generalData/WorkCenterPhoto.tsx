import { useState } from 'react'
import { changePhoto, PHOTO_TYPES, photoProblem } from '#web/api/photo.ts'
import { useSession } from '#web/base/session.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { FormSection } from '#web/ui/form/FormLayout.tsx'
import { PhotoField } from '#web/ui/PhotoField.tsx'
import type { SettingsWorkCenter } from '../frame/settingsTabProps.ts'

type WorkCenterPhotoProps = { readonly workCenter: SettingsWorkCenter; readonly isReadOnly: boolean; readonly onChanged: () => void }

/** Returns the picture of a work center with the ways to change it; it is saved at once. */
export function WorkCenterPhoto({ workCenter, isReadOnly, onChanged }: WorkCenterPhotoProps) {
  const { t } = useTexts('generalData')
  const session = useSession()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { id, photo, name } = workCenter
  const initials = name.slice(0, 2).toUpperCase()
  const change = async (file: File | null) => {
    const problem = file === null ? null : photoProblem(file)
    if (problem !== null) return setError(problemText(t, problem))
    setError(null)
    setBusy(true)
    const refused = await changePhoto({ owner: `work-center/${id}`, file, accessToken: session.accessToken, tenantId: session.tenantId })
    setBusy(false)
    if (refused !== null) return setError(problemText(t, refused))
    onChanged()
    return showToast(t(file === null ? 'photo.removed' : 'photo.saved'))
  }
  return (
    <FormSection title={t('photo.title')}>
      {isReadOnly ? (
        <Avatar photo={photo} initials={initials} size={72} />
      ) : (
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
      )}
    </FormSection>
  )
}
