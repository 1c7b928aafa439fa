import { appendFileSync, readFileSync } from 'node:fs'

import type { BrowserContext, Request } from '@playwright/test'

import { product } from './product.ts'

/** Records a secret: after the run it must be in no log and no file. */
export function remember(...secrets: readonly string[]): void {
  for (const secret of secrets) appendFileSync(product().secrets, `${secret}\n`)
}

/** All secrets of this run. */
export const remembered = (): string[] => linesOf(product().secrets)

/** An address that a page requested, and the referrer that it sent. */
type Asked = { readonly url: string; readonly referrer: string }

/** Every address that pages requested. */
export const addresses = (): Asked[] =>
  linesOf(product().addresses).map((line) => JSON.parse(line) as Asked)

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

/** Records the addresses that the pages of a window request, and the secrets that they send. */
export function watch(context: BrowserContext): void {
  const known = new Set<string>()
  context.on('request', (request) => {
    const { referer: referrer = '' } = request.headers()
    appendFileSync(product().addresses, `${JSON.stringify({ url: request.url(), referrer })}\n`)
    for (const secret of secretsOf(request)) {
      if (!known.has(secret)) remember(secret)
      known.add(secret)
    }
  })
}

function secretsOf(request: Request): string[] {
  const handOff = new URL(request.url()).searchParams.get('token')
  const [, bearer] = /^Bearer (.+)$/.exec(request.headers()['authorization'] ?? '') ?? []
  const typed = [...(request.postData() ?? '').matchAll(/"[A-Za-z]*password":"([^"\\]+)"/gi)]
  return [handOff, bearer, ...typed.map(([, password]) => password)].filter(
    (secret) => typeof secret === 'string',
  )
}
