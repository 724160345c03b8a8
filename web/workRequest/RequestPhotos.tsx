import { useState } from 'react'
import type { ListedRequestFragment } from '#web/api/generated/graphql.ts'
import { usePicture } from '#web/parts/conversation/usePicture.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useNear } from '#web/ui/useNear.ts'
import classes from './WorkRequestsPage.module.css'

type Photo = ListedRequestFragment['photos'][number]

/** Returns the first photo of a request for its card, in a place that does not change; it is read once the card is near the screen. */
export function CardPhoto({ photo }: { readonly photo: Photo }) {
  const [watch, isNear] = useNear(false)
  const [isWanted, setWanted] = useState(false)
  if (isNear && !isWanted) setWanted(true)
  const picture = usePicture(photo.id, 'attachments', isWanted)
  return (
    <span ref={watch} className={classes['photo']}>
      {picture !== null && 'url' in picture && <img src={picture.url} alt="" />}
    </span>
  )
}

/** Returns the photos of a request side by side; each opens whole in a tab of its own. */
export function RequestPhotos({ photos }: { readonly photos: readonly Photo[] }) {
  if (photos.length === 0) return null
  return (
    <div className={classes['photos']}>
      {photos.map((photo) => (
        <PanelPhoto key={photo.id} photo={photo} />
      ))}
    </div>
  )
}

function PanelPhoto({ photo }: { readonly photo: Photo }) {
  const { t } = useTexts('workRequest')
  const picture = usePicture(photo.id, 'attachments')
  if (picture === null || !('url' in picture)) return <span className={classes['photo']} aria-hidden />
  return (
    <a
      className={classes['photo']}
      href={picture.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('openPhoto', { name: photo.name })}
    >
      <img src={picture.url} alt="" />
    </a>
  )
}
