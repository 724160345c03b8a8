import { useTexts } from '#web/texts/useTexts.ts'

/** Returns how columns of a file are named that a list has one of and a file two. */
export function useFileWords() {
  const { t } = useTexts('table')
  return {
    local: (title: string) => t('localTitle', { title }),
    seconds: (title: string) => t('secondsTitle', { title }),
    offset: (title: string) => t('offsetTitle', { title }),
  }
}
