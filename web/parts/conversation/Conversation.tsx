import { type ClipboardEvent, useEffect, useId, useRef, useState } from 'react'
import { MAX_MESSAGE_LENGTH } from '#engine/conversation/message.ts'
import { ATTACHMENT_TYPES } from '#web/api/attachment.ts'
import type { MessageFieldsFragment } from '#web/api/generated/graphql.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { Format } from '#web/ui/format.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { AttachmentView } from './AttachmentView.tsx'
import classes from './Conversation.module.css'
import type { Beside } from './messageKind.ts'
import { type Messages, useMessages } from './useMessages.ts'

export type ConversationProps = {
  readonly beside: Beside
  readonly mayWrite: boolean
  /** Of the plant. */
  readonly format: Pick<Format, 'dateTime'>
  /** What is kept behind another tab is not read. */
  readonly isShown?: boolean
  /** It was opened to write. */
  readonly takesFocus?: boolean
}

/** Returns what people write to each other beside an order, a work request or a task, the newest last, with the line above what the viewer has not read. */
export function Conversation({ beside, mayWrite, format, isShown = true, takesFocus = false }: ConversationProps) {
  const { t } = useTexts('conversation')
  const heading = useId()
  const messages = useMessages(beside, isShown)
  const { list, waiting } = messages
  return (
    <section className={classes['conversation']} aria-labelledby={heading}>
      <h3 id={heading}>{t('title')}</h3>
      {messages.isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={messages.again} />}
      {list?.length === 0 && waiting.length === 0 && <p className={classes['about']}>{t('none')}</p>}
      {messages.hasEarlier && <ActionButton onClick={messages.earlier}>{t('earlier')}</ActionButton>}
      <ol className={classes['messages']} aria-live="polite">
        {list?.map((message) => (
          <li key={message.id} data-new={message.id === messages.firstUnread || undefined}>
            {message.id === messages.firstUnread && <p className={classes['new']}>{t('new')}</p>}
            <Message message={message} messages={messages} mayWrite={mayWrite} format={format} />
          </li>
        ))}
        {waiting.map(({ id, content }) => (
          <li key={`waiting ${id}`}>
            <p className={classes['words']}>{content}</p>
            <p className={classes['about']}>{t('waiting')}</p>
          </li>
        ))}
      </ol>
      {mayWrite && list !== null && <Field messages={messages} takesFocus={takesFocus} />}
    </section>
  )
}

type MessageProps = Omit<ConversationProps, 'beside' | 'isShown' | 'takesFocus'> & {
  readonly message: MessageFieldsFragment
  readonly messages: Messages
}

function Message({ message, messages, mayWrite, format }: MessageProps) {
  const { t } = useTexts('conversation')
  const [text, setText] = useState<string | null>(null)
  const { sender, attachment, readBy } = message
  const readers = readBy.map(({ fullName }) => fullName).join(', ')
  const save = async () => {
    if (text === null || text.trim() === '' || (await messages.edit(message.id, text))) setText(null)
  }
  return (
    <div className={classes['message']}>
      <Avatar photo={sender?.photo ?? null} initials={sender?.initials ?? '?'} />
      <div className={classes['said']}>
        <p className={classes['about']}>
          <b>{sender?.fullName ?? t('somebody')}</b> · {format.dateTime(Date.parse(message.sentAt))}
          {message.editedAt !== null && !message.isDeleted && ` · ${t('edited')}`}
        </p>
        {message.isDeleted && <p className={classes['about']}>{t('deleted')}</p>}
        {attachment !== null && <AttachmentView file={attachment} />}
        {message.contentType === 'TEXT' && !message.isDeleted && text === null && <p className={classes['words']}>{message.content}</p>}
        {text !== null && (
          <textarea
            className={classes['text']}
            rows={2}
            aria-label={t('change')}
            maxLength={MAX_MESSAGE_LENGTH}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        {readBy.length > 0 && !message.isDeleted && (
          <p className={classes['about']} title={readers}>
            {t('readBy', { count: readBy.length })}
          </p>
        )}
        {mayWrite && message.isChangeable && (
          <div className={classes['acts']}>
            {text !== null && (
              <ActionButton isMain isBusy={messages.isBusy} onClick={() => void save()}>
                {t('save')}
              </ActionButton>
            )}
            {message.contentType === 'TEXT' && (
              <button type="button" className={classes['quiet']} onClick={() => setText(text === null ? message.content : null)}>
                {text === null ? t('change') : t('cancel')}
              </button>
            )}
            {text === null && (
              <button
                type="button"
                className={classes['quiet']}
                disabled={messages.isBusy}
                onClick={() => void messages.remove(message.id)}
              >
                {t('delete')}
              </button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

function Field({ messages, takesFocus }: { readonly messages: Messages; readonly takesFocus: boolean }) {
  const { t } = useTexts('conversation')
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const words = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!takesFocus) return undefined
    // After the drawer around it has opened, which takes the focus for itself.
    const frame = requestAnimationFrame(() => words.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [takesFocus])
  const send = async () => {
    if (text.trim() === '' || messages.isBusy) return
    if (await messages.send(text)) setText('')
  }
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files
    if (file === undefined) return
    event.preventDefault()
    void messages.attach(file)
  }
  return (
    <form
      className={classes['field']}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label className={classes['label']}>
        {t('write')}
        <textarea
          className={classes['text']}
          rows={2}
          ref={words}
          maxLength={MAX_MESSAGE_LENGTH}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onPaste={paste}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            void send()
          }}
        />
      </label>
      <div className={classes['acts']}>
        <ActionButton isSubmit isMain isBusy={messages.isBusy} isDisabled={text.trim() === ''}>
          {t('send')}
        </ActionButton>
        <input
          ref={input}
          type="file"
          className="hidden-text"
          tabIndex={-1}
          aria-label={t('attach')}
          accept={ATTACHMENT_TYPES.join(',')}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            event.currentTarget.value = ''
            if (file !== undefined) void messages.attach(file)
          }}
        />
        <ActionButton isBusy={messages.isBusy} onClick={() => input.current?.click()}>
          {t('attach')}
        </ActionButton>
      </div>
      {messages.problems.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
    </form>
  )
}
