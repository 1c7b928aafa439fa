import { countStatements } from '../../business/statements/count-statements.ts'
import { makeStatements } from '../../business/statements/make-statements.ts'
import { readStatementKeys, rotateKey } from '../../business/statements/statement-keys.ts'
import { DONE, type Handler, listLine } from './handler.ts'

export const statementsMake: Handler = async ({ core, command, io }) => {
  const [month] = command.arguments
  await makeStatements(core, month!, io.progress)
  const { byCurrency, sha256 } = await countStatements(core.database, month!)
  await io.out(listLine('period', 'currency', 'statements'))
  for (const [currency, statements] of [...byCurrency].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await io.out(listLine(month!, currency, statements))
  }
  await io.out(`SHA-256 ${sha256}\n`)
  io.note(`the statements of ${month} are made`)
  return DONE
}

export const statementsKeys: Handler = async ({ core, io }) => {
  await io.out(`${JSON.stringify(await readStatementKeys(core.database.read), null, 2)}\n`)
  return DONE
}

export const statementsRotate: Handler = async ({ core, io }) => {
  const { id } = await rotateKey(core)
  await io.out(`statements are signed with key ${id} from now on\n`)
  return DONE
}
