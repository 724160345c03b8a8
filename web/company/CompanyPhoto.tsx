import { useState } from 'react'
import { useClient } from 'urql'
import { SessionCompaniesDocument } from '#web/api/generated/graphql.ts'
import { changePhoto, PHOTO_TYPES, photoProblem } from '#web/api/photo.ts'
import { useSession } from '#web/base/session.ts'
import { showToast } from '#web/base/toast.ts'
import { initialsOf } from '#web/base/viewer.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { FormSection } from '#web/ui/form/FormLayout.tsx'
import { PhotoField } from '#web/ui/PhotoField.tsx'

type CompanyPhotoProps = {
  readonly photo: string | null
  readonly name: string
  readonly isReadOnly: boolean
  readonly onChanged: () => void
}

/** Returns the photo by which the company is known in the list of companies, with the ways to change it. */
export function CompanyPhoto({ photo, name, isReadOnly, onChanged }: CompanyPhotoProps) {
  const { t } = useTexts('company')
  const session = useSession()
  const client = useClient()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const change = async (file: File | null) => {
    const problem = file === null ? null : photoProblem(file)
    if (problem !== null) return setError(problemText(t, problem))
    setError(null)
    setBusy(true)
    const refused = await changePhoto({ owner: 'company', file, accessToken: session.accessToken, tenantId: session.tenantId })
    setBusy(false)
    if (refused !== null) return setError(problemText(t, refused))
    onChanged()
    // The circles of the profile menu show it, too; when this fails they do with the next page.
    void client.query(SessionCompaniesDocument, {}, { requestPolicy: 'network-only' }).toPromise()
    return showToast(t(file === null ? 'photo.removed' : 'photo.saved'))
  }
  return (
    <FormSection title={t('photo.title')}>
      {isReadOnly ? (
        <Avatar photo={photo} initials={initialsOf(name)} size={72} />
      ) : (
        <PhotoField
          photo={photo}
          initials={initialsOf(name)}
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
