import { setTimeout as wait } from 'node:timers/promises'

import { isOk, until } from '../../deploy/lib/cluster.ts'
import { runningIn, signal, start } from '../../deploy/lib/processes.ts'
import { appProgram } from '../../deploy/lib/programs.ts'
import type { Trial } from '../../deploy/lib/trial.ts'
import type { Stage } from './cluster-rounds.ts'

const MOST_END_MS = 10_000
/** The balancer asks each process every second. */
const SEEN_MS = 2_500

/** Restarts app processes one after the other, with the program of `trial`, and waits until the balancer has seen each. */
export async function rollingRestart(
  trial: Trial,
  names: readonly string[],
  fault: Stage['fault'],
): Promise<void> {
  for (const { name, address, officePort } of trial.site.apps) {
    if (!names.includes(name)) continue
    const part = `${name}/office`
    const asked = performance.now()
    signal(trial.folder, part, 'SIGTERM')
    await until(async () => runningIn(trial.folder).every((one) => one.part !== part), part)
    const tookMs = performance.now() - asked
    if (tookMs > MOST_END_MS) fault(`${name} ended after ${Math.round(tookMs)} ms`)
    start(trial.folder, appProgram(trial, name))
    await until(() => isOk(`http://${address}:${officePort}/health/ready`), part)
    await wait(SEEN_MS)
  }
}
