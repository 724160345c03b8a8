import { useTexts } from '#web/texts/useTexts.ts'
import classes from './TurnDots.module.css'
import type { Rotation } from './useRotation.ts'

type TurnDotsProps = { readonly rotation: Rotation; readonly pageCount: number }

/** Returns which page of a board is shown and how long it still is, and whether somebody stopped the turning. */
export function TurnDots({ rotation, pageCount }: TurnDotsProps) {
  const { t } = useTexts('tv')
  return (
    <>
      {pageCount > 1 && (
        <div className={classes['dots']} role="img" aria-label={t('pageOf', { page: rotation.page + 1, pages: pageCount })}>
          {Array.from({ length: pageCount }, (_dot, at) => (
            <span key={at} data-current={at === rotation.page || undefined} data-paused={rotation.isPaused || undefined} />
          ))}
        </div>
      )}
      <p role="status" className={rotation.isPaused ? classes['paused'] : 'hidden-text'}>
        {rotation.isPaused && t('paused')}
      </p>
    </>
  )
}
