/** What confirmations say was made of an order or a segment, in units. */
export type ConfirmedOutput = { readonly accepted: number; readonly rejected: number }

/** One confirmation; a cancelled one counts nothing and is never edited (domain.md S-64). */
export type PostedConfirmation = ConfirmedOutput & { readonly isCancelled: boolean }

/** Returns the sums of the confirmations that hold (domain.md S-64): cancelling takes a confirmation's figures out again. */
export function confirmedOutput(confirmations: readonly PostedConfirmation[]): ConfirmedOutput {
  let accepted = 0
  let rejected = 0
  for (const confirmation of confirmations) {
    if (confirmation.isCancelled) continue
    accepted += confirmation.accepted
    rejected += confirmation.rejected
  }
  return { accepted, rejected }
}

/** How much of what a device registered is confirmed, in units (domain.md S-66). */
export type ConfirmationProgress = { readonly registered: number; readonly confirmed: number; readonly unconfirmed: number }

/** Returns registered, confirmed and unconfirmed units; more confirmed than registered leaves nothing unconfirmed (domain.md S-64). */
export function confirmationProgress(registered: number, { accepted, rejected }: ConfirmedOutput): ConfirmationProgress {
  const confirmed = accepted + rejected
  return { registered, confirmed, unconfirmed: Math.max(0, registered - confirmed) }
}
