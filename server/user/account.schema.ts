import { builder } from '#server/graphql/builder.ts'
import { Refusal } from '#server/refusal.ts'
import type { QrCode } from './authenticatorCode.ts'
import { changePassword } from './password.service.ts'
import { registerUser, resendVerification, verifyEmail } from './registration.service.ts'
import { confirmTwoFactor, disableTwoFactor, renewRecoveryCodes, startTwoFactor } from './twoFactor.service.ts'
import type { TwoFactorStart } from './twoFactor.service.ts'

const QrCodeRef = builder.objectRef<QrCode>('QrCode').implement({
  description: 'A QR code as an SVG draws it.',
  fields: (t) => ({
    size: t.exposeInt('size', { description: 'The side of the square of the picture, its quiet zone included: viewBox="0 0 size size".' }),
    path: t.exposeString('path', { description: 'The dark squares, for the attribute d of a path.' }),
  }),
})

const TwoFactorStartRef = builder.objectRef<TwoFactorStart>('TwoFactorStart').implement({
  description: 'The secret for an authenticator app, shown only in this answer.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'In base32, for typing.' }),
    uri: t.exposeString('uri', { description: 'The otpauth: address that the picture holds.' }),
    qr: t.expose('qr', { type: QrCodeRef }),
  }),
})

builder.mutationFields((t) => ({
  registerUser: t.boolean({
    authScopes: { anyone: true },
    description:
      'Makes an account and sends the e-mail that proves its address, in the language of the request. The only operation that needs no token; true whether or not the address has an account already.',
    args: {
      country: t.arg.string({ required: true }),
      email: t.arg.string({ required: true }),
      firstName: t.arg.string({ required: true }),
      lastName: t.arg.string({ required: true }),
      password: t.arg.string({ required: true }),
      phone: t.arg.string({ required: true }),
      isAgreed: t.arg.boolean({
        description:
          'Whether the person agrees to the terms of use and the privacy policy; false is refused. Missing = nobody asked, and no agreement is recorded.',
      }),
    },
    resolve: async (_root, args, context) => {
      // The limits of registration are those of requests without a token.
      if (context.authLevel !== 'NOBODY') throw new Refusal({ code: 'FORBIDDEN' })
      await registerUser(context.deps, args, context.language)
      return true
    },
  }),
  verifyEmail: t.boolean({
    authScopes: { account: true },
    description: 'Proves the address of the caller by the link of an e-mail.',
    args: { hash: t.arg.string({ required: true }) },
    resolve: async (_root, { hash }, context) => {
      await verifyEmail(context.deps, context.principal.userId, hash)
      return true
    },
  }),
  resendVerification: t.boolean({
    authScopes: { account: true },
    description: 'Sends the e-mail that proves the address again; at most three an hour, silently.',
    resolve: async (_root, _args, context) => {
      await resendVerification(context.deps, context.principal.userId)
      return true
    },
  }),
  changePassword: t.boolean({
    authScopes: { signedIn: true },
    description: 'Changes the password and ends the other sessions of the caller.',
    args: { oldPassword: t.arg.string({ required: true }), newPassword: t.arg.string({ required: true }) },
    resolve: async (_root, args, context) => {
      await changePassword(context.deps, context.principal, args)
      return true
    },
  }),
  startTwoFactor: t.field({
    type: TwoFactorStartRef,
    authScopes: { signedIn: true },
    description: 'A new secret for an authenticator app; it counts once confirmTwoFactor was given a code of it.',
    resolve: (_root, _args, context) => startTwoFactor(context.deps, context.principal),
  }),
  confirmTwoFactor: t.stringList({
    authScopes: { signedIn: true },
    description:
      "Switches the second factor on, ends the caller's other sessions and returns ten recovery codes, shown only in this answer.",
    args: { code: t.arg.string({ required: true }) },
    resolve: async (_root, { code }, context) => [...(await confirmTwoFactor(context.deps, context.principal, code))],
  }),
  disableTwoFactor: t.boolean({
    authScopes: { signedIn: true },
    args: { password: t.arg.string({ required: true }) },
    resolve: async (_root, { password }, context) => {
      await disableTwoFactor(context.deps, context.principal, password)
      return true
    },
  }),
  newRecoveryCodes: t.stringList({
    authScopes: { signedIn: true },
    description: 'Ten recovery codes in place of all older ones, shown only in this answer.',
    args: { password: t.arg.string({ required: true }) },
    resolve: async (_root, { password }, context) => [...(await renewRecoveryCodes(context.deps, context.principal, password))],
  }),
}))
