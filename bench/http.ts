/**
 * The page of 20 members over HTTP: first line and downline, every sort, on a large network on PostgreSQL.
 *
 * Figures, in requests per second relative to a bare node:http server that sends a constant page of the same size, made with
 * JSON.stringify each time: the use case alone behind node:http at least 0.6 x; the whole service (authentication,
 * validation, envelope, headers) at least 0.4 x.
 *
 * With --soak: 200 requests per second of mixed searches for some minutes, without errors, with at most 1.1 x of the memory
 * after the first fifth.
 *
 * Usage: node bench/http.ts [--partners 1000000] [--rounds 7] [--seconds 2]
 *   [--scope firstLine|downline] [--soak] [--minutes 5] [--rate 200]
 */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'node:querystring'
import { parseArgs } from 'node:util'

import { getTeam } from '@partner-office/contracts'

import type { Core } from '../apps/server/src/core/core.ts'
import { changeSettings } from '../apps/server/src/business/settings/change-settings.ts'
import { teamSources } from '../apps/server/src/business/team/team-sources.ts'
import { readTeam } from '../apps/server/src/business/team/read-team.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { pageWriter } from '../apps/server/src/http/page-writer.ts'
import { openTestCore } from '../apps/server/src/testing/core.ts'
import { PartnersService } from '../apps/server/src/testing/partners-service.ts'
import { load } from './lib/http-load.ts'
import { fillNetwork, FIRST_NAMES, LAST_NAMES } from './lib/postgres-network.ts'
import { finish, ratioText, spread, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    scope: { type: 'string', default: 'firstLine,downline' },
    soak: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '5' },
    rate: { type: 'string', default: '200' },
  },
})
const partners = Number(values.partners)
const ROOT = 1
const CONNECTIONS = 16
const ROUTE_AT_LEAST = 0.6
const SERVICE_AT_LEAST = 0.4
const MOST_GROWTH = 1.1

await withCluster(async ({ newDatabase, version }) => {
  const url = await newDatabase('http')
  await fillNetwork(url, partners)
  const database = await openDatabase({ url })
  const clock = { now: Date.now() }
  const core = await openTestCore(database, { clock })
  core.network.indexTeams(clock.now)
  const stopFollowing = await core.network.follow(database)
  await changeSettings(core, { 'rateLimit.user': '0', enforceLegalsOnApi: 'FALSE' })
  const service = await PartnersService.around(core, clock)
  const token = await service.signIn(ROOT)
  await service.office.listen({ port: 0, host: '127.0.0.1' })
  await (values.soak ? soak(service, token, version) : compare(service, token, version))
  await service.office.close()
  await stopFollowing()
  await database.close()
})

/** Every sort in both scopes, of the root and of partners near it. */
function plainQuestions(core: Core): string[] {
  const tops = [ROOT, ...largestLegs(core, 5)]
  const sorts = getTeam.query.shape.sort.unwrap().options
  return sorts.flatMap((sort, at) =>
    values.scope
      .split(',')
      .map((scope) => `sponsorId=${tops[at % tops.length]}&scope=${scope}&sort=${sort}`),
  )
}

function largestLegs({ network: { engine } }: Core, count: number): number[] {
  const legs = [...engine.children(engine.rowOf(ROOT))]
  legs.sort((a, b) => engine.teamSize[b]! - engine.teamSize[a]!)
  return legs.slice(0, count).map((row) => engine.ids[row]!)
}

type Kind = 'bare' | 'route' | 'service'
type Speed = { readonly aSecond: number; readonly cpu: number }
type Round = Readonly<Record<Kind, Speed>>

async function compare(service: PartnersService, token: string, on: string): Promise<void> {
  const questions = plainQuestions(service.core).map((query) => `/v1/team?${query}`)
  const pages = await Promise.all(questions.map((url) => service.get(token, url)))
  const middle = pages.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)
  const page = { state: 'success', data: middle[middle.length >> 1], errors: [] }

  const bare = createServer((_request, response) => send(response, page))
  const route = useCaseServer(service.core)
  const ports = {
    bare: await portOf(bare),
    route: await portOf(route),
    service: (service.office.server.address() as AddressInfo).port,
  }
  const rounds = await measureRounds(ports, (port) => measure(port, questions, token))
  bare.close()
  route.close()
  const bytes = JSON.stringify(page).length
  const title = `${partners} partners, ${questions.length} questions (${values.scope}), ${CONNECTIONS} connections, a page of ${bytes} bytes`
  report(rounds, title, on)
}

/** The use case alone behind node:http. */
function useCaseServer(core: Core): Server {
  const sources = teamSources(core)
  const write = pageWriter(getTeam)!
  return createServer((request, response) => {
    const query = parse(request.url!.split('?', 2)[1]!)
    readTeam(sources, ROOT, getTeam.query.parse(query)).then(
      (data) => sendBody(response, write(data)),
      (error: Error) => response.destroy(error),
    )
  })
}

