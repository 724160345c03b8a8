import { restoreWarnings } from './runtimeNotice.ts'
import { errors, interactionPolicy, Provider } from 'oidc-provider'

restoreWarnings()

/** The provider's library, imported here only, without its notice about the runtime. */
export { errors, interactionPolicy, Provider }
