import type {} from './areaTexts.ts'
import './shell/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { App } from './shell/App.tsx'
import { askFirstQuestions } from './shell/askAhead.ts'
import { lazyClient } from './shell/client.ts'
import { showDensity } from './base/density.ts'
import { startLanguage } from './texts/language.ts'
import { createSession } from './base/session.ts'
import { followColorScheme } from './ui/colorScheme.ts'
import { logFailure } from './ui/log.ts'
import { createAppRouter } from './routes.tsx'

const element = document.getElementById('app')
if (element === null) throw new Error('index.html has no element with the id "app"')

followColorScheme()
showDensity()
const session = createSession()
const client = lazyClient(session)
const router = createAppRouter()
const isHeld = session.isHeld()
// Asked while the page is made.
if (isHeld) askFirstQuestions(client(), location.pathname)
const language = await startLanguage()
// What leads elsewhere does so once it is shown.
if (isHeld && location.pathname !== '/')
  void router.load().catch((reason: unknown) => logFailure('A page could not be loaded ahead', reason))
createRoot(element).render(
  <StrictMode>
    <I18nextProvider i18n={language}>
      <App session={session} isHeld={isHeld} client={client} router={router} />
    </I18nextProvider>
  </StrictMode>,
)
