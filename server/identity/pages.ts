import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { LANGUAGES } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import { IDENTITY_PATH } from './authority.ts'

/** The few pages that the provider itself shows. No inline script or style: their policy allows none. */
export const PAGE_STYLE_PATH = `${IDENTITY_PATH}/page.css`
export const SUBMIT_SCRIPT_PATH = `${IDENTITY_PATH}/submit.js`

/** Allows our own style and script; the provider adds the hash of the form that it posts by itself. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

export const PAGE_STYLE = `:root { color-scheme: light dark; --back: #f4f6f8; --surface: #fff; --text: #1b2430; --muted: #55616f; --action: #0b63ce; --on-action: #fff }
@media (prefers-color-scheme: dark) { :root { --back: #12171d; --surface: #1a2129; --text: #e8edf2; --muted: #9aa7b5; --action: #6fb1ff; --on-action: #12171d } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--text); font: 14px/20px Inter, system-ui, sans-serif }
main { box-sizing: border-box; width: min(400px, calc(100vw - 32px)); padding: 32px; border-radius: 6px; background: var(--surface) }
.brand { display: flex; align-items: center; gap: 12px; margin-bottom: 24px; font-size: 20px; line-height: 28px; font-weight: 650 }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 28px }
p { margin: 0 0 16px; color: var(--muted); overflow-wrap: anywhere }
button, a.action { display: inline-block; box-sizing: border-box; min-height: 44px; padding: 12px 16px; border: 0; border-radius: 6px; background: var(--action); color: var(--on-action); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
:focus-visible { outline: 2px solid var(--action); outline-offset: 2px }
`

/** Submits the form that asks for it: leaving needs no second click when the sign-out came from the application. */
export const SUBMIT_SCRIPT = `document.querySelector('form[data-submit]')?.submit()\n`

type PageTexts = {
  readonly signOutTitle: string
  readonly signOutText: string
  readonly signOut: string
  readonly signedOutTitle: string
  readonly errorTitle: string
  readonly errorText: string
  readonly open: string
}

const TEXTS: Record<Language, PageTexts> = {
  en: {
    signOutTitle: 'Sign out of Trueline?',
    signOutText: 'You will be signed out in this browser.',
    signOut: 'Sign out',
    signedOutTitle: 'You are signed out',
    errorTitle: 'Sign-in could not go on',
    errorText: 'The sign-in request has expired or was not complete. Open Trueline and try again.',
    open: 'Open Trueline',
  },
  uk: {
    signOutTitle: 'Вийти з Trueline?',
    signOutText: 'Ви вийдете з облікового запису в цьому браузері.',
    signOut: 'Вийти',
    signedOutTitle: 'Ви вийшли',
    errorTitle: 'Не вдалося продовжити вхід',
    errorText: 'Запит на вхід застарів або був неповним. Відкрийте Trueline і спробуйте ще раз.',
    open: 'Відкрити Trueline',
  },
  pl: {
    signOutTitle: 'Wylogować się z Trueline?',
    signOutText: 'Zakończysz sesję w tej przeglądarce.',
    signOut: 'Wyloguj się',
    signedOutTitle: 'Wylogowano',
    errorTitle: 'Nie można kontynuować logowania',
    errorText: 'Żądanie logowania wygasło albo było niepełne. Otwórz Trueline i spróbuj ponownie.',
    open: 'Otwórz Trueline',
  },
  ru: {
    signOutTitle: 'Выйти из Trueline?',
    signOutText: 'Вы выйдете из учётной записи в этом браузере.',
    signOut: 'Выйти',
    signedOutTitle: 'Вы вышли',
    errorTitle: 'Не удалось продолжить вход',
    errorText: 'Запрос на вход устарел или был неполным. Откройте Trueline и попробуйте ещё раз.',
    open: 'Открыть Trueline',
  },
  es: {
    signOutTitle: '¿Cerrar sesión en Trueline?',
    signOutText: 'Se cerrará la sesión en este navegador.',
    signOut: 'Cerrar sesión',
    signedOutTitle: 'Ha cerrado la sesión',
    errorTitle: 'No se pudo continuar el inicio de sesión',
    errorText: 'La solicitud de inicio de sesión ha caducado o estaba incompleta. Abra Trueline e inténtelo de nuevo.',
    open: 'Abrir Trueline',
  },
  uz: {
    signOutTitle: 'Trueline tizimidan chiqasizmi?',
    signOutText: 'Ushbu brauzerda hisobingizdan chiqasiz.',
    signOut: 'Chiqish',
    signedOutTitle: 'Siz tizimdan chiqdingiz',
    errorTitle: 'Kirishni davom ettirib boʻlmadi',
    errorText: 'Kirish soʻrovining muddati oʻtgan yoki u toʻliq emas. Truelineʼni oching va qayta urinib koʻring.',
    open: 'Truelineʼni ochish',
  },
}

/** Shows the sign-out form of the provider. It submits itself when the application asked with its id token, and waits for the person otherwise. */
export function signOutPage(ctx: KoaContextWithOIDC, form: string): void {
  const { language, texts } = chooseTexts(ctx)
  const isTrusted = ctx.oidc.entities.IdTokenHint !== undefined
  const body = `${form.replace('<form ', isTrusted ? '<form data-submit ' : '<form ')}
    <h1>${texts.signOutTitle}</h1>
    <p>${texts.signOutText}</p>
    <input type="hidden" form="op.logoutForm" name="logout" value="yes">
    <button type="submit" form="op.logoutForm">${texts.signOut}</button>`
  show(ctx, language, texts.signOutTitle, body, isTrusted)
}

/** Shows that the person is signed out; the end of the road when no return address was given. */
export function signedOutPage(ctx: KoaContextWithOIDC): void {
  const { language, texts } = chooseTexts(ctx)
  show(ctx, language, texts.signedOutTitle, `<h1>${texts.signedOutTitle}</h1>${openLink(texts)}`)
}

/** Shows an error of the protocol that cannot be sent back to the application, with its stable code and description. */
export function errorPage(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const { language, texts } = chooseTexts(ctx)
  const detail = [out.error, out.error_description]
    .filter((text) => text !== undefined)
    .map(escapeHtml)
    .join(': ')
  show(ctx, language, texts.errorTitle, `<h1>${texts.errorTitle}</h1><p>${texts.errorText}</p><p>${detail}</p>${openLink(texts)}`)
}

function openLink(texts: PageTexts): string {
  return `<a class="action" href="/">${texts.open}</a>`
}

function chooseTexts(ctx: KoaContextWithOIDC): { readonly language: Language; readonly texts: PageTexts } {
  const accepted = ctx.acceptsLanguages(...LANGUAGES)
  const language = LANGUAGES.find((one) => one === accepted) ?? 'en'
  return { language, texts: TEXTS[language] }
}

function show(ctx: KoaContextWithOIDC, language: Language, title: string, body: string, isScripted = false): void {
  ctx.type = 'html'
  ctx.body = `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="stylesheet" href="${PAGE_STYLE_PATH}">
  </head>
  <body>
    <main>
    <div class="brand"><img src="/logo.svg" alt="" width="32" height="32">Trueline</div>
    ${body}
    </main>
    ${isScripted ? `<script src="${SUBMIT_SCRIPT_PATH}"></script>` : ''}
  </body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
