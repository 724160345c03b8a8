import type { OeeIssue } from '#engine/facts.ts'
import type { OpenWindow } from './engineState.ts'

/** Raises the issue on the window, once. */
export function noteIssue(window: OpenWindow, issue: OeeIssue): void {
  if (!window.issues.includes(issue)) window.issues = [...window.issues, issue]
}
