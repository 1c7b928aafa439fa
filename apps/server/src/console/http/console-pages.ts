import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import fastifyStatic from '@fastify/static'
import { getConsolePage } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import { sendFormerFile } from '../../content/built-files.ts'
import type { Core } from '../../core/core.ts'
import { PDF_FRAME, sendPdfFrame } from './pdf-frame.ts'

const DIST = fileURLToPath(new URL('../../../../console/dist', import.meta.url))
const YEAR_MS = 31_536_000_000

/** Files of the build: the names of assets change with their content; `pdf` holds fonts and encodings for the frame of PDF files. */
const FILE =
  /^\/console\/((?:assets\/)?[\w.-]+\.(?:js|css|svg|png|woff2|json)|pdf\/[\w-]+\.(?:bcmap|pfb|ttf))$/
/** Calls: an unknown one is answered as a call, not with a page. */
const CALL = /^\/console\/v1(\/|$)/

/** Own scripts, styles, fonts and calls only; nothing inline, and no page frames it. Source: requirements OPR-024. */
const POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `font-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `frame-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
  `require-trusted-types-for 'script'`,
  `trusted-types dompurify`,
].join('; ')

/** The pages of the console: one HTML document, in which the app chooses the page, and the files of its build. */
export function consolePages(app: FastifyInstance, core: Core): void {
  void app.register(fastifyStatic, { serve: false, preCompressed: true })
  for (const url of ['/console', getConsolePage.path]) {
    app.route({
      method: 'GET',
      url,
      config: { contract: getConsolePage },
      handler: (request, reply) => {
        const [path = ''] = request.url.split('?', 1)
        if (CALL.test(path)) return reply.callNotFound()
        if (path === PDF_FRAME) return sendPdfFrame(reply)
        const [, file] = FILE.exec(path) ?? []
        if (file === undefined) {
          void reply.headers({
            'content-security-policy': POLICY,
            'cross-origin-opener-policy': 'same-origin',
          })
          return reply.sendFile('index.html', DIST, { cacheControl: false })
        }
        if (file.startsWith('assets/') && !existsSync(join(DIST, file))) {
          return sendFormerFile(reply, core, { app: 'console', name: file.slice('assets/'.length) })
        }
        const lasting = file.startsWith('assets/')
          ? { maxAge: YEAR_MS, immutable: true }
          : { maxAge: 0 }
        return reply.removeHeader('cache-control').sendFile(file, DIST, lasting)
      },
    })
  }
}
