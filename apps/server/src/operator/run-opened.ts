import { sealCandidate, sealHistory, sealTransfers } from '../business/ledger/seal-transfers.ts'
import { finishInterrupted } from '../business/orders/import/finish-import.ts'
import type { Core } from '../core/core.ts'
import { openCore } from '../core/open-core.ts'
import type { Environment } from '../env.ts'
import { type Command, COMMANDS } from './command-table.ts'
import { counted } from './counted.ts'
import type { CommandIo } from './commands/handler.ts'
import { type GivenCommand, runCommand } from './run-command.ts'

/** Run a command in this process, which opens what it works on for as long as it takes. */
export async function runOpened(
  environment: Environment,
  given: GivenCommand,
  io: CommandIo,
): Promise<number> {
  const { command } = given
  const { core, close } = await openCore(environment, {
    operatorPort: null,
    figures: needsFigures(command),
    anyKey: command.name === 'keys restore' || command.name === 'keys renew',
  })
  try {
    const orders = await finishInterrupted(core)
    if (orders > 0) io.note(`${counted(orders, 'order')} of an accepted file recorded first`)
    const exit = await runCommand(core, given, io)
    if (COMMANDS[command.name].isAudited) await sealBeforeLeaving(core)
    return exit
  } finally {
    await close()
  }
}

function needsFigures({ name, arguments: [kind] }: Command): boolean {
  return (
    COMMANDS[name].needsFigures && (name !== 'export' || kind === 'figures' || kind === 'ranks')
  )
}

/** On PostgreSQL a server seals; a data directory may see none for a long time. */
async function sealBeforeLeaving({ database, clock }: Core): Promise<void> {
  if (database.kind === 'postgres') return
  await sealTransfers(database.read, await sealCandidate(database.read), clock())
  await sealHistory(database.read, await sealCandidate(database.read), clock())
}
