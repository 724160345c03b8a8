import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followScreenScheme } from '#web/parts/screen/screenScheme.ts'
import { chooseLocale, isLocale } from '#web/ui/locale.ts'
import { addressOf } from './publicPage.view.ts'
import { PublicPage } from './PublicPage.tsx'
import { loadTexts, TextsContext } from './texts.ts'

/** The application keeps the choice of this browser here (web/texts/language.ts). */
const LANGUAGE_KEY = 'trueline.language'

const element = document.getElementById('public')
if (element === null) throw new Error('public.html has no element with the id "public"')

const { token, lang, theme } = addressOf(location)
const locale = chooseLocale(lang !== null && isLocale(lang) ? lang : kept(LANGUAGE_KEY), navigator.languages)
document.documentElement.lang = locale
followScreenScheme(theme)
const isPhone = token === 'try'
const [texts, phone] = await Promise.all([loadTexts(locale), isPhone ? import('./PhonePage.tsx') : null])
createRoot(element).render(
  <StrictMode>
    <TextsContext value={{ locale, texts }}>
      {phone === null ? <PublicPage token={token} /> : <phone.PhonePage hash={location.hash} />}
    </TextsContext>
  </StrictMode>,
)

/** Browsers of screens may forbid to keep anything. */
function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
