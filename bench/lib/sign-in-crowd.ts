import { sql } from 'kysely'

import { hashPassword } from '../../apps/server/src/proofs/password-hasher.ts'
import { PASSWORD, type TestIdentity } from '../../apps/server/src/testing/identity.ts'

/** Creates partners with passwords; returns their e-mail addresses. */
export async function addAccounts({ core }: TestIdentity, count: number): Promise<string[]> {
  const passwordHash = await hashPassword(PASSWORD)
  const emails = Array.from({ length: count }, (_, index) => `crowd${index}@example.com`)
  await sql`
    insert into passport.accounts (user_id, email, password_hash, email_confirmed, created_at)
    select 1000 + n, e, ${passwordHash}, true, 0 from unnest(${emails}::text[]) with ordinality as u(e, n)`.execute(
    core.database.read,
  )
  return emails
}

type Options = {
  readonly origin: string
  readonly emails: readonly string[]
  /** The session of the other calls. */
  readonly token: string
  readonly seconds: number
}

/** The 99th percentile of a call on an idle server, and while all partners sign in at once. Units: milliseconds. */
export async function crowd({ origin, emails, token, seconds }: Options) {
  const call = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${origin}/v1/user`, { headers })
    if (!response.ok) throw new Error(`The other call was answered ${response.status}`)
    await response.arrayBuffer()
  }
  const deadline = () => performance.now() + (seconds * 1_000) / 2
  const quietUntil = deadline()
  const quiet = await times(call, () => performance.now() < quietUntil)

  let signIns = 0
  let isCrowded = true
  const busyUntil = deadline()
  const signingIn = (async () => {
    while (performance.now() < busyUntil) {
      await Promise.all(emails.map((email) => signIn(origin, email)))
      signIns += emails.length
    }
    isCrowded = false
  })()
  const busy = await times(call, () => isCrowded)
  await signingIn
  return { quiet: percentile99(quiet), busy: percentile99(busy), signIns }
}

async function times(call: () => Promise<void>, goesOn: () => boolean): Promise<number[]> {
  const taken: number[] = []
  while (goesOn()) {
    const begin = performance.now()
    await call()
    taken.push(performance.now() - begin)
  }
  return taken
}

async function signIn(origin: string, email: string): Promise<void> {
  const response = await fetch(`${origin}/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      password: PASSWORD,
      application: 'partner',
      backUrl: 'http://office.test/en/catch',
    }),
  })
  const { state } = (await response.json()) as { state: string }
  if (state !== 'success') throw new Error(`A sign-in was answered ${response.status} ${state}`)
}

const percentile99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!
