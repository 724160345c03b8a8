import { useEffect, useRef, useState } from 'react'
import type { FileSource } from '#engine/checklist/answerFile.ts'
import { ATTACHMENT_TYPES } from '#web/api/attachment.ts'
import { type KeptPhoto, keptPhotos } from '#web/parts/sentFile/keptPhotos.ts'
import { photoOf } from '#web/parts/handIn/photoKind.ts'
import { PHOTO_LOST } from '#web/parts/sentFile/keptFileKind.ts'
import { outbox, useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert, Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useSingleKey } from '#web/ui/useSingleKey.ts'
import { AnswerFile } from './AnswerFile.tsx'
import classes from './Runner.module.css'
import { takenBy } from './takenBy.ts'
import type { Taken } from './usePhotoTaking.ts'

/** Browsers of desks and fixed screens know nothing of it: they open the files in place of the camera. */
const OPENS_CAMERA = 'capture' in HTMLInputElement.prototype

type FileFieldProps = {
  readonly fileIds: readonly string[]
  /** Only a photo, by the camera first. */
  readonly isPhoto: boolean
  /** Nothing but a photo that is taken now. */
  readonly isCameraOnly: boolean
  readonly take: (file: File, source: FileSource) => Promise<Taken>
  /** Is told what becomes of the files as they are by then. */
  readonly onGive: (filesOf: (fileIds: readonly string[]) => readonly string[]) => void
}

/** Returns the way to add a photo or document to an answer, and those that are there, each with what became of it. */
export function FileField({ fileIds, isPhoto, isCameraOnly, take, onGive }: FileFieldProps) {
  const { t } = useTexts('checklist')
  const input = useRef<HTMLInputElement>(null)
  const askedAt = useRef<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const ask = () => {
    askedAt.current = isPhoto ? Date.now() : null
    input.current?.click()
  }
  useSingleKey((key) => {
    if (key !== 'p') return false
    ask()
    return true
  })
  const add = async (file: File) => {
    const source = takenBy(file, askedAt.current)
    if (isCameraOnly && source !== 'CAMERA') {
      setProblem(`${file.name}: ${problemText(t, { code: 'CAMERA_PHOTO_REQUIRED', params: {} })}`)
      return
    }
    setBusy(true)
    // Whatever a browser does not do with the file, the button is there again.
    const taken: Taken = await take(file, source).catch(() => ({ problem: { code: 'PHOTO_NOT_KEPT', params: {} } }))
    setBusy(false)
    if ('id' in taken) onGive((before) => [...before, taken.id])
    const sentence = 'id' in taken ? null : taken.problem.code === 'PHOTO_NOT_KEPT' ? t('run.noRoom') : problemText(t, taken.problem)
    setProblem(sentence === null ? null : `${file.name}: ${sentence}`)
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
      <button type="button" className={classes['choice']} aria-busy={isBusy} disabled={isBusy} onClick={ask}>
        {t(isPhoto ? 'run.addPhoto' : 'run.addFile')}
      </button>
      {isCameraOnly && !OPENS_CAMERA && <p>{t('run.cameraHere')}</p>}
      {problem !== null && <Alert className={classes['bad']}>{problem}</Alert>}
      <ul className={classes['files']} aria-label={t('files', { count: fileIds.length })}>
        {fileIds.map((id, index) => (
          <TakenFile key={id} id={id} number={index + 1} onRemove={() => onGive((before) => before.filter((one) => one !== id))} />
        ))}
      </ul>
    </div>
  )
}

/** So often a photo that waits is looked at. */
const LOOK_MS = 5_000

type TakenFileProps = { readonly id: string; readonly number: number; readonly onRemove: () => void }

function TakenFile({ id, number, onRemove }: TakenFileProps) {
  const { t } = useTexts('checklist')
  const { entries } = useOutbox()
  const entry = entries.find((one) => photoOf(one)?.id === id)
  const refusal = entry?.refusal ?? null
  const [isSmall, setSmall] = useState(false)
  const waits = entry !== undefined
  // It may be made smaller while it waits.
  useEffect(() => {
    if (!waits) return undefined
    let isShown = true
    const look = () =>
      void keptPhotos.get(id).then(
        (photo) => isShown && photo !== null && setSmall(photo.isSmall === true),
        () => {},
      )
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => {
      isShown = false
      clearInterval(timer)
    }
  }, [id, waits])
  const remove = async () => {
    onRemove()
    if (entry !== undefined) await outbox.drop(entry.id)
    await keptPhotos.remove(id).catch(() => {})
  }
  const name: KeptPhoto['name'] = photoOf(entry)?.name ?? t('run.fileNumber', { number })
  return (
    <li>
      <AnswerFile key={entry === undefined ? 'sent' : 'kept'} id={id} file={null} />
      {entry !== undefined && refusal === null && <span className={classes['muted']}>{t('run.fileWaits')}</span>}
      {isSmall && <span className={classes['muted']}>{t('run.fileSmall')}</span>}
      {refusal !== null && (
        <span role="alert" className={classes['bad']}>
          <Explained>{`${name}: ${refusal.code === PHOTO_LOST ? t('run.fileLost') : problemText(t, { code: refusal.code, params: refusal.params })}`}</Explained>
        </span>
      )}
      <ActionButton onClick={() => void remove()}>
        {t('run.removeFile')}
        <span className="hidden-text">: {name}</span>
      </ActionButton>
    </li>
  )
}
