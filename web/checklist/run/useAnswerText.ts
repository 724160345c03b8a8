import type { ChecklistTask } from '#engine/checklist/checklistTask.ts'
import { taskIn } from '#engine/checklist/taskWords.ts'
import type { ChecklistAnswerFieldsFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { MISSING } from '#web/ui/format.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'

type AnswerLook = Pick<ChecklistAnswerFieldsFragment, 'isDone' | 'isNotApplicable' | 'number' | 'text' | 'yes'> & {
  readonly fileIds: readonly string[]
  readonly options: readonly string[]
}

type AskedTask = Pick<ChecklistTask, 'description' | 'message' | 'options' | 'translations' | 'type' | 'unit'>

/** Returns what says in words what was answered. */
export function useAnswerText(): (task: AskedTask, answer: AnswerLook) => string {
  const { t } = useTexts('checklist')
  const format = useFormat()
  return (task, answer) => {
    if (answer.isNotApplicable) return t('notApplicable')
    switch (task.type) {
      case 'YES_NO':
        return answer.yes === null ? MISSING : t(answer.yes ? 'yes' : 'no')
      case 'MEASUREMENT':
        return answer.number === null ? MISSING : `${numberText(answer.number, format.locale)} ${task.unit ?? ''}`.trim()
      case 'ENTER_TEXT':
        return answer.text ?? MISSING
      case 'MARK_AS_DONE':
        return answer.isDone ? t('done') : MISSING
      case 'SELECT':
        return answer.options.length === 0 ? MISSING : answer.options.map(taskIn(task, format.locale).optionText).join(', ')
      case 'ATTACH_FILE':
        return t('files', { count: answer.fileIds.length })
    }
  }
}
