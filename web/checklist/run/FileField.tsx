import { useRef, useState } from 'react'
import { ATTACHMENT_TYPES, attachmentProblem } from '#web/api/attachment.ts'
import { uploadChecklistFile } from '#web/api/checklistFile.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useSession } from '#web/base/session.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './Runner.module.css'

type FileFieldProps = {
  readonly fileIds: readonly string[]
  /** Only a photo, by the camera first. */
  readonly isPhoto: boolean
  /** Is told what becomes of the files as they are by then. */
  readonly onGive: (filesOf: (fileIds: readonly string[]) => readonly string[]) => void
}

/** Returns the way to add a photo or document to an answer. */
export function FileField({ fileIds, isPhoto, onGive }: FileFieldProps) {
  const { t } = useTexts('checklist')
  const input = useRef<HTMLInputElement>(null)
  const { accessToken } = useSession()
  const tenantId = useViewer().company?.id ?? null
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const add = async (file: File) => {
    const wrong = attachmentProblem(file)
    if (wrong !== null) return setProblem(wrong)
    setBusy(true)
    const id = newRequestKey()
    const refused = await uploadChecklistFile(id, file, { accessToken, tenantId })
    setBusy(false)
    setProblem(refused)
    if (refused === null) onGive((before) => [...before, id])
  }
  return (
    <div className={classes['more']}>
      <input
        ref={input}
        type="file"
        className="hidden-text"
        tabIndex={-1}
        aria-label={t(isPhoto ? 'run.addPhoto' : 'run.addFile')}
        accept={ATTACHMENT_TYPES.filter((type) => !isPhoto || type !== 'application/pdf').join(',')}
        {...(isPhoto && { capture: 'environment' as const })}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file !== undefined) void add(file)
        }}
      />
      <button type="button" className={classes['choice']} aria-busy={isBusy} disabled={isBusy} onClick={() => input.current?.click()}>
        {t(isPhoto ? 'run.addPhoto' : 'run.addFile')}
      </button>
      <p role="status">{fileIds.length > 0 && t('files', { count: fileIds.length })}</p>
      {fileIds.length > 0 && <ActionButton onClick={() => onGive((before) => before.slice(0, -1))}>{t('run.removeFile')}</ActionButton>}
      {problem !== null && (
        <p role="alert" className={classes['bad']}>
          {problemText(t, problem)}
        </p>
      )}
    </div>
  )
}
