/** Where two fingers are, in px of a lane. */
export type Fingers = { readonly left: number; readonly right: number }

/** Nearer to each other two fingers say nothing. */
const SMALLEST_PX = 10

/** Returns the fingers by their place. */
export function fingersAt(one: number, other: number): Fingers {
  return { left: Math.min(one, other), right: Math.max(one, other) }
}

/** Returns by how much two fingers that moved zoom, and around which place; above 1 is nearer. */
export function pinchZoom(before: Fingers, now: Fingers): { readonly factor: number; readonly x: number } {
  const length = ({ left, right }: Fingers) => Math.max(SMALLEST_PX, right - left)
  return { factor: length(now) / length(before), x: (now.left + now.right) / 2 }
}
