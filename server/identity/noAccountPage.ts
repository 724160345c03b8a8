import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import { IDENTITY_PATH } from './authority.ts'
import { PAGE_POLICY, PAGE_STYLE_PATH } from './pages.ts'

/** Page for a person whom an external provider vouches for and who has no account here. */
export const NO_ACCOUNT_PATH = `${IDENTITY_PATH}/no-account`

const TEXTS: Record<Language, { readonly title: string; readonly text: string; readonly again: string }> = {
  en: {
    title: 'There is no account for you here',
    text: 'You are signed in with your company, but nobody here has your e-mail address. Ask your administrator for an invitation, then try again.',
    again: 'Try again',
  },
  uk: {
    title: 'Тут немає вашого облікового запису',
    text: 'Ви ввійшли через свою компанію, але вашої електронної адреси тут немає. Попросіть в адміністратора запрошення й спробуйте ще раз.',
    again: 'Спробувати ще раз',
  },
  pl: {
    title: 'Nie ma tu Twojego konta',
    text: 'Zalogowano przez Twoją firmę, ale nikt tutaj nie ma Twojego adresu e-mail. Poproś administratora o zaproszenie i spróbuj ponownie.',
    again: 'Spróbuj ponownie',
  },
  ru: {
    title: 'Здесь нет вашей учётной записи',
    text: 'Вы вошли через свою компанию, но вашего адреса электронной почты здесь нет. Попросите у администратора приглашение и попробуйте ещё раз.',
    again: 'Попробовать ещё раз',
  },
  es: {
    title: 'Aquí no hay ninguna cuenta para usted',
    text: 'Ha iniciado sesión con su empresa, pero aquí nadie tiene su correo electrónico. Pida una invitación a su administrador e inténtelo de nuevo.',
    again: 'Intentar de nuevo',
  },
  uz: {
    title: 'Bu yerda sizning hisobingiz yoʻq',
    text: 'Siz kompaniyangiz orqali kirdingiz, lekin bu yerda sizning elektron pochta manzilingiz yoʻq. Administratordan taklif soʻrang va qayta urinib koʻring.',
    again: 'Qayta urinish',
  },
}

/** Serves the page, with status 401, in the language of the browser. */
export function registerNoAccountPage(app: FastifyInstance): void {
  app.get(NO_ACCOUNT_PATH, (request, reply) => {
    const language = languageOf(request.headers['accept-language'] ?? '')
    return reply
      .code(401)
      .header('cache-control', 'no-store')
      .header('content-security-policy', PAGE_POLICY)
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(page(language))
  })
}

function languageOf(accepted: string): Language {
  const codes = accepted.split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return codes.map((code) => LANGUAGES.find((one) => one === code)).find((one) => one !== undefined) ?? 'en'
}

function page(language: Language): string {
  const { title, text, again } = TEXTS[language]
  return `<!doctype html>
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
      <h1>${title}</h1>
      <p>${text}</p>
      <a class="action" href="/">${again}</a>
    </main>
  </body>
</html>
`
}
