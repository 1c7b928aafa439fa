import { appendFileSync, readFileSync } from 'node:fs'

import type { BrowserContext, Request } from '@playwright/test'

import { product } from './product.ts'

/** Keep in mind what proves an identity: after the run it must be nowhere. */
export function remember(...secrets: readonly string[]): void {
  for (const secret of secrets) appendFileSync(product().secrets, `${secret}\n`)
}

/** Everything of this run that proves an identity. */
export const remembered = (): string[] => linesOf(product().secrets)

/** An address that a page has asked for, and the one it said it came from. */
type Asked = { readonly url: string; readonly referrer: string }

/** Every address that pages have asked for. */
export const addresses = (): Asked[] =>
  linesOf(product().addresses).map((line) => JSON.parse(line) as Asked)

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

/** Write down where the pages of a window go, and what they prove an identity with. */
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