/** Sends requests for a while. Units: requests per second; microseconds of this thread per request. */
async function measure(port: number, paths: readonly string[], token: string): Promise<Speed> {
  const before = process.threadCpuUsage()
  const seconds = Number(values.seconds)
  const headers = { authorization: `Bearer ${token}` }
  const { requests, errors, firstError } = await load({
    port,
    paths,
    headers,
    connections: CONNECTIONS,
    seconds,
  })
  if (errors > 0) throw new Error(firstError)
  const { user, system } = process.threadCpuUsage(before)
  return { aSecond: requests / seconds, cpu: (user + system) / requests }
}

async function measureRounds(
  ports: Readonly<Record<Kind, number>>,
  measurePort: (port: number) => Promise<Speed>,
): Promise<Round[]> {
  const rounds: Round[] = []
  for (let round = -1; round < Number(values.rounds); round += 1) {
    const speeds = {
      bare: await measurePort(ports.bare),
      route: await measurePort(ports.route),
      service: await measurePort(ports.service),
    }
    // The first round is a warm-up.
    if (round >= 0) rounds.push(speeds)
  }
  return rounds
}

function report(rounds: readonly Round[], title: string, on: string): void {
  const ratio = (kind: Kind) =>
    spread(rounds.map((speeds) => speeds[kind].aSecond / speeds.bare.aSecond))
  const median = (kind: Kind, of: keyof Speed) =>
    spread(rounds.map((speeds) => speeds[kind][of])).median.toFixed(0)
  const line = (kind: Kind, name: string, least: number) =>
    `${name}: ${median(kind, 'aSecond')} requests per second, ${ratioText(ratio(kind))} x bare (at least ${least}); ${median(kind, 'cpu')} us of its thread per request`
  finish({
    name: 'http',
    lines: [
      title,
      `bare node:http: ${median('bare', 'aSecond')} requests per second, ${median('bare', 'cpu')} us of its thread per request`,
      line('route', 'the use case alone', ROUTE_AT_LEAST),
      line('service', 'the whole service', SERVICE_AT_LEAST),
    ],
    on,
    passed: ratio('route').median >= ROUTE_AT_LEAST && ratio('service').median >= SERVICE_AT_LEAST,
  })
}

function send(response: ServerResponse, page: object): void {
  sendBody(response, JSON.stringify(page))
}

function sendBody(response: ServerResponse, body: string | Buffer): void {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

function portOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/** Requests as the screens send them: filters, names, deep pages, and other calls of the team screens. */
function mixedQuestions(core: Core): string[] {
  const plain = plainQuestions(core)
  const filters = [
    'active=true',
    'active=false&ownTurnoverMin=100',
    'rang=FREE&flSizeMin=1',
    'teamTurnoverMin=1000&teamTurnoverMax=50000',
    'ownTurnoverMin=50&flTurnoverMin=10&teamTurnoverMin=100&flSizeMin=1&teamSizeMin=3&active=true',
    `name=${encodeURIComponent(FIRST_NAMES[3]!)}`,
    `name=${encodeURIComponent(`${FIRST_NAMES[5]!.slice(0, 3)} ${LAST_NAMES[7]!.slice(0, 3)}`)}`,
    'page=50',
    'size=100&page=7',
    'ownTurnoverMin=9&ownTurnoverMax=8',
  ]
  const filtered = plain.map((query, at) => `${query}&${filters[at % filters.length]}`)
  return [
    ...[...plain, ...filtered].map((query) => `/v1/team?${query}`),
    `/v1/team/picture?sponsorId=${ROOT}`,
    `/v1/team/picture?sponsorId=${ROOT}&by=people`,
    '/v1/profile',
    '/v1/rang/current',
    '/v1/balances?balances=UCHAIN_UPT_BONUS',
  ]
}

async function soak({ core, office }: PartnersService, token: string, on: string): Promise<void> {
  const seconds = Number(values.minutes) * 60
  const memory: number[] = []
  const watching = setInterval(() => memory.push(process.memoryUsage.rss() / 2 ** 20), 1_000)
  const { requests, errors, firstError, median, p99, highest } = await load({
    port: (office.server.address() as AddressInfo).port,
    paths: mixedQuestions(core),
    headers: { authorization: `Bearer ${token}` },
    connections: CONNECTIONS * 2,
    seconds,
    rate: Number(values.rate),
  })
  clearInterval(watching)
  const fifth = Math.ceil(memory.length / 5)
  const early = spread(memory.slice(fifth, fifth * 2)).median
  const late = spread(memory.slice(-fifth)).median
  const aSecond = requests / seconds
  finish({
    name: 'http, endurance',
    lines: [
      `${partners} partners: ${requests} requests in ${seconds} s, ${aSecond.toFixed(0)} a second (at least ${values.rate} but 1 %), ${errors} errors (none)`,
      ...(errors > 0 ? [firstError] : []),
      `answered in ${median.toFixed(1)} ms in the middle, ${p99.toFixed(1)} ms for 99 of 100, ${highest.toFixed(0)} ms at most`,
      `memory ${early.toFixed(0)} MiB early, ${late.toFixed(0)} MiB late (at most ${MOST_GROWTH} x)`,
    ],
    on,
    passed: errors === 0 && aSecond >= Number(values.rate) * 0.99 && late <= early * MOST_GROWTH,
  })
}
