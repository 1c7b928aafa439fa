import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import fastifyStatic from '@fastify/static'
import { getPage } from '@partner-office/contracts'
import { DEFAULT_LANGUAGE, type Language } from '@partner-office/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { SHARED_FOLDER } from '../business/files/mirror-files.ts'
import type { Core } from '../core/core.ts'
import type { Encoding, FilledPage } from './filled-page.ts'
import { type IncomeFilling, IncomePages } from './income-pages.ts'
import { type Landing, LandingPages, robotsText, sitemapXml } from './landing-pages.ts'
import { sendFormerFile } from './built-files.ts'
import { pagePolicy, workerPolicy } from './page-policy.ts'
import { sampleDocument } from './sample-documents.ts'
import { hasOwnScreens, type TranslationFile, translationFile } from './translation-files.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const YEAR_MS = 31_536_000_000

/** The program that checks statements without a connection, which anybody may download. Source: docs/decisions/0012-statements.md. */
const CHECK_PROGRAM = '/verify-statement.mjs'
const CHECK_PROGRAM_FOLDER = join(ROOT, 'packages', 'statement-check', 'src')

/** Paths of calls and files: an unknown one is answered as a call, not with a page. */
const NO_PAGE =
  /^\/(v1|oauth|blog|internal|config|health|metrics|docs|assets|translations|cdn)(\/|$)/
/** A file beside the pages, known or not. */
const TOP_FILE = /^\/[^/]*\.[^/]*$/
/** Files whose names change with their content. */
const HASHED = /-[\w-]{8,}\.(js|css|json|svg|woff2)$/
const FILES = /^\/(assets\/[\w.-]+|[\w-]+\.(js|svg|png|webmanifest))$/
const TRANSLATIONS = /^\/translations\/([\w.-]+\.json)$/
const DOCUMENTS = /^\/cdn\/([a-z]{2})\/([A-Za-z0-9][\w.-]*\.(?:pdf|jpe?g|png|webp))$/
const LANDING = /^\/(?:([a-z]{2})(?:\/(?:(partner)\/[^/]+(?:\/(?:[^\w]|%[0-9a-f]{2})*)?)?)?)?$/i
const INCOME = /^\/([a-z]{2})\/income\/?$/
/** Media types of `Accept` that a page satisfies. */
const PAGE_TYPES = /(^|[\s,])(text\/html|text\/\*|application\/xhtml\+xml|\*\/\*)/

/** The service worker of the office. */
const WORKER = '/office-worker.js'

/** How the pages of an app make trusted types: they read and clean the news, and name the service worker. */
const POLICIES = { office: ['news-feed', 'dompurify', 'office-worker'], passport: [] } as const

/** What the pages of an app depend on. */
export type PageSettings = {
  /** The name of the product in cookies. */
  readonly product: string
  /** Hosts that the pages call; the content security policy allows them. */
  readonly hosts: readonly string[]
  /** Whether the pages may load the maps service, which needs a key. Source: requirements CFG-004. */
  readonly maps: boolean
  /** The offered languages. */
  readonly languages: readonly Language[]
  /** Whether the page about the income of partners is public. */
  readonly hasIncome: boolean
}

/** Pages of one app, and the files served beside them. */
export type Pages = {
  readonly app: 'office' | 'passport'
  readonly core: Pick<Core, 'database' | 'clock'>
  readonly origin: string
  readonly settings: () => Promise<PageSettings>
  /** What the page about the income of partners shows besides disclosures; null: this app has no such page. */
  readonly income: (() => Promise<Pick<IncomeFilling, 'hosts' | 'properties'>>) | null
  /** Directory of the operators' PDF files and pictures; null: this service has none. */
  readonly documents: string | null
}

/** Pages, and where their files are. */
type Site = Pages & {
  readonly dist: string
  readonly landings: LandingPages
  readonly incomes: IncomePages
}

/**
 * Serves pages, their files, translations and documents.
 *
 * Pages of an app have the same HTML document, in which the app chooses the page; visitors of the office get its public
 * pages pre-rendered.
 * Source: decisions D-012, D-113, D-116.
 */
