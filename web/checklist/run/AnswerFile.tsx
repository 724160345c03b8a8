import { useEffect, useState } from 'react'
import { type AttachmentAsker, fetchFile } from '#web/api/attachment.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { keptPhotos } from '#web/parts/sentFile/keptPhotos.ts'
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
  const [isDocument, setDocument] = useState(false)
  useEffect(() => {
    let isShown = true
    let made: string | null = null
    void fileOf(id, { accessToken, tenantId }).then((blob) => {
      if (!isShown || !(blob instanceof Blob)) return
      made = URL.createObjectURL(blob)
      setUrl(made)
      setDocument(blob.type === 'application/pdf')
    })
    return () => {
      isShown = false
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [id, accessToken, tenantId])
  const name = file?.name ?? t('photo')
  if (url === null) return <p>{name}</p>
  if (isDocument)
    return (
      <a href={url} download={name}>
        {name}
      </a>
    )
  return <img className={classes['photo']} src={url} alt={name} />
}

/** What is not sent yet is on this device. */
async function fileOf(id: string, asker: AttachmentAsker): Promise<Blob | ApiProblem> {
  const kept = await keptPhotos.get(id).catch(() => null)
  return kept?.blob ?? (await fetchFile('checklist-files', id, asker))
}
