/**
 * Forges statements of both versions, data and PDF files, by changing their structure: parts that are removed, added, merged,
 * hidden in the name of another, split, put in another order, files with a second end, JSON that can be written in two ways.
 *
 * Figure: none is valid; otherwise fast-check prints the smallest one and its seed.
 *
 * Usage: node soak/forgeries.ts [--forgeries 10000]
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

import { finish } from '../bench/lib/report.ts'

const TEST = 'apps/server/src/business/statements/forged-structure.test.ts'

const { values } = parseArgs({ options: { forgeries: { type: 'string', default: '10000' } } })
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', TEST]
const { status } = spawnSync(process.execPath, [...vitest, '-t', 'forgeries'], {
  stdio: 'inherit',
  env: { ...process.env, PROPERTY_CASES: values.forgeries },
})
finish({
  name: 'forgeries',
  lines: [`${values.forgeries} forgeries, ${status === 0 ? '0' : 'at least one'} valid`],
  passed: status === 0,
})
