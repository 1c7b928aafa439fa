import { CONSOLE } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import { type Readiness, refuseWhileStarting } from '../../http/readiness.ts'
import { serveAreas } from '../../http/serve-area.ts'
import { PasswordHasher } from '../../proofs/password-hasher.ts'
import type { Console } from '../console.ts'
import { consoleCalls } from '../console-calls.ts'
import { consoleGate } from './console-gate.ts'

type Options = Pick<
  Console,
  'core' | 'mail' | 'jobs' | 'documents' | 'officeOrigin' | 'passportOrigin' | 'chain'
> & {
  readonly readiness: Readiness
}

/** The calls of the console, behind its gate. */
export function consoleService(app: FastifyInstance, { readiness, ...given }: Options): void {
  refuseWhileStarting(app, readiness)
  const callerOf = consoleGate(app, given.core)
  const console = {
    ...given,
    passwords: new PasswordHasher(),
    isStopping: () => readiness.phase === 'stopping',
  }
  serveAreas(app, CONSOLE, consoleCalls(console), callerOf)
}
