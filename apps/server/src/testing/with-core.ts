import { type OpenCore, openCore } from '../core/open-core.ts'
import type { Core } from '../core/core.ts'
import { readEnvironment } from '../env.ts'
import type { Variables } from './kill-victim.ts'

/** Works on the data of these variables, as their owner. */
export async function withCore<T>(
  variables: Variables,
  work: (core: Core) => Promise<T>,
): Promise<T> {
  const environment = readEnvironment({ DEMO: 'off', ...variables })
  const opened: OpenCore = await openCore(environment, { operatorPort: null, figures: true })
  return work(opened.core).finally(opened.close)
}
