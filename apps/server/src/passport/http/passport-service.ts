import { PASSPORT } from '@partner-office/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { CallWindow } from '../../http/call-window.ts'
import { serveArea, serveAreas } from '../../http/serve-area.ts'
import { PasswordHasher } from '../../proofs/password-hasher.ts'
import { BackgroundTasks } from '../background-tasks.ts'
import { accountCalls, signInCalls, tokenCalls } from '../passport-calls.ts'
import { passkeyCalls } from '../passkeys/passkey-calls.ts'
import { securityCalls } from '../security/security-calls.ts'
import { documentCalls } from '../verifications/document-calls.ts'
import type { Identities } from '../identities.ts'
import type { Caller, Passport } from '../passport.ts'
import { Semaphore } from '../../turns/semaphore.ts'
import { deviceCookie, passkeyCookie } from './browser-cookies.ts'
import { passportGate } from './passport-gate.ts'
import { readForms } from './read-form.ts'
import { AT_ONCE } from '../../input/limits.ts'

type Options = Pick<Passport, 'core' | 'mail' | 'business' | 'officeOrigin' | 'passportOrigin'> & {
  readonly identities: Identities
  readonly calls: CallWindow
}

/** The calls of the identity provider, behind its gate. */
export function passportService(app: FastifyInstance, options: Options): void {
  const { core, mail, business, officeOrigin, passportOrigin } = options
  const background = new BackgroundTasks((error) =>
    app.log.error({ err: error }, 'background task failed'),
  )
  app.addHook('onClose', () => background.finish())
  passportGate(app, options)
  const passport: Passport = {
    core,
    mail,
    business,
    officeOrigin,
    passportOrigin,
    background,
    passwords: new PasswordHasher(),
    signIns: new Semaphore(AT_ONCE.signIns[core.database.kind]),
  }
  const { tokens, ...areas } = PASSPORT
  const calls = {
    account: accountCalls(passport),
    passkeys: passkeyCalls(passport),
    security: securityCalls(passport),
    signIn: signInCalls(passport),
    verifications: documentCalls(passport),
  }
  const callerOf = callerWithCookies(passportOrigin)
  serveAreas(app, areas, calls, callerOf)
  // A scope of its own: a page of another origin can send a form without asking, so only OAuth takes forms.
  void app.register(async (scope) => {
    readForms(scope)
    serveArea(scope, tokens, tokenCalls(passport), callerOf)
  })
}

function callerWithCookies(origin: string) {
  const device = deviceCookie(origin)
  const passkey = passkeyCookie(origin)
  return ({ ip, headers }: FastifyRequest, reply: FastifyReply): Caller => ({
    address: ip,
    authorization: headers.authorization,
    userAgent: headers['user-agent'] ?? '',
    device: device.read(headers.cookie),
    setDeviceToken: (token) => void reply.header('set-cookie', device.text(token)),
    passkeyBrowser: passkey.read(headers.cookie),
    setPasskeyBrowser: (token) => void reply.header('set-cookie', passkey.text(token)),
  })
}
