import { randomBytes, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { DEFAULT_PLAN_DOCUMENT, STARTING_RATES } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../core/core.ts'
import { FileLock } from '../turns/file-lock.ts'
import { newInviteCode } from '../core/new-invite-code.ts'
import { newProcess } from '../core/process-identity.ts'
import { PlanBook } from '../plans/plan-book.ts'
import type { Database } from '../db/database.ts'
import { Network } from '../network/network.ts'
import { Semaphore } from '../turns/semaphore.ts'
import { passwordSeal, SEAL_KEY_BYTES } from '../keys/password-seal.ts'

/** A clock that a test can set. */
export type TestClock = { now: number }

/** The default time of tests. */
export const TEST_NOW = Date.UTC(2026, 10, 1)

/** Opens the core on a test database: default plan, starting rates, a stopped clock. */
export async function openTestCore(
  database: Database,
  { plan = DEFAULT_PLAN_DOCUMENT as unknown, clock = { now: TEST_NOW } as TestClock } = {},
): Promise<Core> {
  await seed(database, plan)
  const plans = new PlanBook()
  return {
    database,
    plans,
    network: await Network.load(database.read, plans.rulesSource()),
    clock: () => clock.now,
    process: newProcess('test', clock.now),
    consoleOrigin: 'http://localhost:3002',
    trustedClock: { problem: async () => null, apart: async () => 0 },
    leadership: { isLeader: () => true, epoch: 1, processes: 1, isBesideOlder: false },
    uploads: join(tmpdir(), `partner-office-test-${randomUUID()}`),
    storing: new Semaphore(2),
    fileLock: new FileLock(),
    newCode: () => randomBytes(16).toString('hex'),
    newInviteCode,
    passwords: passwordSeal(randomBytes(SEAL_KEY_BYTES)),
    keys: { read: async () => ({}), replace: async () => {} },
    ...testSecrets(),
  }
}

/** Secrets that live as long as the core. */
function testSecrets(): Pick<Core, 'secret' | 'destroySecrets'> {
  const secrets = new Map<string, Buffer>()
  return {
    secret: async (name) => {
      const secret = secrets.get(name) ?? randomBytes(SEAL_KEY_BYTES)
      secrets.set(name, secret)
      return secret
    },
    destroySecrets: async (_tx, names) => {
      for (const name of names) secrets.delete(name)
    },
  }
}

async function seed(database: Database, plan: unknown): Promise<void> {
  const stored = await database.read.selectFrom('plans').select('version').execute()
  if (stored.length > 0) return
  const { validFrom } = plan as { validFrom: number }
  await database.transaction(async (tx) => {
    await sql`insert into plans values (1, ${validFrom}, ${JSON.stringify(plan)}::jsonb, 0)`.execute(
      tx,
    )
    for (const { from, to, rateType, rate } of STARTING_RATES) {
      await sql`insert into rates (from_currency, to_currency, rate_type, rate, set_at)
        values (${from}, ${to}, ${rateType}, ${rate}, 0)`.execute(tx)
    }
  })
}

/** CSV text as an upload. */
export async function* asUpload(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

/** A whole export as text. */
export async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

/** The identity provider's dependencies of services, for tests of other parts. */
export const IDENTITY = {
  origins: { office: 'http://office.test', passport: 'http://passport.test' },
  mail: { send: async () => {} },
  documents: 'no-documents',
}
