/**
 * node oracle/main.ts SCENARIO.json --out DIR
 * node oracle/main.ts random --seed N --partners N --shape S --out DIR
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { compute, type Input } from './compute.ts'
import { commandsOf } from './input-files.ts'
import { defaultPlan } from './plan.ts'
import { movementsCsv } from './records.ts'
import { randomMonths } from './random-months.ts'
import { randomScenario, SHAPES, type Shape } from './random-network.ts'

const USAGE = `node oracle/main.ts SCENARIO.json --out DIR
    writes figures.csv, ranks.csv, bonuses.csv, balances.csv, movements.csv to DIR
node oracle/main.ts random --seed N --partners N --shape S --out DIR
    [--orders N] [--files N] [--months [--odd-rates]] [--leg-rule ranked|sequential] [--count-own] [--ranks-not-kept]
    writes scenario.json, commands.json with its input files, and expected/*.csv to DIR
    shapes: ${SHAPES.join(', ')}
`

class UsageError extends Error {}

function whole(name: string, text: string | undefined, from: number, to: number): number {
  const value = text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= from && value <= to) return value
  throw new UsageError(`--${name} must be a whole number from ${from} to ${to}`)
}

function write(dir: string, name: string, text: string): void {
  writeFileSync(join(dir, name), text)
}

function writeExports(dir: string, input: Input): void {
  const result = compute(input)
  mkdirSync(dir, { recursive: true })
  write(dir, 'figures.csv', result.figures)
  write(dir, 'ranks.csv', result.ranks)
  write(dir, 'bonuses.csv', result.bonuses)
  write(dir, 'balances.csv', result.balances)
  write(dir, 'movements.csv', movementsCsv(result.ledger))
}

function main(args: string[]): void {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      seed: { type: 'string' },
      partners: { type: 'string' },
      shape: { type: 'string' },
      orders: { type: 'string' },
      files: { type: 'string' },
      months: { type: 'boolean' },
      'odd-rates': { type: 'boolean' },
      'leg-rule': { type: 'string' },
      'count-own': { type: 'boolean' },
      'ranks-not-kept': { type: 'boolean' },
    },
  })
  const [what, ...more] = positionals
  if (what === undefined || more.length > 0) throw new UsageError('one scenario, or random')
  const { out } = values
  if (out === undefined) throw new UsageError('--out is missing')
  if (what !== 'random') {
    writeExports(out, JSON.parse(readFileSync(what, 'utf8')) as Input)
    return
  }
  const shape = SHAPES.find((name) => name === values.shape) as Shape | undefined
  if (shape === undefined) throw new UsageError(`--shape must be one of ${SHAPES.join(', ')}`)
  const legRule = values['leg-rule'] ?? 'ranked'
  if (legRule !== 'ranked' && legRule !== 'sequential') throw new UsageError('--leg-rule is wrong')
  const wish = {
    seed: whole('seed', values.seed, 0, 1_000_000_000),
    partners: whole('partners', values.partners, 30, 20_000),
    shape,
    plan: {
      ...defaultPlan(),
      legRule,
      countOwnTurnover: values['count-own'] === true,
      ranksAreKept: values['ranks-not-kept'] !== true,
    },
  } as const
  const orders = values.orders === undefined ? null : whole('orders', values.orders, 1, 100_000)
  const files = whole('files', values.files ?? '3', 1, 100)
  const scenario =
    values.months === true
      ? randomMonths({ ...wish, oddRates: values['odd-rates'] === true })
      : randomScenario({ ...wish, files, ...(orders === null ? {} : { orders }) })
  mkdirSync(out, { recursive: true })
  write(out, 'scenario.json', `${JSON.stringify(scenario)}\n`)
  const commands = scenario.steps.flatMap((step, place) => commandsOf(step, place, scenario.seed))
  const list = commands.map(({ args: words }) => words)
  write(out, 'commands.json', `${JSON.stringify(list, null, 2)}\n`)
  for (const { file } of commands) if (file) write(out, file.name, file.text)
  writeExports(join(out, 'expected'), scenario)
}

try {
  main(process.argv.slice(2))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message}\n`)
  const usage =
    error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE')
  if (usage) process.stderr.write(USAGE)
  process.exitCode = usage ? 2 : 1
}
