import type { CallInput } from '@partner-office/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { CallWindow } from '../../http/call-window.ts'
import { serveCall } from '../../http/serve-call.ts'
import { serveFormParts } from '../../http/serve-form.ts'
import { PasswordHasher } from '../accounts/password-hasher.ts'
import { BackgroundTasks } from '../background-tasks.ts'
import { oauthCalls, passportCalls } from '../passport-calls.ts'
import { passkeyCalls } from '../passkeys/passkey-calls.ts'
import { securityCalls } from '../security/security-calls.ts'
import { documentCalls } from '../verifications/document-calls.ts'
import type { Identities } from '../identities.ts'
import type { Caller, Passport, Serve, ServeForm } from '../passport.ts'
import { Semaphore } from '../../core/semaphore.ts'
import { deviceCookie, passkeyCookie } from './browser-cookies.ts'
import { passportGate } from './passport-gate.ts'
import { readForms } from './read-form.ts'

type Options = Pick<Passport, 'core' | 'mail' | 'business' | 'officeOrigin' | 'passportOrigin'> & {
  readonly identities: Identities
  readonly calls: CallWindow
}

/** Sign-ins that run at once: more would keep all other calls waiting for the database. */
const SIGN_INS_AT_ONCE = { embedded: 4, postgres: 20 } as const

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
    signIns: new Semaphore(SIGN_INS_AT_ONCE[core.database.kind]),
  }
  const { serve, serveForm } = servesWithCookie(app, passportOrigin)
  passportCalls(serve, passport)
  documentCalls({ serve, serveForm }, passport)
  securityCalls(serve, passport)
  passkeyCalls(serve, passport)
  // A scope of its own: a page of another origin can send a form without asking, so only OAuth takes forms.
  void app.register(async (scope) => {
    readForms(scope)
    oauthCalls(servesWithCookie(scope, passportOrigin).serve, passport)
  })
}

type Serves = { readonly serve: Serve; readonly serveForm: ServeForm }

function servesWithCookie(app: FastifyInstance, origin: string): Serves {
  const device = deviceCookie(origin)
  const passkey = passkeyCookie(origin)
  const callerOf = ({ ip, headers }: FastifyRequest, reply: FastifyReply): Caller => ({
    address: ip,
    authorization: headers.authorization,
    userAgent: headers['user-agent'] ?? '',
    device: device.read(headers.cookie),
    setDeviceToken: (token) => void reply.header('set-cookie', device.text(token)),
    passkeyBrowser: passkey.read(headers.cookie),
    setPasskeyBrowser: (token) => void reply.header('set-cookie', passkey.text(token)),
  })
  return {
    serve: (contract, answer) =>
      serveCall(app, contract, (input, request, reply) => answer(input, callerOf(request, reply))),
    serveForm: (contract, limits, answer) =>
      serveFormParts(app, contract, limits, (parts, request, reply) => {
        const { params } = request as Pick<CallInput<typeof contract>, 'params'>
        return answer({ params, parts }, callerOf(request, reply))
      }),
  }
}
