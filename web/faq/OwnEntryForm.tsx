import { useRef, useState } from 'react'
import {
  FAQ_SCREENS,
  OWN_QUESTION_LENGTH,
  OWN_TEXT_LENGTH,
  OWN_WORDS_LENGTH,
  ownEntryProblems,
  trimOwnEntry,
} from '#engine/faq/ownEntryForm.ts'
import { DeleteFaqEntryDocument, type OwnFaqEntryFragment, SaveFaqEntryDocument } from '#web/api/generated/graphql.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import classes from './FaqPage.module.css'
import { screenChoices } from './ownEntries.view.ts'

export type OwnEntryFormProps = {
  /** null = a new one. */
  readonly entry: OwnFaqEntryFragment | null
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Returns the dialog in which a company writes an answer of its own, changes it or deletes it (domain.md HP-4). */
export function OwnEntryForm({ entry, onClose, onSaved }: OwnEntryFormProps) {
  const { t } = useTexts('faq')
  const request = useRef<{ readonly written: string; readonly key: string } | null>(null)
  /** The state that the typed one replaces: what a colleague stored meanwhile is shown before it can be. */
  const [replaced, setReplaced] = useState(entry)
  const element = useRef<HTMLFormElement>(null)
  const save = useChange(SaveFaqEntryDocument)
  const remove = useChange(DeleteFaqEntryDocument)
  const [isAsking, setAsking] = useState(false)
  const done = (text: string) => {
    showToast(text)
    onSaved()
    onClose()
  }
  const form = useForm({
    initial: { question: entry?.question ?? '', words: entry?.words ?? '', screen: entry?.screen ?? '', text: entry?.text ?? '' },
    check: (values) => ownEntryProblems(trimOwnEntry({ ...values, screen: screenOf(values.screen) })),
    save: async (values) => {
      const form = trimOwnEntry({ ...values, screen: screenOf(values.screen) })
      const input = { ...form, id: entry?.id, version: replaced?.version }
      const written = JSON.stringify(input)
      // The same again after a lost answer is done once.
      if (request.current?.written !== written) request.current = { written, key: newRequestKey() }
      const { data, problems } = await save.run({ input, requestKey: request.current.key })
      if (data !== null) done(t('own.saved'))
      else if (problems.some(({ code }) => code === 'CONFLICT')) onSaved()
      return problems
    },
  })
  const errorOf = (field: 'question' | 'screen' | 'text' | 'words') => {
    const problem = form.problem(field)
    return problem === null ? null : problemText(t, problem)
  }
  const { question, words, screen, text } = form.values
  const choices = screenChoices(FAQ_SCREENS)
  return (
    <Dialog isOpen isWide onClose={onClose} title={t(entry === null ? 'own.add' : 'own.edit')} closeLabel={t('state.close')}>
      <form ref={element} noValidate className={classes['form']} onSubmit={form.submit}>
        <TextField
          name="question"
          label={t('own.question')}
          value={question}
          maxLength={OWN_QUESTION_LENGTH.max}
          error={errorOf('question')}
          onChange={(value) => form.set('question', value)}
          onBlur={() => form.touch('question')}
        />
        <TextField
          name="text"
          isLong
          label={t('own.text')}
          help={t('own.textHelp')}
          value={text}
          maxLength={OWN_TEXT_LENGTH.max}
          error={errorOf('text')}
          onChange={(value) => form.set('text', value)}
          onBlur={() => form.touch('text')}
        />
        <TextField
          name="words"
          label={t('own.words')}
          help={t('own.wordsHelp')}
          value={words}
          maxLength={OWN_WORDS_LENGTH.max}
          error={errorOf('words')}
          onChange={(value) => form.set('words', value)}
          onBlur={() => form.touch('words')}
        />
        <SelectField
          name="screen"
          label={t('own.screen')}
          value={screen}
          options={[
            { value: '', label: t('own.everything') },
            ...choices.map(({ path, page }) => ({ value: path, label: t(`page.${page}`) })),
          ]}
          error={errorOf('screen')}
          onChange={(value) => form.set('screen', value)}
        />
        {entry !== null && entry.version !== replaced?.version && (
          <blockquote className={classes['meanwhile']}>
            <b>{entry.question}</b>
            <p>{entry.text}</p>
            <ActionButton onClick={() => setReplaced(entry)}>{t('own.replace')}</ActionButton>
          </blockquote>
        )}
        {[...form.others, ...remove.problems].map((problem) => (
          <Alert key={problem.code}>{problemText(t, problem)}</Alert>
        ))}
        {isAsking && entry !== null && <p role="status">{t('own.sure', { question: entry.question })}</p>}
        <DialogActions>
          {entry !== null && !isAsking && <ActionButton onClick={() => setAsking(true)}>{t('own.remove')}</ActionButton>}
          {entry !== null && isAsking && (
            <>
              <ActionButton onClick={() => setAsking(false)}>{t('own.keep')}</ActionButton>
              <ActionButton
                isDanger
                isBusy={remove.isBusy}
                onClick={() => void remove.run({ id: entry.id }).then(({ data }) => data !== null && done(t('own.removed')))}
              >
                {t('own.remove')}
              </ActionButton>
            </>
          )}
          {!isAsking && (
            <ActionButton isSubmit isMain isBusy={form.isSaving}>
              {t('own.save')}
            </ActionButton>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

function screenOf(chosen: string): string | null {
  return chosen === '' ? null : chosen
}
