/**
 * Attacks two accounts by guessing on every path, in bursts from many network addresses: password and code at sign-in, the
 * old password, the code that confirms or removes an authenticator, mailed tokens. The server restarts in between.
 *
 * Figure: no guess succeeds. The number of compared guesses stays within the budget: ten, and ten more after each lock of 15
 * minutes, then twice as long each time, at most a day; and at most twice the calls per minute of an address in any minute.
 * The owner signs in on a known device throughout.
 *
 * Usage: node soak/guesses.ts [--guesses 10000] [--database embedded|postgres] [--seed 1]
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { type Database, openDatabase } from '../apps/server/src/db/database.ts'
import { SeededRandom } from '../apps/server/src/demo/random.ts'
import { passwordSeal, SEAL_KEY_BYTES } from '../apps/server/src/keys/password-seal.ts'
import { TEST_NOW } from '../apps/server/src/testing/core.ts'
import { TestIdentity } from '../apps/server/src/testing/identity.ts'
import { finish, withCluster } from '../bench/lib/report.ts'
import { GuessBudget } from './lib/guess-budget.ts'
import { Guesser, prepareVictims } from './lib/guesser.ts'

const { values } = parseArgs({
  options: {
    guesses: { type: 'string', default: '10000' },
    database: { type: 'string', default: 'embedded' },
    seed: { type: 'string', default: '1' },
  },
})
const guesses = Number(values.guesses)
const MOST_IN_A_BURST = 20
const RESTARTS = 2

if (values.database === 'postgres') {
  await withCluster(async ({ newDatabase, version }) => {
    const url = await newDatabase('guesses')
    await soak(() => openDatabase({ url, connections: MOST_IN_A_BURST + 4 }), version)
  })
} else {
  const directory = mkdtempSync(join(tmpdir(), 'partner-office-guesses-'))
  await soak(() => openDatabase({ directory }), 'embedded database')
  rmSync(directory, { recursive: true, force: true })
}

async function soak(open: () => Promise<Database>, on: string): Promise<void> {
  const clock = { now: TEST_NOW }
  const seal = passwordSeal(randomBytes(SEAL_KEY_BYTES))
  const start = async () => TestIdentity.open(await open(), { clock, seal })
  const stop = async ({ app, core }: TestIdentity) => {
    await app.close()
    await core.database.close()
  }
  const random = new SeededRandom(Number(values.seed))
  let identity = await start()
  const victims = await prepareVictims(identity)
  const budget = new GuessBudget(clock.now)
  const guesser = new Guesser(random, victims, budget)

  const restartEvery = Math.ceil(guesses / (RESTARTS + 1))
  let restarts = 0
  while (guesser.done < guesses) {
    const burst = Math.min(random.integer(1, MOST_IN_A_BURST), guesses - guesser.done)
    await Promise.all(Array.from({ length: burst }, () => guesser.guess(identity)))
    identity.log.length = 0
    clock.now += random.chance(0.03) ? random.integer(1, 3 * 3_600_000) : random.integer(0, 20_000)
    budget.check(clock.now)
    if (random.chance(0.02)) await guesser.ownerSignsIn(identity)
    if (guesser.done >= restartEvery * (restarts + 1) && restarts < RESTARTS) {
      await stop(identity)
      identity = await start()
      restarts += 1
      console.log(`${on}: ${guesser.done} guesses, restarted`)
    }
  }
  await stop(identity)
  report(guesser, budget, { now: clock.now, restarts, on })
}

function report(
  guesser: Guesser,
  budget: GuessBudget,
  { now, restarts, on }: { readonly now: number; readonly restarts: number; readonly on: string },
): void {
  const hours = (now - TEST_NOW) / 3_600_000
  finish({
    name: 'guesses',
    lines: [
      `${guesser.done} guesses in ${hours.toFixed(0)} hours of the clock, ${restarts} restarts; ${guesser.summary()}`,
      ...budget.lines(now),
      `${budget.problems.length} guesses right or beyond the budget (exactly 0)`,
      ...budget.problems.slice(0, 10),
      `the owner signed in ${guesser.ownerSignIns} times and was refused ${guesser.ownerTurnedAway} times (exactly 0)`,
    ],
    on,
    passed: budget.problems.length === 0 && guesser.ownerTurnedAway === 0,
  })
}
