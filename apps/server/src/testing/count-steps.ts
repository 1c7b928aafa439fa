/**
 * Counts the steps of a process and all of its threads, and kills it at one of them. A process that loads this file with `--import`
 * loads it in its threads, too.
 */
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

import pg from 'pg'

/** The number of a step, or words of the statement that has been answered then; 0: none. */
export type LastStep = number | string

const NAME = 'steps'
const [COUNTED, LAST, IS_COUNTING] = [0, 1, 2] as const

/** Shared by all threads. */
function steps(): Int32Array | undefined {
  return getEnvironmentData(NAME) as Int32Array | undefined
}

if (isMainThread) setEnvironmentData(NAME, new Int32Array(new SharedArrayBuffer(12)))
const shared = steps()
/** Words of the statement after which the process is killed. */
let lastWords: string | null = null
if (shared !== undefined) countStatements(shared)

/** Counts from `begin` to `end`, which returns the number. */
export function countSteps(last: LastStep) {
  const counted = steps()!
  if (typeof last === 'number') counted[LAST] = last
  else lastWords = last
  return {
    begin: () => void Atomics.store(counted, IS_COUNTING, 1),
    step: () => step(counted),
    end: () => {
      Atomics.store(counted, IS_COUNTING, 0)
      return Atomics.load(counted, COUNTED)
    },
  }
}

function step(counted: Int32Array): void {
  if (Atomics.load(counted, IS_COUNTING) === 0) return
  if (Atomics.add(counted, COUNTED, 1) + 1 === counted[LAST]) process.kill(process.pid, 'SIGKILL')
}

/** Counts the step after a statement. Kills the process if the statement has the last words. */
function stepBehind(counted: Int32Array, statement: unknown): void {
  const isCounting = Atomics.load(counted, IS_COUNTING) === 1
  const isLast = lastWords !== null && textOf(statement).includes(lastWords)
  if (isCounting && isLast) process.kill(process.pid, 'SIGKILL')
  step(counted)
}

/** A statement without the quotes of its names. */
const textOf = (statement: unknown): string =>
  String((statement as { readonly text?: string }).text ?? statement).replaceAll('"', '')

/** Counts the statements of every connection: one step when it was sent, and one before its answer is used. */
function countStatements(counted: Int32Array): void {
  const { prototype } = pg.Client
  const send = prototype.query as (...words: unknown[]) => unknown
  prototype.query = function query(this: pg.Client, ...words: unknown[]) {
    const answer = send.apply(this, words)
    step(counted)
    return answer instanceof Promise ? answer.finally(() => stepBehind(counted, words[0])) : answer
  } as typeof prototype.query
}
