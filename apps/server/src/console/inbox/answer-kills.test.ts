import { rmSync } from 'node:fs'

import { expect, test } from 'vitest'

import { answerKills, DELIVERED } from '../../testing/answer-kills.ts'
import { createPostgresDatabase, emptyDirectory } from '../../testing/databases.ts'

/** Within the answer, and once the mail server has the letter; `soak/answer-kills.ts` meets every step. */
const KILLS = [12, DELIVERED]

test(
  'INB-002 a kill at a step of answering leaves one answer and one letter',
  { timeout: 300_000 },
  async () => {
    const directory = emptyDirectory()
    const { url, drop } = await createPostgresDatabase()
    const variables = { DATA_DIR: directory, DATABASE_URL: url }
    const { killed, open, again, faults } = await answerKills({ kills: KILLS, variables })
    expect(faults).toEqual([])
    expect({ killed, open, again }).toEqual({ killed: KILLS.length, open: 1, again: 1 })
    await drop()
    rmSync(directory, { recursive: true, force: true })
  },
)
