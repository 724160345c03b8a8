import { useEffect, useRef, useState } from 'react'
import { ActionButton } from './ActionButton.tsx'
import { Avatar } from './Avatar.tsx'
import classes from './PhotoField.module.css'

type PhotoFieldProps = {
  readonly photo: string | null
  readonly initials: string
  /** Types of files to choose from. */
  readonly accept: readonly string[]
  readonly labels: { readonly choose: string; readonly remove: string; readonly help: string }
  readonly error: string | null
  readonly isBusy: boolean
  readonly isDisabled?: boolean
  readonly onChoose: (file: File) => Promise<void>
  readonly onRemove: () => void
}

/** Returns a round photo with the ways to change it. A chosen photo shows at once, while it is uploaded. */
export function PhotoField(props: PhotoFieldProps) {
  const { photo, initials, accept, labels, error, isBusy, isDisabled = false, onChoose, onRemove } = props
  const input = useRef<HTMLInputElement>(null)
  const ways = useRef<HTMLDivElement>(null)
  const [preview, setPreview] = useState<string | null>(null)
  // The way to remove the photo goes with it: whoever pressed it has the other way before them, not the top of the page.
  const isRemoved = useRef(false)
  useEffect(() => {
    if (photo === null && isRemoved.current && document.activeElement === document.body) ways.current?.querySelector('button')?.focus()
    isRemoved.current = false
  }, [photo])
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview])
  const choose = async (file: File) => {
    setPreview(URL.createObjectURL(file))
    await onChoose(file)
    setPreview(null)
  }
  return (
    <div className={classes['photo']}>
      <Avatar photo={preview ?? photo} initials={initials} size={72} />
      <div>
        <div ref={ways} className={classes['actions']}>
          <input
            ref={input}
            type="file"
            className="hidden-text"
            tabIndex={-1}
            aria-label={labels.choose}
            accept={accept.join(',')}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? []
              event.currentTarget.value = ''
              if (file !== undefined) void choose(file)
            }}
          />
          <ActionButton isBusy={isBusy} isDisabled={isDisabled} onClick={() => input.current?.click()}>
            {labels.choose}
          </ActionButton>
          {photo !== null && (
            <ActionButton
              isDisabled={isBusy || isDisabled}
              onClick={() => {
                isRemoved.current = true
                onRemove()
              }}
            >
              {labels.remove}
            </ActionButton>
          )}
        </div>
        <p className={classes['help']}>{labels.help}</p>
        <p role="alert" className={classes['error']}>
          {error}
        </p>
      </div>
    </div>
  )
}
