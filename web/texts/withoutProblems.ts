import type { TextArea } from './translate.ts'

/** What stands on the first page and tells no answer of the API: those texts come with the first area that may. */
export const WITHOUT_PROBLEMS: readonly TextArea[] = ['needs']
