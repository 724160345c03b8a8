import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { type Locale, LOCALE_NAMES } from '#web/ui/locale.ts'
import classes from './ChecklistForm.module.css'
import { type TaskValues, wordsIn, type WordValues } from './checklistForm.view.ts'
import { wordsField } from './checklistProblems.ts'

type WordFieldsProps = {
  readonly task: TaskValues
  readonly languages: readonly Locale[]
  readonly problems: readonly FieldProblem[]
  readonly onChange: (words: TaskValues['words']) => void
}

/** Returns the fields for the words of a task in each further language of its checklist; what is missing is said. */
export function WordFields({ task, languages, problems, onChange }: WordFieldsProps) {
  const { t } = useTexts('checklist')
  return languages.map((language) => {
    const words = wordsIn(task, language)
    const field = (name: keyof WordValues) => {
      const problem = problems.find((one) => one.field === wordsField(task.id, language, name))
      return {
        name: wordsField(task.id, language, name),
        label: t(`task.${name}`),
        value: words[name],
        error: problem === undefined ? null : problemText(t, problem),
        ...(words[name].trim() === '' && { optional: t('languages.missing') }),
        onChange: (value: string) => onChange({ ...task.words, [language]: { ...words, [name]: value } }),
      }
    }
    const isJudged = task.type === 'YES_NO' || task.type === 'MEASUREMENT' || task.type === 'SELECT'
    return (
      <fieldset key={language} className={classes['words']}>
        <legend>{LOCALE_NAMES[language]}</legend>
        <TextField {...field('description')} maxLength={500} />
        {task.type === 'SELECT' && <TextField {...field('options')} help={t('languages.optionsHelp')} isLong />}
        {isJudged && task.message.trim() !== '' && <TextField {...field('message')} maxLength={500} />}
      </fieldset>
    )
  })
}
