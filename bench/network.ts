/**
 * Fills an empty PostgreSQL database with a seeded network, for measurements and experiments.
 *
 * Figure: at most 1 GiB of memory for any size.
 *
 * Usage: node bench/network.ts --url postgres://… [--partners 1000000]
 */
import { parseArgs } from 'node:util'

import { fillNetwork } from './lib/postgres-network.ts'
import { finish } from './lib/report.ts'

const { values } = parseArgs({
  options: { url: { type: 'string' }, partners: { type: 'string', default: '1000000' } },
})
if (values.url === undefined) throw new Error('--url names the database that is filled')
const partners = Number(values.partners)
const MOST_MEMORY_MIB = 1_024

const started = performance.now()
await fillNetwork(values.url, partners)
const seconds = (performance.now() - started) / 1000
const memory = process.resourceUsage().maxRSS / 1024
finish({
  name: 'network',
  lines: [
    `${partners} partners and ${Math.floor(partners / 2)} orders in ${seconds.toFixed(0)} s`,
    `memory ${memory.toFixed(0)} MiB (at most ${MOST_MEMORY_MIB})`,
  ],
  passed: memory <= MOST_MEMORY_MIB,
})
