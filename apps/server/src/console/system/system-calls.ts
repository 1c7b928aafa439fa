import type { CONSOLE } from '@partner-office/contracts'

import type { Handlers } from '../../input/handlers.ts'
import type { Caller, Console } from '../console.ts'
import { readProcesses } from '../processes/read-processes.ts'
import { readBackups } from './read-backups.ts'
import { readDatabase } from './read-database.ts'
import { readQueuesOf } from './read-queues.ts'
import { readVersions } from './read-versions.ts'

/** The calls of the system page: all of them read. Source: requirements SYS-007. */
export const systemCalls = ({ core }: Console): Handlers<typeof CONSOLE.system, Caller> => ({
  getProcesses: () => readProcesses(core),
  getDatabase: () => readDatabase(core),
  getQueues: () => readQueuesOf(core),
  getBackups: () => readBackups(core),
  getVersions: () => readVersions(core),
})
