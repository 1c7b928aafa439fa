// `npm run lighthouse [page ...]`: the median of five runs on the profile of a slow phone (a quarter of the processor,
// slow 4G), for the first page that a visitor sees, the first page of a partner, and a page with a long list. Fails below
// the wanted scores and above the allowed figures.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'

import { provideBrowser } from '../scripts/browser.mjs'
import globalSetup from './global-setup.ts'
import { makePartner, publicConfig } from './partners.ts'
import { product } from './product.ts'

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'
type Scores = Partial<Record<Category, number>>

const RUNS = 5
const ALL: readonly Category[] = ['performance', 'accessibility', 'best-practices', 'seo']
const METRICS = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'TBT ms',
  'cumulative-layout-shift': 'CLS',
} as const

const REQUESTS = 'requests'

type Figure = (typeof METRICS)[keyof typeof METRICS] | typeof REQUESTS

type MeasuredPage = {
  readonly name: string
  readonly path: string
  readonly isSignedIn: boolean
  /** Scores to reach, of 100. */
  readonly wanted: Scores
  readonly most: Partial<Record<Figure, number>>
}

const STILL = { CLS: 0.02 } as const

const PAGES: readonly MeasuredPage[] = [
  {
    name: 'landing',
    path: '/en',
    isSignedIn: false,
    wanted: { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 },
    most: STILL,
  },
  {
    name: 'income',
    path: '/en/income',
    isSignedIn: false,
    wanted: { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 },
    most: STILL,
  },
  {
    name: 'dashboard',
    path: '/en/dashboard',
    isSignedIn: true,
    wanted: { performance: 90 },
    most: { ...STILL, 'LCP ms': 2_500, [REQUESTS]: 26 },
  },
  {
    name: 'bonus-history',
    path: '/en/transactions/bonuses',
    isSignedIn: true,
    wanted: {},
    most: STILL,
  },
]

// The ids of partners are shared out between the workers of a run.
process.env['TEST_WORKER_INDEX'] ??= '0'
const stop = await globalSetup()
const asked = process.argv.slice(2)
let areGood = true
try {
  for (const { name, path, isSignedIn, wanted, most } of PAGES) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const measured = await measure(path, isSignedIn)
    say(`${name} ${JSON.stringify(measured)}`)
    for (const [category, least] of Object.entries(wanted)) {
      const score = measured[category] ?? 0
      if (score >= least) continue
      areGood = false
      say(`${name}: ${category} is ${score}, wanted ${least}`)
    }
    for (const [figure, limit] of Object.entries(most)) {
      const value = measured[figure] ?? Number.NaN
      if (value <= limit) continue
      areGood = false
      say(`${name}: ${figure} is ${value}, allowed ${limit}`)
    }
  }
} finally {
  await stop()
}
process.exit(areGood ? 0 : 1)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Medians of all scores and metrics of a page. */
async function measure(path: string, isSignedIn: boolean): Promise<Record<string, number>> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'partner-office-lighthouse-'))
  const { executablePath, env } = provideBrowser()
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  })
  try {
    if (isSignedIn) await signIn(context)
    const runs: Record<string, number>[] = []
    while (runs.length < RUNS) runs.push(await runOnce(`${product().office}${path}`, port))
    return Object.fromEntries(Object.keys(runs[0]!).map((key) => [key, median(runs, key)]))
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signIn(context: BrowserContext): Promise<void> {
  const { token } = await makePartner({ legs: [{ turnover: '6000.00', active: true }] })
  const { product: name } = await publicConfig()
  await context.addCookies([{ name: `${name}_access_token`, value: token, url: product().office }])
}

async function runOnce(address: string, port: number): Promise<Record<string, number>> {
  const result = await lighthouse(address, {
    port,
    logLevel: 'error',
    onlyCategories: [...ALL],
    disableStorageReset: true,
  })
  if (result === undefined) throw new Error(`Lighthouse measured nothing at ${address}`)
  const { categories, audits } = result.lhr
  for (const { id, score, title } of Object.values(audits)) {
    if (score !== null && score < 0.9) say(`  ${score} ${id}: ${title}`)
  }
  return {
    ...Object.fromEntries(
      ALL.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)]),
    ),
    ...Object.fromEntries(
      Object.entries(METRICS).map(([id, name]) => [name, audits[id]?.numericValue ?? 0]),
    ),
    [REQUESTS]: requestsOf(audits['network-requests']?.details),
  }
}

/** How many requests a page sent. */
function requestsOf(details: unknown): number {
  const { items } = (details ?? {}) as { readonly items?: readonly unknown[] }
  return items?.length ?? Number.NaN
}

function median(runs: readonly Record<string, number>[], key: string): number {
  const values = runs.map((run) => run[key] ?? 0).toSorted((one, other) => one - other)
  return values[Math.floor(values.length / 2)] ?? 0
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('No port is free')
  return address.port
}
