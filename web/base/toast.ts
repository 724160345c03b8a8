import type { Toast, ToastAction } from '#web/ui/ToastList.tsx'

const KEPT_KEY = 'trueline.toast'
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let count = 0

/** Shows a message for eight seconds, with what can be done about it; screen readers read it out. */
export function showToast(message: string, action?: ToastAction): void {
  change([...toasts, { id: ++count, message, action }])
}

/** Takes a toast away. */
export function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

/** Returns the toasts that nobody has taken away, oldest first. */
export function currentToasts(): readonly Toast[] {
  return toasts
}

/** Returns the function that stops calling back on every change of the toasts. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps a message for the next loaded page; a current toast would go with this one. */
export function keepToast(message: string): void {
  sessionStorage.setItem(KEPT_KEY, message)
}

/** Shows the message that the page before this one kept, if it did. */
export function showKeptToast(): void {
  const message = sessionStorage.getItem(KEPT_KEY)
  sessionStorage.removeItem(KEPT_KEY)
  if (message !== null) showToast(message)
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
