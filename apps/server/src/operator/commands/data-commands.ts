import { exportRows, type ExportKind } from '../../business/exports/export-rows.ts'
import { noteMoved } from '../../business/quarantine/quarantine.ts'
import { finishInterrupted } from '../../business/orders/import/finish-import.ts'
import { importOrders } from '../../business/orders/import/import-orders.ts'
import { importPartners } from '../../business/partners/import-partners.ts'
import { restoreBackup, writeBackup } from '../../db/backup.ts'
import { readDemoCode } from '../../demo/demo-code.ts'
import { fillDemo } from '../../demo/fill-demo.ts'
import { verifyAll } from '../../verify/verify-all.ts'
import { counted } from '../counted.ts'
import { requireKeys } from './key-commands.ts'
import { DONE, type Handler, inputOf, REFUSED } from './handler.ts'

export const demo: Handler = async ({ core, command: { options }, io }) => {
  const [partners, months, seed] = [options['partners'], options['months'], options['seed']].map(
    Number,
  )
  await fillDemo(core, { partners: partners!, months: months!, seed: seed! }, io.progress)
  await io.out(`demo network of ${partners} partners and ${months} months made\n`)
  return DONE
}

export const demoCode: Handler = async ({ core, io }) => {
  await io.out(`${await readDemoCode(core)}\n`)
  return DONE
}

export const importPartnersFile: Handler = async ({ core, io }) => {
  const { imported } = await importPartners(core, inputOf(io), io.progress)
  await io.out(`${counted(imported, 'partner')} imported\n`)
  return DONE
}

export const importOrdersFile: Handler = async ({ core, io }) => {
  const { imported } = await importOrders(core, inputOf(io), io.progress)
  await io.out(`${counted(imported, 'order')} imported\n`)
  return DONE
}

export const exportFile: Handler = async ({ core, command, io }) => {
  // The command table lets nothing else through.
  const kind = command.arguments[0] as ExportKind
  for await (const chunk of exportRows(core, kind, { period: command.options['period'] })) {
    await io.out(chunk)
  }
  return DONE
}

export const verify: Handler = async ({ core, io }) => {
  const { checked, differences } = await verifyAll(core, io.progress)
  io.note(`${checked.length} checks made`)
  for (const difference of differences) await io.out(`${difference}\n`)
  if (differences.length === 0) await io.out('no differences\n')
  return differences.length === 0 ? DONE : REFUSED
}

export const backup: Handler = async ({ core, io }) => {
  for await (const chunk of writeBackup(core.database)) await io.out(chunk)
  return DONE
}

export const restore: Handler = async ({ core, command, io }) => {
  const { tables, rows } = await restoreBackup(core.database, inputOf(io), async (tx) => {
    await requireKeys(core, tx, { without: command.options['without-keys'] !== undefined, io })
    await noteMoved(tx, core.clock())
  })
  await core.network.catchUp(core.database.read)
  // A backup made while a file was recorded in slices holds the accepted rest of it.
  await finishInterrupted(core)
  await io.out(`${rows} rows of ${tables} tables restored\n`)
  return DONE
}
