import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { FastifyReply } from 'fastify'

/** The page that draws PDF files in a frame of the console's pages. */
export const PDF_FRAME = '/console/pdf-frame'

const SCRIPT = fileURLToPath(new URL('../../../../console/dist/pdf-frame.js', import.meta.url))

const STYLE = `body{margin:0;background:#e6e4df}canvas{display:block;margin:0 auto 8px;background:#fff}`

const digest = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The page may run its own script and nothing else: it has no origin (`sandbox`), so it reaches no cookie and no storage, and no network,
 * because every source but the two digests is `none`. WebAssembly decodes JPEG 2000.
 */
const policyOf = (script: string): string =>
  [
    `default-src 'none'`,
    `script-src ${digest(script)} 'wasm-unsafe-eval'`,
    `style-src ${digest(STYLE)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'self'`,
    `sandbox allow-scripts`,
  ].join('; ')

/** Sends the frame with its script inside: a page without an origin could load none. Source: requirements INB-006. */
export async function sendPdfFrame(reply: FastifyReply): Promise<FastifyReply> {
  // What ends or comments out a script element does so within a string too.
  const script = (await readFile(SCRIPT, 'utf8'))
    .replaceAll('</script', String.raw`<\/script`)
    .replaceAll('<!--', String.raw`<\!--`)
  return reply
    .headers({ 'content-security-policy': policyOf(script), 'x-frame-options': 'SAMEORIGIN' })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>PDF</title><style>${STYLE}</style><body><script>${script}</script></body></html>`,
    )
}
