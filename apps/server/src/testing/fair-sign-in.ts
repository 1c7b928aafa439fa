import { setTimeout as wait } from 'node:timers/promises'

import type { Database } from '../db/database.ts'
import { type Answers, callsAtRate, replyOf } from './calls-at-rate.ts'
import { TestIdentity } from './identity.ts'

/** The sign-ins of others, while nobody else signs in and while one address does. */
export type FairSignIn = {
  readonly quiet: Answers
  readonly busy: Answers
  /** Sign-ins of the one address. */
  readonly attacks: number
}

type Wishes = {
  /** Connections of the one address, each with a sign-in under way at all times. */
  readonly connections: number
  readonly forMs: number
  readonly othersASecond: number
}

const ATTACKER = '198.51.100.1'

/** Measures sign-ins of two partners from ever new addresses while another address signs in without a pause. */
export async function measureFairSignIn(
  database: Database,
  { connections, forMs, othersASecond }: Wishes,
): Promise<FairSignIn> {
  const identity = await TestIdentity.open(database)
  await identity.startAgain()
  // Two partners sign in more often than two partners do.
  await identity.configure({ 'rateLimit.signInAccount': '0' })
  const end = new AbortController()
  let others = 0
  const signInOthers = (signal: AbortSignal) =>
    callsAtRate(othersASecond, signal, async () => {
      others += 1
      const email = others % 2 === 0 ? 'one@example.com' : 'two@example.com'
      return signIn(identity, { email }, `203.0.113.${others % 250}`)
    })
  const quietEnd = AbortSignal.timeout(forMs)
  const quiet = await signInOthers(quietEnd)

  let attacks = 0
  const attack = async () => {
    while (!end.signal.aborted) {
      attacks += 1
      await signIn(
        identity,
        { email: `nobody-${attacks}@example.com`, password: 'wrong' },
        ATTACKER,
      )
    }
  }
  const attacking = Array.from({ length: connections }, attack)
  const busyRun = signInOthers(end.signal)
  await wait(forMs)
  end.abort()
  const busy = await busyRun
  await Promise.all(attacking)
  await Promise.all([identity.app.close(), identity.operators.close()])
  return { quiet, busy, attacks }
}

async function signIn(identity: TestIdentity, fields: object, from: string) {
  const { status, headers, body } = await identity.login(fields, from)
  return replyOf({ statusCode: status, headers, body: JSON.stringify(body) })
}
