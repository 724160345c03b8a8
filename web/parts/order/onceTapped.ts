/** A double tap is faster, and hits the same place. */
const DOUBLE_MS = 600
const NEAR_PX = 32

/** A click: where it was, and how many in a row the browser counts; none of a key. */
export type Tap = { readonly detail: number; readonly timeStamp: number; readonly clientX: number; readonly clientY: number }

/** Returns what tells a tap from the second one of a double tap, which hits what took the place of the button; browsers of tablets count that as the first of another. */
export function createTapGuard(): (tap: Tap) => boolean {
  let last: Tap | null = null
  return (tap) => {
    if (tap.detail === 0) return true
    const isNear = last !== null && Math.hypot(tap.clientX - last.clientX, tap.clientY - last.clientY) < NEAR_PX
    const isSecond = tap.detail > 1 || (last !== null && isNear && tap.timeStamp - last.timeStamp < DOUBLE_MS)
    if (!isSecond) last = tap
    return !isSecond
  }
}

const isFirstTap = createTapGuard()

/** Returns what a button does, but for the second of a double tap. */
export function onceTapped(run: () => void): (tap: Tap) => void {
  return (tap) => {
    if (isFirstTap(tap)) run()
  }
}
