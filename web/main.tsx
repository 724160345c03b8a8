import './app/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { App } from './app/App.tsx'
import { showDensity } from './app/density.ts'
import { startLanguage } from './app/i18n/language.ts'
import { createSession } from './app/session.ts'
import { createAppRouter } from './routes.tsx'

const element = document.getElementById('app')
if (element === null) throw new Error('index.html has no element with the id "app"')

showDensity()
const language = await startLanguage()
createRoot(element).render(
  <StrictMode>
    <I18nextProvider i18n={language}>
      <App session={createSession()} createRouter={createAppRouter} />
    </I18nextProvider>
  </StrictMode>,
)
