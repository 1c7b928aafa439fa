/**
 * The missing turnover to the next rank, computed in a browser after a change of one of 2,000 legs.
 *
 * Figure: at most 16 ms per change for 95 of 100. The rest is left out, because other work on the machine interrupts some.
 *
 * Usage: node bench/what-if.ts [--legs 2000] [--changes 400]
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { chromium } from '@playwright/test'
import { build } from 'vite'

import { provideBrowser } from '../scripts/browser.mjs'
import { finish } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    legs: { type: 'string', default: '2000' },
    changes: { type: 'string', default: '400' },
  },
})
const MOST_MS = 16
const ENTRY = join(import.meta.dirname, '../apps/office/src/features/rank/what-if/try-out.ts')
const GLOBAL = 'whatIf'

const { executablePath, env } = provideBrowser()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], env })
const page = await browser.newPage()
await page.addScriptTag({ content: await bundle() })
const times = await page.evaluate(measure, {
  legs: Number(values.legs),
  changes: Number(values.changes),
})
const version = browser.version()
await browser.close()

const sorted = times.toSorted((a, b) => a - b)
const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!
finish({
  name: 'what-if',
  lines: [
    `${values.legs} legs, ${values.changes} changes: ${at(0.5).toFixed(1)} ms median, ${at(0.95).toFixed(1)} ms for 95 of 100 (at most ${MOST_MS}), ${at(1).toFixed(1)} ms at most`,
  ],
  on: `Chromium ${version}`,
  passed: at(0.95) <= MOST_MS,
})

/** The code of the screen, built for browsers. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry: ENTRY, formats: ['iife'], name: GLOBAL } },
  })
  const [{ output }] = built as unknown as [{ output: [{ code: string }] }]
  return output[0].code
}

type TryOutCode = typeof import('../apps/office/src/features/rank/what-if/try-out.ts')

/** Runs in the browser. */
function measure({ legs, changes }: { legs: number; changes: number }): number[] {
  const { openTrial, tryOut } = (globalThis as unknown as { whatIf: TryOutCode }).whatIf
  const rank = (id: number, turnover: number) => ({
    id,
    code: `R${id}`,
    name: `R${id}`,
    bonus: '0.00',
    bonuses: {},
    turnover: `${turnover}.00`,
    targets: ['0.00', '0.00', '0.00'] as [string, string, string],
    topPartnerPercents: [0.5, 0.3],
    percents: [],
    topPartners: [],
  })
  const ranks = Array.from({ length: 12 }, (_, index) => rank(index + 1, index * 20_000_000))
  const turnovers = Array.from({ length: legs }, (_, place) => (legs - place) * 37 + (place % 7))
  const trial = openTrial({
    ranks,
    targetRankId: undefined,
    status: {
      currentRang: ranks[4]!,
      nextRang: ranks[5]!,
      maxBonusRang: null,
      totalTurnover: `${turnovers.reduce((sum, each) => sum + each, 0)}.00`,
      countingTurnover: '0.00',
      targetTurnover: ranks[5]!.turnover,
      nextBonus: '0.00',
      topPartners: turnovers.map((turnover, place) => ({
        avatar: '',
        firstName: 'Leg',
        lastName: String(place),
        leg: place < 2 ? place + 1 : null,
        percent: null,
        turnover: `${turnover}.00`,
        turnoverQualified: `${turnover}.00`,
        qualified: false,
      })),
    },
  })
  type Tries = Parameters<typeof tryOut>[1]
  return Array.from({ length: changes }, (_, change) => {
    const tries = new Map([[(change * 7) % legs, BigInt(change + 1) * 1_000n]]) as unknown as Tries
    const started = performance.now()
    tryOut(trial, tries)
    return performance.now() - started
  })
}
