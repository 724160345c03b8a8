import { useState } from 'react'
import { fetchFile, type FileRoad } from '#web/api/attachment.ts'
import type { MessageFieldsFragment } from '#web/api/generated/graphql.ts'
import { useSession } from '#web/base/session.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './Conversation.module.css'
import { usePicture } from './usePicture.ts'

type AttachmentViewProps = { readonly file: NonNullable<MessageFieldsFragment['attachment']>; readonly road?: FileRoad }

/** Returns a picture in the place that it will take, or a document with its name to be kept. */
export function AttachmentView({ file, road = 'attachments' }: AttachmentViewProps) {
  const { t } = useTexts('conversation')
  const session = useSession()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (file.contentType.startsWith('image/')) return <Picture file={file} road={road} />
  const save = async () => {
    setBusy(true)
    const answer = await fetchFile(road, file.id, { accessToken: session.accessToken, tenantId: session.tenantId })
    setBusy(false)
    setProblem(answer instanceof Blob ? null : problemText(t, answer))
    if (!(answer instanceof Blob)) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(answer)
    link.download = file.name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
  }
  return (
    <>
      <ActionButton isBusy={isBusy} onClick={() => void save()}>
        {file.name}
      </ActionButton>
      {problem !== null && <Alert className={classes['problem']}>{problem}</Alert>}
    </>
  )
}

function Picture({ file, road }: Required<AttachmentViewProps>) {
  const { t } = useTexts('conversation')
  const shown = usePicture(file.id, road)
  const size = { width: file.width ?? 320, height: file.height ?? 240 }
  if (shown !== null && 'problem' in shown) return <p className={classes['problem']}>{problemText(t, shown.problem)}</p>
  return shown === null ? (
    <span className={classes['picture']} style={{ aspectRatio: `${size.width} / ${size.height}` }} aria-hidden />
  ) : (
    <a href={shown.url} target="_blank" rel="noopener noreferrer" aria-label={t('open', { name: file.name })}>
      <img className={classes['picture']} src={shown.url} alt={file.name} {...size} />
    </a>
  )
}
