import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followColorScheme } from '#web/ui/colorScheme.ts'
import { IdentityApp } from './IdentityApp.tsx'
import { pageOf } from './identityPage.view.ts'

const element = document.getElementById('identity')
if (element === null) throw new Error('identity.html has no element with the id "identity"')

followColorScheme()
createRoot(element).render(
  <StrictMode>
    <IdentityApp page={pageOf(location.pathname)} query={new URLSearchParams(location.search)} />
  </StrictMode>,
)
