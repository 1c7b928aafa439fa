/**
 * Tests the properties of the rules (C1 to C8 and C11) on many more random trees than the unit tests.
 *
 * Figure: no counterexample; otherwise fast-check prints the smallest one and its seed.
 *
 * Usage: node soak/properties.ts [--cases 100000]
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

import { finish } from '../bench/lib/report.ts'

const RULES = 'packages/domain/src/rules'
const LONGEST_MS = 4 * 3_600_000

const { values } = parseArgs({ options: { cases: { type: 'string', default: '100000' } } })
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'web', RULES]
const { status } = spawnSync(process.execPath, [...vitest, `--testTimeout=${LONGEST_MS}`], {
  stdio: 'inherit',
  env: { ...process.env, PROPERTY_CASES: values.cases },
})
finish({
  name: 'properties',
  lines: [`${values.cases} cases of each property, ${status === 0 ? 'no' : 'a'} counterexample`],
  passed: status === 0,
})
