import { deviationsOf } from './answers.ts'
import { DEVIATION_ACTIONS } from './checklist.ts'
import type { DeviationAction } from './checklist.ts'
import type { ChecklistAnswer, ChecklistTask } from './checklistTask.ts'

/** What follows from the deviations of one run: one of each kind, with all tasks that ask for it. */
export type DeviationEffect = {
  readonly action: Exclude<DeviationAction, 'NONE'>
  readonly tasks: readonly ChecklistTask[]
  /** Pictures and documents of their answers. */
  readonly fileIds: readonly string[]
}

/** Returns what the answers make, in the order of the actions (domain.md CL-12): nothing where everything is as expected. */
export function deviationEffects(tasks: readonly ChecklistTask[], answers: readonly ChecklistAnswer[]): readonly DeviationEffect[] {
  const deviations = deviationsOf(tasks, answers)
  return DEVIATION_ACTIONS.flatMap((action) => {
    const asking = deviations.filter(({ onDeviation }) => onDeviation === action)
    if (action === 'NONE' || asking.length === 0) return []
    const fileIds = asking.flatMap(({ key }) => answers.find(({ taskKey }) => taskKey === key)?.fileIds ?? [])
    return [{ action, tasks: asking, fileIds: [...new Set(fileIds)] }]
  })
}

/**
 * Returns what is written of deviations into a request or a note: the name of the checklist, then a line for each task with its value, limits and comment.
 * It has no words of its own, so that it reads in every language; what is longer than allowed ends in an ellipsis.
 */
export function deviationText(
  name: string,
  tasks: readonly ChecklistTask[],
  answers: readonly ChecklistAnswer[],
  maxLength: number,
): string {
  const lines = tasks.map((task) => {
    const answer = answers.find(({ taskKey }) => taskKey === task.key)
    const value = answer === undefined ? '' : valueText(task, answer)
    const comment = answer?.comment?.trim() ?? ''
    return `${task.description}${value === '' ? '' : `: ${value}`}${comment === '' ? '' : ` – ${comment}`}`
  })
  const text = [name, ...lines].join('\n')
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`
}

/** Returns the text under which requests from a checklist at a work center are the same one. */
export function subjectOfChecklist(checklistId: number, workCenterId: number): string {
  return `checklist/${checklistId}/${workCenterId}`
}

function valueText(task: ChecklistTask, answer: ChecklistAnswer): string {
  switch (task.type) {
    case 'MEASUREMENT': {
      const unit = task.unit === null ? '' : ` ${task.unit}`
      const limits = task.min === null && task.max === null ? '' : ` (${task.min ?? ''}…${task.max ?? ''})`
      return `${answer.number ?? ''}${unit}${limits}`
    }
    case 'SELECT':
      return answer.options.join(', ')
    case 'YES_NO':
      return answer.yes === true ? '✓' : '✗'
    case 'ENTER_TEXT':
    case 'MARK_AS_DONE':
    case 'ATTACH_FILE':
      return ''
  }
}
