import { MAX_SUPPORT_FILES, MAX_SUPPORT_LENGTH, problemsOfSupport } from '#engine/support/supportRequest.ts'
import { AnswerSupportRequestDocument, CloseSupportRequestDocument, type ListedSupportFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { type AnswerBody, answerOf, SUPPORT_ANSWER } from '#web/parts/support/supportKind.ts'
import { AttachmentView } from '#web/parts/conversation/AttachmentView.tsx'
import { FilePicker } from '#web/parts/sentFile/FilePicker.tsx'
import { useFiles } from '#web/parts/sentFile/useFiles.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useEffect, useRef, useState } from 'react'
import { useDraft } from './useDraft.ts'
import { ToldDetails } from './ToldDetails.tsx'
import classes from './SupportPage.module.css'

const EMPTY = { content: '' }

type SupportThreadProps = {
  readonly request: ListedSupportFragment
  /** Whether a person of the provider reads it in their inbox. */
  readonly isInbox: boolean
  readonly onChanged: () => void
}

/** Returns one question with its answers, and the field for the next one. */
export function SupportThread({ request, isInbox, onChanged }: SupportThreadProps) {
  const { t } = useTexts('support')
  const format = useFormat()
  const answering = useChange(AnswerSupportRequestDocument, { withKey: (variables) => variables })
  const unsent = useUnsent()
  const { entries } = useOutbox()
  const files = useFiles('support-files', { supportRequestId: request.id })
  const attempt = useRef<{ readonly text: string; readonly key: string } | null>(null)
  const closing = useChange(CloseSupportRequestDocument)
  const [isSolved, setSolved] = useState(false)
  const send = async (answer: AnswerBody): Promise<readonly ApiProblem[]> => {
    const text = JSON.stringify(answer)
    // Sent again, the same answer is the same one.
    const { key } = attempt.current?.text === text ? attempt.current : { key: newRequestKey() }
    attempt.current = { text, key }
    const keep = async () => {
      const isKept = await unsent.addKeyed(SUPPORT_ANSWER, key, answer)
      // Said once more on purpose, it is another one.
      if (isKept) attempt.current = null
      return isKept
    }
    if (unsent.isWaiting() && (await keep())) return []
    const { problems } = await answering.run({ ...answer, requestKey: key })
    if (problems.length === 0) attempt.current = null
    return isTransient(problems) && (await keep()) ? [] : problems
  }
  const waiting = entries.flatMap((entry) => (entry.refusal === null && answerOf(entry)?.id === request.id ? (answerOf(entry) ?? []) : []))
  const draft = useDraft(`answer ${request.id}`, EMPTY)
  const form = useForm({
    initial: draft.initial,
    check: problemsOfSupport,
    save: async ({ content }) => {
      await files.sent()
      const problems = await send({
        id: request.id,
        content: content.trim(),
        isSolved,
        ...(files.list.length > 0 && { fileIds: files.list.map(({ id }) => id) }),
      })
      if (problems.length === 0) {
        draft.forget()
        files.clear()
        form.reset(EMPTY)
        onChanged()
      }
      return problems
    },
  })
  // oxlint-disable-next-line react/exhaustive-deps -- kept when something was typed
  useEffect(() => draft.keep(form.values), [form.values])
  const said = [
    {
      id: 'first',
      content: request.content,
      createdAt: request.createdAt,
      isProvider: false,
      author: request.createdBy,
      files: request.files,
    },
    ...request.messages,
  ]
  const [other] = [...form.others, ...closing.problems]
  return (
    <div className={classes['thread']}>
      <p className={classes['about']}>
        {[
          t(`status.${request.status}`),
          t(`direction.${request.direction}`),
          t(`severity.${request.severity}`),
          request.workCenter?.name,
          isInbox ? request.companyName : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ol className={classes['messages']} aria-live="polite">
        {said.map(({ id, content, createdAt, isProvider, author, files: brought }) => (
          <li key={id} data-provider={isProvider || undefined}>
            <span className={classes['about']}>
              <b>{isProvider ? t('provider') : (author?.fullName ?? t('somebody'))}</b> · {format.dateTime(Date.parse(createdAt))}
            </span>
            <p>{content}</p>
            {brought.length > 0 && (
              <ul className={classes['files']} aria-label={t('files')}>
                {brought.map((file) => (
                  <li key={file.id}>
                    <AttachmentView file={file} road="support-files" />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
        {waiting.map(({ content }, at) => (
          <li key={`waiting ${at + 1}`}>
            <span className={classes['about']}>{t('answerWaits')}</span>
            <p>{content}</p>
          </li>
        ))}
      </ol>
      {request.diagnostics !== null && (
        <details>
          <summary>{t('field.diagnostics')}</summary>
          <ToldDetails text={request.diagnostics} />
        </details>
      )}
      {request.isAnswerable ? (
        <form noValidate className={classes['form']} onSubmit={form.submit}>
          <TextField
            {...fieldOf(form, 'content', (problem) => problemText(t, problem))}
            label={t('answer')}
            maxLength={MAX_SUPPORT_LENGTH}
            isLong
          />
          <FilePicker files={files} most={MAX_SUPPORT_FILES} />
          {other && <Alert className={classes['wrong']}>{problemText(t, other)}</Alert>}
          <div className={classes['acts']}>
            <ActionButton isMain isSubmit isBusy={form.isSaving && !isSolved} onClick={() => setSolved(false)}>
              {t('sendAnswer')}
            </ActionButton>
            {isInbox && (
              <ActionButton isSubmit isBusy={form.isSaving && isSolved} onClick={() => setSolved(true)}>
                {t('solve')}
              </ActionButton>
            )}
            {!isInbox && request.status !== 'CLOSED' && (
              <ActionButton isBusy={closing.isBusy} onClick={() => void closing.run({ id: request.id }).then(onChanged)}>
                {t('close')}
              </ActionButton>
            )}
          </div>
        </form>
      ) : (
        <p className={classes['about']}>{t('closed')}</p>
      )}
    </div>
  )
}
