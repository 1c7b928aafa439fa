import type { Victim } from '../../apps/server/src/testing/kill-victim.ts'

const PASSWORD = 'a-Secret-of-a-partner'
const OFF = ['signInAddress', 'signInAccount', 'ticket', 'user', 'address'].map(
  (limit) => `rateLimit.${limit}`,
)

/** Adds partners 1 to `count` with passwords, and switches off the limits of calls and the terms. */
export async function addPartners(server: Victim, count: number): Promise<void> {
  const rows = Array.from(
    { length: count },
    (_, at) => `${at + 1},,${emailOf(at + 1)},Ada,Own,1700000000000,DE,${PASSWORD}`,
  )
  const head = 'id,sponsorId,email,firstName,lastName,registeredAt,countryId,password'
  await server.office(['import', 'partners', 'p.csv'], `${[head, ...rows].join('\n')}\n`)
  for (const limit of OFF) await server.office(['config', 'set', limit, '0'])
  await server.office(['config', 'set', 'signInToken', 'access'])
  await server.office(['config', 'set', 'enforceLegalsOnApi', 'FALSE'])
}

const emailOf = (id: number): string => `p${id}@example.com`

/** Signs a partner in; returns the access token. */
export async function signIn({ ports }: Victim, id: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${ports.PASSPORT_PORT}/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: emailOf(id),
      password: PASSWORD,
      application: 'partner',
      backUrl: `http://127.0.0.1:${ports.PORT}/en/catch`,
    }),
  })
  const { data } = (await response.json()) as { data: { redirect: string } }
  return new URL(data.redirect).searchParams.get('token')!
}
