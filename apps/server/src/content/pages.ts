import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import fastifyStatic from '@fastify/static'
import { getPage } from '@partner-office/contracts'
import type { FastifyInstance, FastifyReply } from 'fastify'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const SAMPLES = join(ROOT, 'apps', 'server', 'documents', 'en')
const YEAR_MS = 31_536_000_000

/** Paths of calls: an unknown one is answered as a call, not with a page. */
const CALLS = /^\/(v1|oauth|blog|internal|config|health|metrics|docs)(\/|$)/
/** Files whose names change with their content. */
const HASHED = /-[\w-]{8,}\.(js|css|json|svg|woff2)$/
const FILES = /^\/(assets\/[\w.-]+|[\w-]+\.(js|svg|txt|webmanifest))$/
const TRANSLATIONS = /^\/translations\/([\w.-]+\.json)$/
const DOCUMENTS = /^\/cdn\/([a-z]{2})\/([A-Za-z0-9][\w.-]*\.(?:pdf|jpe?g|png|webp))$/

/** Pages of one app, and the files served beside them. */
export type Pages = {
  readonly app: 'office' | 'passport'
  /** Hosts that the pages call; the content security policy allows them. */
  readonly hosts: () => Promise<readonly string[]>
  /** Directory of the operators' PDF files and pictures; null: this service has none. */
  readonly documents: string | null
  /** True when the pages are served over TLS. */
  readonly isSecure: boolean
}

/**
 * Serves pages, their files, translations and documents.
 *
 * Every page has the same HTML document; the app in the browser chooses the page.
 * Source: decisions D-012, D-113, D-116.
 */
export function servePages(app: FastifyInstance, pages: Pages): void {
  const dist = join(ROOT, 'apps', pages.app, 'dist')
  void app.register(fastifyStatic, { serve: false, preCompressed: true })
  app.route({
    method: 'GET',
    url: getPage.path,
    config: { contract: getPage },
    exposeHeadRoute: true,
    handler: async ({ url, headers }, reply) => {
      const [path = ''] = url.split('?', 1)
      if (CALLS.test(path)) return reply.callNotFound()
      if (FILES.test(path)) return sendFile(reply, path, dist)
      const shared = pages.documents === null ? null : sharedFile(path, pages.documents)
      if (shared !== null) {
        void reply.header('access-control-allow-origin', '*')
        return sendFile(reply, shared.name, shared.root)
      }
      if (headers.accept?.includes('text/html') !== true) return reply.callNotFound()
      return sendPage(reply, dist, pages)
    },
  })
}

function sendFile(reply: FastifyReply, path: string, root: string): FastifyReply {
  const lasting = HASHED.test(path) ? { maxAge: YEAR_MS, immutable: true } : { maxAge: 0 }
  return reply.removeHeader('cache-control').sendFile(path.replace(/^\//, ''), root, lasting)
}

function sharedFile(path: string, documents: string): { name: string; root: string } | null {
  const [, translation] = TRANSLATIONS.exec(path) ?? []
  if (translation !== undefined)
    return { name: translation, root: join(ROOT, 'packages', 'locales', 'dist') }
  const [, locale, document] = DOCUMENTS.exec(path) ?? []
  return document === undefined ? null : documentFile(`${locale}`, document, documents)
}

/** The operator's document in the language, else in English, else the sample of the product. */
function documentFile(locale: string, document: string, documents: string) {
  const places = [join(documents, locale), join(documents, 'en'), SAMPLES]
  return {
    name: document,
    root: places.find((place) => existsSync(join(place, document))) ?? SAMPLES,
  }
}

async function sendPage(reply: FastifyReply, dist: string, pages: Pages): Promise<FastifyReply> {
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `font-src 'self'`,
    `img-src 'self' data: https:`,
    `media-src https:`,
    `connect-src 'self' ${(await originsOf(pages)).join(' ')}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ]
  void reply.headers({
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(pages.isSecure && { 'strict-transport-security': 'max-age=31536000' }),
  })
  return reply.sendFile('index.html', dist, { cacheControl: false })
}

async function originsOf({ hosts }: Pages): Promise<readonly string[]> {
  return [...new Set((await hosts()).map((host) => new URL(host).origin))]
}
