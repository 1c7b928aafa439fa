import { CONSOLE } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import type { Core } from '../../core/core.ts'
import { type Readiness, refuseWhileStarting } from '../../http/readiness.ts'
import { serveAreas } from '../../http/serve-area.ts'
import type { Mail } from '../../mails/letter.ts'
import { PasswordHasher } from '../../proofs/password-hasher.ts'
import { consoleCalls } from '../console-calls.ts'
import { consoleGate } from './console-gate.ts'

type Options = {
  readonly core: Core
  readonly mail: Mail
  readonly readiness: Readiness
  readonly documents: string
  readonly officeOrigin: string
}

/** The calls of the console, behind its gate. */
export function consoleService(
  app: FastifyInstance,
  { readiness, core, mail, documents, officeOrigin }: Options,
): void {
  refuseWhileStarting(app, readiness)
  const callerOf = consoleGate(app, core)
  const console = { core, mail, passwords: new PasswordHasher(), documents, officeOrigin }
  serveAreas(app, CONSOLE, consoleCalls(console), callerOf)
}
