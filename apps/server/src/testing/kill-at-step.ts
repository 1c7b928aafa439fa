import { execFile } from 'node:child_process'
import { writeSync } from 'node:fs'
import { join } from 'node:path'

import type { Core } from '../core/core.ts'
import { childOptions, inheritedVariables } from './child-variables.ts'
import { countSteps, type LastStep } from './count-steps.ts'
import type { Variables } from './kill-victim.ts'
import { withCore } from './with-core.ts'

/** What a killed program, or one that came to its end, has written. */
export type Killed = {
  /** Without the line of the steps. */
  readonly out: string
  readonly wasKilled: boolean
  /** The steps of the whole work; null after a kill. */
  readonly steps: number | null
}

/**
 * Runs work on the data that the environment names and kills this process at the given step of it; at 0 it is not. Each
 * statement to the database has two steps, also of a thread: it is sent, and it is answered. The work counts steps of its own by `step`.
 * A step may be named by words of a statement of this thread, too: the process is killed once it is answered.
 */
export async function killAtStep(
  last: LastStep,
  work: (core: Core, step: () => void) => Promise<void>,
): Promise<void> {
  const steps = countSteps(last)
  const { DATA_DIR = '', DATABASE_URL } = process.env
  await withCore(
    { DATA_DIR, ...(DATABASE_URL !== undefined && { DATABASE_URL }) },
    async (core) => {
      steps.begin()
      await work(core, steps.step)
      writeSync(1, `steps ${steps.end()}\n`)
    },
  )
}

/** Runs a program of this folder that uses `killAtStep`, in a process of its own. */
export function runKilled(
  program: string,
  { call, step }: { readonly call: object; readonly step: LastStep },
  variables: Variables,
): Promise<Killed> {
  const env = { ...inheritedVariables(), DEMO: 'off', ...variables }
  const counting = ['--import', join(import.meta.dirname, 'count-steps.ts')]
  const words = [join(import.meta.dirname, program), JSON.stringify(call), String(step)]
  const { promise, resolve, reject } = Promise.withResolvers<Killed>()
  execFile(
    process.execPath,
    [...childOptions(env), ...counting, ...words],
    { env },
    (error, said, complaint) => {
      if (error !== null && error.signal !== 'SIGKILL') {
        return reject(new Error(`${program} failed: ${complaint}`))
      }
      const [line, count] = /steps (\d+)\n$/.exec(said) ?? ['', null]
      const out = said.slice(0, said.length - line.length)
      resolve({ out, wasKilled: error !== null, steps: count === null ? null : Number(count) })
    },
  )
  return promise
}

export type KillOptions = {
  /** The steps at which the process is killed, or how many kills, spread over all steps. */
  readonly kills: number | readonly number[]
  readonly variables: Variables
  readonly say?: (line: string) => void
}

/** Rounds of kills: what each works on, and what is looked at after it. */
export type KillRounds<Call extends object> = {
  readonly faults: readonly string[]
  /** The rounds whose process was killed. */
  killed: number
  /** Of the whole work. */
  steps: number
  readonly prepare: (core: Core) => Promise<void>
  readonly next: (core: Core) => Promise<Call>
  /** `endedAt`: when the process was killed or came to its end, on the monotonic clock. Units: ms. */
  readonly follow: (core: Core, step: number, call: Call, endedAt: number) => Promise<void>
}

/** Kills a program of this folder at one step after the other, each time on work of its own, and follows each kill. */
export async function runRounds<Call extends object>(
  program: string,
  rounds: KillRounds<Call>,
  { kills, variables, say }: KillOptions,
): Promise<void> {
  let asked = await withCore(variables, async (core) => {
    await rounds.prepare(core)
    return rounds.next(core)
  })
  for (const step of stepsOf(kills, () => rounds.steps)) {
    const call = asked
    const { wasKilled, steps } = await runKilled(program, { call, step }, variables)
    const endedAt = performance.now()
    rounds.killed += Number(wasKilled)
    rounds.steps = Math.max(rounds.steps, steps ?? 0)
    await withCore(variables, async (core) => {
      await rounds.follow(core, step, call, endedAt)
      asked = await rounds.next(core)
    })
    say?.(`step ${step} of ${rounds.steps}: ${rounds.faults.length} faults`)
  }
}

/** The steps of kills. A number of kills is spread evenly over the steps that a first round counts, which comes to its end. */
function* stepsOf(kills: KillOptions['kills'], counted: () => number): Generator<number> {
  if (typeof kills !== 'number') return yield* kills
  yield 0
  for (let kill = 0; kill < kills; kill += 1) {
    yield 1 + Math.floor(((kill + 0.5) * counted()) / kills)
  }
}
