import type { ConfirmFormFragment } from '#web/api/generated/graphql.ts'
import type { KeptUnits } from './confirmAct.ts'
import type { ConfirmRules } from './confirm.view.ts'

/** Returns the form without what was confirmed here and is not sent yet: that was counted, and waits no longer. */
export function withoutKept(form: ConfirmFormFragment, kept: KeptUnits): ConfirmFormFragment {
  const acceptedOutput = Math.max(0, form.acceptedOutput - kept.accepted)
  const rejectedOutput = Math.max(0, form.rejectedOutput - kept.rejected)
  return { ...form, acceptedOutput, rejectedOutput, totalOutput: acceptedOutput + rejectedOutput }
}

/** Returns the rules of the form. Without a connection nobody knows what was counted since: what is less than that is never called not made. */
export function rulesOf(form: ConfirmFormFragment, isAway: boolean): ConfirmRules {
  const { calculationType, isWhole, isReasonRequired, isShared, jobOrder } = form
  return {
    calculationType,
    isWhole,
    isReasonRequired,
    isShared,
    mayFollow: form.mayFollow || isAway,
    counted: { accepted: form.acceptedOutput, rejected: form.rejectedOutput },
    plan: jobOrder === null ? null : { planOutput: jobOrder.planOutput, acceptedOutput: jobOrder.acceptedOutput },
  }
}
