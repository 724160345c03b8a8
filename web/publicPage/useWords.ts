import type { ScreenWords } from '#web/parts/screen/MachineScreen.tsx'
import { useTexts } from './texts.ts'

/** Returns the words of the screen in the page's language. */
export function useWords(): ScreenWords {
  const { t } = useTexts('publicPage')
  return {
    status: (kind, cause) => (cause === 'NO_STATUS_RULES' ? t('notSetUp') : t(`kind.${kind}`)),
    cause: (cause) => t(`cause.${cause}`),
    shift: (name, from, to) => t('shift', { name, from, to }),
    noShift: t('noShift'),
    oee: t('oee'),
    availability: t('availability'),
    performance: t('performance'),
    quality: t('quality'),
    target: (target) => t('target', { target }),
    output: t('output'),
    noOutput: t('noOutput'),
    rejected: (value) => t('rejected', { value }),
    behind: (value) => t('behind', { value }),
    unit: ({ code, shortName }) => (code === 'pcs' || code === 'm' ? t(`unit.${code}`) : shortName),
  }
}
