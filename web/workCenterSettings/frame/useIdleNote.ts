import type { CheckedField } from '#engine/fields/fieldTable.ts'
import { useTexts } from '#web/texts/useTexts.ts'

/** Returns a function that gives the note under a setting that nothing reads yet, undefined for the others. */
export function useIdleNote<Name extends string>(fields: Readonly<Record<Name, CheckedField>>): (name: Name) => string | undefined {
  const { t } = useTexts('frame')
  return (name) => (fields[name].hasNoEffectYet === true ? t('noEffectYet') : undefined)
}