export function servePages(app: FastifyInstance, pages: Pages): void {
  const dist = join(ROOT, 'apps', pages.app, 'dist')
  const [landings, incomes] = [new LandingPages(dist), new IncomePages(dist)]
  const site = { ...pages, dist, landings, incomes }
  void app.register(fastifyStatic, { serve: false, preCompressed: true })
  app.route({
    method: 'GET',
    url: getPage.path,
    config: { contract: getPage },
    exposeHeadRoute: true,
    handler: async (request, reply) => {
      const { path } = partsOf(request.url)
      if (path === WORKER) {
        const calls = originsOf(await pages.settings())
        void reply.header('content-security-policy', workerPolicy(calls))
      }
      if (FILES.test(path)) {
        if (existsSync(join(dist, path))) return sendFile(reply, path, dist)
        const name = path.replace(/^\/(?:assets\/)?/, '')
        return sendFormerFile(reply, pages.core, { app: pages.app, name })
      }
      if (pages.app === 'office' && path === CHECK_PROGRAM) {
        return sendFile(reply, path, CHECK_PROGRAM_FOLDER)
      }
      const shared = pages.documents === null ? null : sharedFile(path, pages.documents)
      if (shared !== null) {
        void reply.headers({
          'access-control-allow-origin': '*',
          // Viewers of documents load parts of their own.
          'content-security-policy': `frame-ancestors 'none'`,
        })
        if ('sample' in shared) return reply.type('application/pdf').send(shared.sample)
        if ('content' in shared) return sendTexts(reply, shared)
        const [, former] = TRANSLATIONS.exec(path) ?? []
        if (former !== undefined && !existsSync(join(shared.root, former))) {
          return sendFormerFile(reply, pages.core, { app: 'translations', name: former })
        }
        return sendFile(reply, shared.name, shared.root)
      }
      if (pages.app === 'office' && path in CRAWLED) return sendCrawled(reply, path, site)
      if (NO_PAGE.test(path) || TOP_FILE.test(path) || !acceptsPage(request)) {
        return reply.callNotFound()
      }
      return sendPage(request, reply, site)
    },
  })
}

