/** Opens a database and closes it again: a process that `expand` kills. Usage: node open-database.ts postgres://... */
import { openDatabase } from '../../apps/server/src/db/database.ts'

await (await openDatabase({ url: process.argv[2]! })).close()
