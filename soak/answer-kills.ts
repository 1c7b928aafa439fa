/**
 * INB-002: kills a process at each step of answering a ticket and mailing the answer, and sends the answer again.
 *
 * Figure: one answer and one letter, with one Message-ID, after each kill; `verify` is clean.
 *
 * Usage: node soak/answer-kills.ts [--rounds 65] [--database embedded|postgres]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { answerKills } from '../apps/server/src/testing/answer-kills.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '65' },
    database: { type: 'string', default: 'postgres' },
  },
})
const directory = mkdtempSync(join(tmpdir(), 'partner-office-answer-kills-'))

if (values.database === 'postgres') {
  await withCluster(async ({ newDatabase, version }) => {
    await killAnswers({ DATABASE_URL: await newDatabase('answer_kills') }, version)
  })
} else await killAnswers({}, 'embedded database')

async function killAnswers(variables: Record<string, string>, on: string): Promise<void> {
  const { killed, steps, open, stored, again, faults } = await answerKills({
    kills: Number(values.rounds),
    variables: { DATA_DIR: directory, ...variables },
    say: (line) => console.log(line),
  })
  rmSync(directory, { recursive: true, force: true })
  finish({
    name: 'answer-kills',
    lines: [
      `${killed} kills over ${steps} steps: ${open} left no answer, ${stored} left one, ${again} letters came again`,
      `${faults.length} faults (exactly 0)`,
      ...faults.slice(0, 20),
    ],
    on,
    passed: faults.length === 0 && killed > 0,
  })
}
