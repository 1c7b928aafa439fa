/**
 * Keep a database of the schema that is about to be released: from then on a test opens, migrates and verifies it.
 *
 * Usage: node scripts/keep-released-schema.ts
 */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { writeBackup } from '../apps/server/src/db/backup.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { MIGRATIONS } from '../apps/server/src/db/migrations/index.ts'
import { fillDemo } from '../apps/server/src/demo/fill-demo.ts'
import { openTestCore } from '../apps/server/src/testing/core.ts'

const last = Object.keys(MIGRATIONS).at(-1)
const file = join(import.meta.dirname, `../apps/server/src/db/released/${last}.backup`)

const core = await openTestCore(await openDatabase({ directory: null }))
await fillDemo(core, { partners: 60, months: 6, seed: 1 })
await pipeline(writeBackup(core.database), createWriteStream(file))
await core.database.close()
console.log(file)
