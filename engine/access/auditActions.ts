/** What the audit log of a company tells, by these names for ever; the screens have a text for each. */
export const AUDIT_ACTIONS = [
  'ACCEPT_INVITATION',
  'ACTIVATE_ACCOUNT',
  'ADD_WORK_CENTER',
  'CHANGE_COMPANY_PHOTO',
  'CHANGE_PASSWORD',
  'CLOSE_PUBLIC_ACCESS',
  'CREATE_API_KEY',
  'CREATE_JOIN_LINK',
  'CREATE_TEAM',
  'CREATE_USER',
  'DECIDE_ROLE_REQUEST',
  'DELETE_API_KEY',
  'DELETE_COMPANY_PHOTO',
  'DELETE_TEAM',
  'DELETE_USER_FROM_COMPANY',
  'DELETE_WORK_CENTER',
  'ENTER_COMPANY',
  'INVITE_USER',
  'JOIN_COMPANY',
  'LEAVE_COMPANY',
  'OPEN_PUBLIC_ACCESS',
  'REGISTER_COMPANY',
  'RENEW_RECOVERY_CODES',
  'REOPEN_SHIFT',
  'REQUEST_ROLE_CHANGE',
  'RESEND_INVITATION',
  'RESET_PASSWORD',
  'REVOKE_INVITATION',
  'REVOKE_JOIN_LINK',
  'TRY_TO_ADD_WORK_CENTER',
  'TURN_OFF_TWO_FACTOR',
  'TURN_ON_TWO_FACTOR',
  'UPDATE_COMPANY',
  'UPDATE_EMPLOYEE',
  'UPDATE_TEAM',
  'USE_RECOVERY_CODE',
  'VERIFY_EMAIL',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Returns whether the text names something that the log tells. */
export function isAuditAction(text: string): text is AuditAction {
  return AUDIT_ACTIONS.some((action) => action === text)
}
