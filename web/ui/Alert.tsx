import classes from './Alert.module.css'
import { useMeaning } from './meaning.ts'

type Sentence = string | false | null

/** Returns a sentence that is read out at once, and the way to what it means where it refuses something. */
export function Alert({ className, children }: { readonly className?: string | undefined; readonly children: Sentence }) {
  return (
    <p role="alert" className={className}>
      <Explained>{children}</Explained>
    </p>
  )
}

/** Returns a sentence, and the way to what it means where it refuses something; nothing without one. */
export function Explained({ children }: { readonly children: Sentence }) {
  if (children === null || children === false) return null
  return (
    <>
      <span>{children}</span> <MeaningLink sentence={children} />
    </>
  )
}

/** Returns the way to what a sentence means, nothing for one that nobody explains. */
export function MeaningLink({ sentence }: { readonly sentence: string }) {
  const meaning = useMeaning()
  const open = meaning?.openerOf(sentence)
  return open ? (
    <button type="button" className={classes['link']} onClick={open}>
      {meaning?.label}
    </button>
  ) : null
}
