import './styles.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { theme } from '#web/app/theme.ts'
import { SignInPage } from './SignInPage.tsx'
import { interactionPath } from './signIn.view.ts'

const element = document.getElementById('identity')
if (element === null) throw new Error('identity.html has no element with the id "identity"')

createRoot(element).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <SignInPage interaction={interactionPath(location.pathname)} />
    </MantineProvider>
  </StrictMode>,
)
