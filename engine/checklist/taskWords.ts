import type { ChecklistTask } from './checklistTask.ts'

/** A text in another language. */
export type TextIn = { readonly language: string; readonly text: string }

/** What people read of a task. */
type ReadTask = {
  readonly description: string
  readonly message: string | null
  /** Returns an option as it is read; what is answered stays the option as it was written. */
  readonly optionText: (option: string) => string
}

/** Returns the task in the language, and what is not said there as it was written (domain.md CL-6). */
export function taskIn(task: Pick<ChecklistTask, 'description' | 'message' | 'options' | 'translations'>, language: string): ReadTask {
  const words = task.translations?.find((one) => one.language === language)
  return {
    description: words?.description ?? task.description,
    message: words?.message ?? task.message,
    optionText: (option) => {
      const text = words?.options[task.options.indexOf(option)] ?? ''
      return text === '' ? option : text
    },
  }
}

/** Returns the text in the language, or as it was written. */
export function textIn(text: string | null, translations: readonly TextIn[], language: string): string | null {
  return text === null ? null : (translations.find((one) => one.language === language)?.text ?? text)
}