/** Whether a page is a fitting answer; only a request that asks for other types alone refuses it. */
const acceptsPage = ({ headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  PAGE_TYPES.test(accept)

function sendFile(reply: FastifyReply, path: string, root: string): FastifyReply {
  const lasting = HASHED.test(path) ? { maxAge: YEAR_MS, immutable: true } : { maxAge: 0 }
  return reply.removeHeader('cache-control').sendFile(path.replace(/^\//, ''), root, lasting)
}

type SharedFile = TranslationFile | { readonly sample: Buffer }
type OwnTexts = Extract<TranslationFile, { content: string }>

/** Texts of an own set; those of the name that the manifest gives now may be kept like built files. */
const sendTexts = (reply: FastifyReply, { content, isLasting }: OwnTexts): FastifyReply =>
  reply
    .header(
      'cache-control',
      isLasting ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'public, max-age=0',
    )
    .type('application/json; charset=utf-8')
    .send(content)

function sharedFile(path: string, documents: string): SharedFile | null {
  const [, translation] = TRANSLATIONS.exec(path) ?? []
  if (translation !== undefined) return translationFile(translation)
  const [, locale, document] = DOCUMENTS.exec(path) ?? []
  return document === undefined ? null : documentFile(`${locale}`, document, documents)
}

/** The operator's document in the language, else in English, else the sample of the product. A process's own file comes first. */
function documentFile(locale: string, document: string, documents: string): SharedFile | null {
  const folders = [documents, join(documents, '..', SHARED_FOLDER, 'cdn')]
  const places = [locale, 'en'].flatMap((each) => folders.map((folder) => join(folder, each)))
  const root = places.find((place) => existsSync(join(place, document)))
  if (root !== undefined) return { name: document, root }
  const sample = sampleDocument(locale, document)
  return sample === null ? null : { sample }
}

/** Files for search engines, with their media types. */
const CRAWLED: Readonly<Record<string, string>> = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
}

async function sendCrawled(reply: FastifyReply, path: string, site: Site): Promise<FastifyReply> {
  const { languages } = await site.settings()
  const text =
    path === '/robots.txt'
      ? robotsText(site.origin)
      : sitemapXml(site.origin, site.landings.renderedOf(languages))
  return reply.header('cache-control', 'public, max-age=3600').type(`${CRAWLED[path]}`).send(text)
}

const originsOf = ({ hosts }: PageSettings): string[] => [
  ...new Set(hosts.map((host) => new URL(host).origin)),
]

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
): Promise<FastifyReply> {
  const settings = await site.settings()
  const calls = originsOf(settings)
  void reply.headers({
    'cross-origin-opener-policy': 'same-origin',
    ...(site.origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  })
  if (site.income !== null && INCOME.test(partsOf(request.url).path)) {
    return sendIncome(request, reply, { site, settings, calls })
  }
  const landing = landingOf(request, settings)
  const filled =
    landing && (await site.landings.read(landing, { ...settings, origin: site.origin }))
  return filled
    ? sendFilled(request, reply, { filled, calls })
    : sendApp(reply, site, settings, calls)
}

/** Sends the document in which the app chooses the page. */
function sendApp(
  reply: FastifyReply,
  { app, dist }: Site,
  { maps }: PageSettings,
  calls: readonly string[],
): FastifyReply {
  const policies = POLICIES[app]
  void reply.header('content-security-policy', pagePolicy({ calls, policies, maps }))
  return reply.sendFile('index.html', dist, { cacheControl: false })
}

type Filled = { readonly filled: FilledPage; readonly calls: readonly string[] }

function sendFilled(
  request: FastifyRequest,
  reply: FastifyReply,
  { filled: { bodies, scriptHash, styleHash }, calls }: Filled,
): FastifyReply {
  const encoding = encodingOf(request)
  return reply
    .headers({
      'content-security-policy': pagePolicy({ calls, scripts: [scriptHash], styles: [styleHash] }),
      // A visitor who signs in gets the office at the same address.
      vary: 'accept-encoding, cookie',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    })
    .type('text/html; charset=utf-8')
    .send(bodies[encoding])
}

type Served = {
  readonly site: Site
  readonly settings: PageSettings
  readonly calls: readonly string[]
}

/**
 * Sends the page about the income of partners. A month without a disclosure, and any while the page is switched off, is 404; a
 * language that is not offered is left to the app, which leads to another one.
 */
async function sendIncome(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, settings, calls }: Served,
): Promise<FastifyReply> {
  const { path, query } = partsOf(request.url)
  const language = settings.languages.find((offered) => path.startsWith(`/${offered}/`))
  if (language === undefined) return sendApp(reply, site, settings, calls)
  const { languages, hasIncome } = settings
  const asked = { language, month: query.get('month') }
  const isSignedIn = hasSession(request, settings)
  const filling = { ...(await site.income!()), isSignedIn, origin: site.origin, languages }
  const filled = hasIncome ? await site.incomes.read(site.core, asked, filling) : null
  return filled === null
    ? sendApp(reply.code(404), site, settings, calls)
    : sendFilled(request, reply, { filled, calls })
}

/** Whether a request may come from a partner who is signed in. */
const hasSession = (
  { headers: { cookie = '' } }: FastifyRequest,
  { product }: PageSettings,
): boolean => cookie.includes(`${product}_access_token=`)

/** The public page for a visitor without a session; null where the office has to answer. */
function landingOf(request: FastifyRequest, settings: PageSettings): Landing | null {
  const { path, query } = partsOf(request.url)
  const [isLanding, language = DEFAULT_LANGUAGE, invite] = LANDING.exec(path) ?? []
  const isOffered = settings.languages.some((offered) => offered === language)
  if (isLanding === undefined || !isOffered) return null
  if (hasOwnScreens(language)) return null
  if (hasSession(request, settings) || query.has('token')) return null
  return { page: invite === undefined ? 'home' : 'invite', language }
}

/** Path and query of a request. The path is split off as text: as a URL, `//` would begin a host. */
function partsOf(url: string): { readonly path: string; readonly query: URLSearchParams } {
  const [path = ''] = url.split('?', 1)
  return { path, query: new URLSearchParams(url.slice(path.length)) }
}

/** The encoding that the client understands and that is shortest. */
function encodingOf({ headers: { 'accept-encoding': accepted = '' } }: FastifyRequest): Encoding {
  const names = String(accepted)
    .split(',')
    .map((name) => name.trim())
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? 'identity'
}
