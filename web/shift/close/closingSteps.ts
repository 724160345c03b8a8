/** The steps of closing a shift, always in this order. */
export const CLOSING_STEPS = ['ready', 'stops', 'silence', 'look', 'output', 'tasks', 'numbers', 'handover', 'confirm'] as const
export type ClosingStep = (typeof CLOSING_STEPS)[number]
