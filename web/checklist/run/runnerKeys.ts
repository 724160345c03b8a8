import type { ChecklistTask } from '#engine/checklist/checklistTask.ts'

/** What a key does in a run. */
export type RunnerAct = 'BACK' | 'NEXT' | 'NO' | 'NOT_APPLICABLE' | 'YES'

type AskedTask = Pick<ChecklistTask, 'notApplicable' | 'type'>

/** Returns what the key does with the task, null for nothing: y and n answer, a says "not applicable", Enter goes on and Backspace back. */
export function actOfKey(key: string, { type, notApplicable }: AskedTask): RunnerAct | null {
  switch (key) {
    case 'y':
      return type === 'YES_NO' || type === 'MARK_AS_DONE' ? 'YES' : null
    case 'n':
      return type === 'YES_NO' ? 'NO' : null
    case 'a':
      return notApplicable ? 'NOT_APPLICABLE' : null
    case 'Enter':
      return 'NEXT'
    case 'Backspace':
      // In a number it takes the last digit away first.
      return type === 'MEASUREMENT' ? null : 'BACK'
    default:
      return null
  }
}

/** Returns the key of the number pad that a key of the keyboard stands for, null for none. */
export function padKeyOf(key: string): string | null {
  if (key === 'Backspace') return 'DELETE'
  if (key === '.' || key === ',') return ','
  return /^(\d|-)$/.test(key) ? key : null
}
