import { useRef } from 'react'
import { ATTACHMENT_TYPES } from '#web/api/attachment.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert, Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './FilePicker.module.css'
import { PHOTO_LOST } from './keptFileKind.ts'
import type { Files } from './useFiles.ts'

/** Returns the way to add a photo or PDF to what is being written, and those that are there, each with what became of it. */
export function FilePicker({ files, most }: { readonly files: Files; readonly most: number }) {
  const { t } = useTexts('sentFile')
  const input = useRef<HTMLInputElement>(null)
  const { problem, list } = files
  const sentenceOf = ({ code, params }: { readonly code: string; readonly params?: Readonly<Record<string, unknown>> | undefined }) =>
    code === PHOTO_LOST ? t('lost') : code === 'PHOTO_NOT_KEPT' ? t('noRoom') : problemText(t, { code, params: params ?? {} })
  return (
    <div className={classes['picker']}>
      <input
        ref={input}
        type="file"
        className="hidden-text"
        tabIndex={-1}
        aria-label={t('add')}
        accept={ATTACHMENT_TYPES.join(',')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file !== undefined) void files.add(file)
        }}
      />
      <ActionButton isBusy={files.isBusy} isDisabled={list.length >= most} onClick={() => input.current?.click()}>
        {t('add')}
      </ActionButton>
      {problem !== null && <Alert className={classes['bad']}>{`${problem.name}: ${sentenceOf(problem)}`}</Alert>}
      {list.length > 0 && (
        <ul className={classes['files']} aria-label={t('chosen')}>
          {list.map(({ id, name, isWaiting, refusal }) => (
            <li key={id}>
              <span className={classes['name']}>
                {name}
                {isWaiting && refusal === null && <span className={classes['waits']}>{t('waits')}</span>}
                {refusal !== null && (
                  <span role="alert" className={classes['bad']}>
                    <Explained>{sentenceOf(refusal)}</Explained>
                  </span>
                )}
              </span>
              <ActionButton onClick={() => void files.remove(id)}>
                {t('remove')}
                <span className="hidden-text">: {name}</span>
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
