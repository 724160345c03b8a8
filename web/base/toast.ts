import type { ReactNode } from 'react'
import { wordOf } from '#web/texts/language.ts'

const KEPT_KEY = 'trueline.toast'
let isShown = false
let shownCount = 0
let announce: () => void = () => {}

/** Shows a message for eight seconds, read out by screen readers; the library for it is loaded with the first one. */
export function showToast(message: string): Promise<void> {
  return showDrawn(() => message)
}

/** Shows what is drawn for eight seconds; it is given what takes it away, for example when what was done is undone. */
export async function showDrawn(draw: (takeAway: () => void) => ReactNode): Promise<void> {
  isShown = true
  announce()
  const { notifications } = await import('@mantine/notifications')
  const id = `toast-${++shownCount}`
  const message = draw(() => void notifications.hide(id))
  notifications.show({ id, message, closeButtonProps: { 'aria-label': wordOf('state.close') } })
}

/** Keeps a message for the page that is loaded next: what is shown now would go with this one. */
export function keepToast(message: string): void {
  sessionStorage.setItem(KEPT_KEY, message)
}

/** Shows the message that the page before this one kept, if it did. */
export function showKeptToast(): void {
  const message = sessionStorage.getItem(KEPT_KEY)
  sessionStorage.removeItem(KEPT_KEY)
  if (message !== null) void showToast(message)
}

/** Calls back when the first toast wants to be shown; returns the function that stops it. */
export function onFirstToast(listener: () => void): () => void {
  announce = listener
  return () => {
    announce = () => {}
  }
}

/** Returns whether any toast was shown yet. */
export function isToastShown(): boolean {
  return isShown
}
