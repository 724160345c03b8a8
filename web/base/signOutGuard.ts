let ask: (() => Promise<boolean>) | null = null

/** Sets what asks before the person signs out; null = nothing. */
export function guardSignOut(next: (() => Promise<boolean>) | null): void {
  ask = next
}

/** Returns whether the person may sign out now: nothing speaks against it, or they were asked. */
export async function maySignOut(): Promise<boolean> {
  return ask === null || (await ask())
}
