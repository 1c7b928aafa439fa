/**
 * 200 uploads at once, again and again: 20 partners send four tickets with a file, four documents and two photos each.
 *
 * Figure: each upload is answered with success or with an error that names its reason. The memory of the server grows by at
 * most 200 MB. The 99th percentile of other calls is at most 10 x that of a quiet server.
 *
 * Usage: node soak/uploads.ts [--seconds 20] [--database embedded|postgres]
 */
import { jpegOf } from '../apps/server/src/testing/pictures.ts'
import { samplePdf } from '../apps/server/src/testing/sample-files.ts'
import type { Victim } from '../apps/server/src/testing/kill-victim.ts'
import { finish } from '../bench/lib/report.ts'
import { attackOptions, measureAttack, probeLine, withServer } from './lib/attacked-server.ts'
import { addPartners, signIn } from './lib/signed-in.ts'

const PARTNERS = 20
const TICKETS = 4
const DOCUMENTS = 4
const PHOTOS = 2
const FILE_BYTES = 1_000_000
const MOST_GROWTH_MB = 200
const MOST_TIMES_SLOWER = 10
/** Begins the outcome of an upload without a readable answer. */
const UNCLEAR = 'unclear: '

const FILE = new Blob([new Uint8Array(samplePdf(Buffer.alloc(FILE_BYTES, ' ')))])
const PHOTO = new Blob([new Uint8Array(await jpegOf(300, 300))])

const { seconds, onPostgres } = attackOptions(20)

await withServer(onPostgres, {}, async (server, on) => {
  const tokens = await signedIn(server)
  const answers = new Map<string, number>()
  const measured = await measureAttack(
    server,
    { port: server.ports.PASSPORT_PORT, path: '/v1/countries/registration?language=en' },
    {
      seconds,
      attack: async () => {
        for (const until = performance.now() + seconds * 1_000; performance.now() < until;) {
          for (const answer of await Promise.all(uploads(server, tokens))) {
            answers.set(answer, (answers.get(answer) ?? 0) + 1)
          }
        }
      },
    },
  )
  const growth = measured.peak - measured.before
  const most = MOST_TIMES_SLOWER * measured.quiet.p99
  finish({
    name: 'uploads',
    lines: [
      `200 at once: ${[...answers].map(([answer, count]) => `${count} x ${answer}`).join(', ')}`,
      `memory ${measured.before.toFixed(0)} MB, at most ${growth.toFixed(0)} MB more (at most ${MOST_GROWTH_MB})`,
      `${probeLine(measured)} (at most ${most.toFixed(0)} ms)`,
    ],
    on,
    passed:
      [...answers.keys()].every((answer) => !answer.startsWith(UNCLEAR)) &&
      answers.has('success') &&
      growth <= MOST_GROWTH_MB &&
      measured.busy.p99 <= most &&
      measured.busy.errors === 0,
  })
})

async function signedIn(server: Victim): Promise<string[]> {
  await addPartners(server, PARTNERS)
  const tokens: string[] = []
  for (let id = 1; id <= PARTNERS; id += 1) tokens.push(await signIn(server, id))
  return tokens
}

/** The uploads of all partners, all at once. */
function uploads({ ports }: Victim, tokens: readonly string[]): Promise<string>[] {
  const office = `http://127.0.0.1:${ports.PORT}/v1`
  const passport = `http://127.0.0.1:${ports.PASSPORT_PORT}/v1`
  const ticket = { formId: '1', type: '1', comment: 'What happened', files: FILE }
  const document = { name: 'Ada', surname: 'Own', files: FILE }
  return tokens.flatMap((token) => [
    ...times(TICKETS, () => send(`${office}/support/tickets`, token, ticket)),
    ...times(DOCUMENTS, () => send(`${passport}/verifications/PASSPORT`, token, document)),
    ...times(PHOTOS, () => send(`${office}/profile/avatar`, token, { avatar: PHOTO })),
  ])
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make)
}

/** The outcome of an upload: success, or its error with the field. */
async function send(
  url: string,
  token: string,
  fields: Record<string, string | Blob>,
): Promise<string> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, 'a.pdf')
  }
  try {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(url, { method: 'POST', headers, body })
    const { state, errors } = (await response.json()) as { state: string; errors: unknown }
    return state === 'success' ? state : `${response.status} ${JSON.stringify(errors)}`
  } catch (error) {
    return `${UNCLEAR}${error instanceof Error ? error.message : String(error)}`
  }
}
