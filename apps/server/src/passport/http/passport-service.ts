import type { FastifyInstance } from 'fastify'

import type { CallWindow } from '../../http/call-window.ts'
import { serveCall } from '../../http/serve-call.ts'
import { PasswordHasher } from '../accounts/password-hasher.ts'
import { BackgroundTasks } from '../background-tasks.ts'
import { oauthCalls, passportCalls } from '../passport-calls.ts'
import type { Identities } from '../identities.ts'
import type { Passport, Serve } from '../passport.ts'
import { Semaphore } from '../../core/semaphore.ts'
import { deviceCookie } from './device-cookie.ts'
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
  readForms(app)
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
  const serve = serveWithCookie(app, passportOrigin)
  passportCalls(serve, passport)
  oauthCalls(serve, passport)
}

function serveWithCookie(app: FastifyInstance, origin: string): Serve {
  const cookie = deviceCookie(origin)
  return (contract, answer) =>
    serveCall(app, contract, (input, { ip, headers }, reply) =>
      answer(input, {
        address: ip,
        authorization: headers.authorization,
        device: cookie.read(headers.cookie),
        setDeviceToken: (token) => void reply.header('set-cookie', cookie.text(token)),
      }),
    )
}
