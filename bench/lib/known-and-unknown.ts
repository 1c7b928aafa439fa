import type { TestIdentity } from '../../apps/server/src/testing/identity.ts'

/** The time of each try, and all distinct answers. Units: milliseconds. */
export type Asked = {
  readonly known: readonly number[]
  readonly unknown: readonly number[]
  /** The processor time of a try, of this process and the server: other work on the machine changes it little. */
  readonly cpu: { readonly known: readonly number[]; readonly unknown: readonly number[] }
  readonly answers: ReadonlySet<string>
}

const DAY_MS = 86_400_000
const TRIES_A_LOCK = 10

type Options = { readonly origin: string; readonly path: string; readonly tries: number }

/** Tries existing and unknown accounts in turns, with a wrong password where the call takes one. */
export async function compareAccounts(
  identity: TestIdentity,
  { origin, path, tries }: Options,
): Promise<Asked> {
  const asked = { ...noTimes(), cpu: noTimes(), answers: new Set<string>() }
  const ask = async (kind: 'known' | 'unknown') => {
    const email = kind === 'known' ? 'one@example.com' : 'nobody@example.com'
    const begin = performance.now()
    const before = process.cpuUsage()
    const answer = await postForm(`${origin}${path}`, email)
    asked[kind].push(performance.now() - begin)
    const { user, system } = process.cpuUsage(before)
    asked.cpu[kind].push((user + system) / 1_000)
    asked.answers.add(answer)
  }
  for (let round = 0; round < tries; round += 1) {
    // Every tenth wrong password locks for at most a day; after that the next one is compared again.
    if (round % TRIES_A_LOCK === 0) identity.clock.now += DAY_MS
    // The order alternates, so that background work of one kind does not always slow down the other.
    const order =
      round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) await ask(kind)
  }
  return asked
}

const noTimes = () => ({ known: [] as number[], unknown: [] as number[] })

async function postForm(url: string, email: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      ...(url.endsWith('/login') && {
        password: 'not-the-password',
        application: 'partner',
        backUrl: 'http://office.test/en/catch',
      }),
    }),
  })
  const headers = [...response.headers.keys()].toSorted()
  return `${response.status} ${headers} ${await response.text()}`
}
