import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A filled page, in every encoding, and the hashes of its inline script and styles for the content security policy. */
export type FilledPage = {
  readonly bodies: Readonly<Record<Encoding, Buffer>>
  readonly scriptHash: string
  readonly styleHash: string
}

/** Compresses a page that the server has filled in. */
export async function encoded(html: string): Promise<FilledPage> {
  const identity = Buffer.from(html)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, quality),
    promisify(gzip)(identity, { level: 9 }),
  ])
  return {
    bodies: { br, gzip: gz, identity },
    scriptHash: hashOf(html, /<script>([^]*?)<\/script>/),
    styleHash: hashOf(html, /<style>([^]*?)<\/style>/),
  }
}

/** The source expression of an inline element. */
function hashOf(html: string, element: RegExp): string {
  const [, content = ''] = element.exec(html) ?? []
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
