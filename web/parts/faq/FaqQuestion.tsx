import { useState } from 'react'
import { RateFaqDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './faq.module.css'

/** Returns the question whether an entry helped, and thanks for the answer. */
export function FaqQuestion({ entry }: { readonly entry: string }) {
  const { t } = useTexts('faq')
  const rating = useChange(RateFaqDocument)
  const [isRated, setRated] = useState(false)
  const rate = async (isHelpful: boolean) => {
    const { problems } = await rating.run({ entry, isHelpful })
    if (problems.length === 0) setRated(true)
  }
  const [problem] = rating.problems
  return (
    <div className={classes['rate']} role="group" aria-label={t('rate.question')}>
      <span role="status">{problem ? problemText(t, problem) : t(isRated ? 'rate.thanks' : 'rate.question')}</span>
      {!isRated && (
        <>
          <ActionButton isBusy={rating.isBusy} onClick={() => void rate(true)}>
            {t('rate.yes')}
          </ActionButton>
          <ActionButton isBusy={rating.isBusy} onClick={() => void rate(false)}>
            {t('rate.no')}
          </ActionButton>
        </>
      )}
    </div>
  )
}
