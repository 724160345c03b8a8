import type { Unsubscribing } from '#server/mail/unsubscribe.ts'

/** Links that end e-mails, in plain words: for tests that send them without the pages behind. */
export const EMAIL_LINKS: Pick<Unsubscribing, 'linkOf'> = {
  linkOf: ({ list, key }) => `https://plant.example/api/unsubscribe/${list}/${key}`,
}
