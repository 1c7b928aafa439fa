import type { FastifyBaseLogger } from 'fastify'

import type { Core } from '../business/core.ts'
import {
  type SealCandidate,
  sealCandidate,
  sealTransfers,
} from '../business/ledger/seal-transfers.ts'
import { hashPending } from '../passport/accounts/accounts.ts'
import type { Job } from './background-work.ts'

/** What a serving process does beside its requests. */
export function jobsOf(core: Core, log: FastifyBaseLogger): Job[] {
  const shared = [sealing(core), hashing(core, log)]
  return core.database.kind === 'postgres'
    ? [...shared, following(core)]
    : [...shared, checkpointing(core)]
}

/** Source: decisions D-144. */
function sealing({ database, clock }: Core): Job {
  let candidate: SealCandidate | null = null
  return {
    name: 'seal transfers',
    everyMs: 2_000,
    run: async () => {
      const last = candidate
      candidate = await sealCandidate(database.read)
      if (last !== null) await sealTransfers(database.read, last, clock())
      return false
    },
  }
}

/** Source: decisions D-146. */
function hashing(core: Core, log: FastifyBaseLogger): Job {
  let after = 0
  let isTold = false
  return {
    name: 'hash passwords',
    everyMs: 1_000,
    run: async () => {
      const round = await hashPending(core, after)
      after = round.after
      if (round.unreadable > 0 && !isTold) {
        log.warn(
          'there are passwords that another seal key has sealed; their partners must set new ones',
        )
        isTold = true
      }
      return after > 0 && round.hashed > 0
    },
  }
}

/** Other processes write to the same database. */
function following({ database, network }: Core): Job {
  return {
    name: 'follow the facts',
    everyMs: 250,
    run: async () => {
      await network.catchUp(database.read)
      return false
    },
  }
}

function checkpointing({ database }: Core): Job {
  return {
    name: 'checkpoint',
    everyMs: 5_000,
    run: async () => {
      await database.upkeep.checkpointIfDue()
      return false
    },
  }
}
