import { useEffect } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { logFailure } from '#web/ui/log.ts'
import { useScreenScheme } from '#web/parts/screen/useScreenScheme.ts'
import classes from './BoardSkeleton.module.css'
import { loadBoard } from './listParts.ts'

const TILES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/** Returns grey tiles over the whole window while the board and its first answer are on their way; the files of the board are asked for at once. */
export function BoardSkeleton() {
  const { t } = useCommonTexts()
  useScreenScheme()
  useEffect(() => {
    loadBoard().catch((error: unknown) => logFailure('The board could not be loaded ahead', error))
  }, [])
  return (
    <div className={classes['screen']} role="status" aria-label={t('state.loading')}>
      <div className={classes['head']} />
      <div className={classes['tiles']}>
        {TILES.map((tile) => (
          <div key={tile} />
        ))}
      </div>
    </div>
  )
}
