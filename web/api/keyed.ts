/** How changes are sent that do harm when they are done twice: one whose answer was lost keeps its key when it is sent again, so that the server does it once. */
export const KEYED = {
  withKey: <Variables>(variables: Variables, requestKey: string): Variables => ({ ...variables, requestKey }),
}
