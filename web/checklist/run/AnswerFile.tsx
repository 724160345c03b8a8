import { useEffect, useState } from 'react'
import { fetchChecklistFile } from '#web/api/checklistFile.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useSession } from '#web/base/session.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from '../ChecklistsPage.module.css'

type AnswerFileProps = { readonly id: string; readonly file: { readonly name: string; readonly contentType: string } | null }

/** Returns a photo of an answer, or a link to its document. */
export function AnswerFile({ id, file }: AnswerFileProps) {
  const { t } = useTexts('checklist')
  const { accessToken } = useSession()
  const tenantId = useViewer().company?.id ?? null
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    let made: string | null = null
    void fetchChecklistFile(id, { accessToken, tenantId }).then((blob) => {
      if (!isShown || !(blob instanceof Blob)) return
      made = URL.createObjectURL(blob)
      setUrl(made)
    })
    return () => {
      isShown = false
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [id, accessToken, tenantId])
  const name = file?.name ?? t('photo')
  if (url === null) return <p>{name}</p>
  if (file?.contentType === 'application/pdf')
    return (
      <a href={url} download={name}>
        {name}
      </a>
    )
  return <img className={classes['photo']} src={url} alt={name} />
}
