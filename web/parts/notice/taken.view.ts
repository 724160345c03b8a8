/** Returns whether the answer to taking it says that the person has it, with that comment: the first to take it keeps it. */
export function isTakenAs(
  { acknowledgedBy, comment }: { readonly acknowledgedBy: { readonly id: string } | null; readonly comment: string | null },
  { userId, said }: { readonly userId: string; readonly said: string | null },
): boolean {
  return acknowledgedBy?.id === userId && (said === null || comment === said.trim())
}
