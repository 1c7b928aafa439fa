import { readAuditLog } from '../../business/audit/audit-log.ts'
import { DONE, type Handler, instantText, listLine } from './handler.ts'

export const auditList: Handler = async ({ core, io }) => {
  await io.out(listLine('at', 'who', 'command', 'details'))
  for await (const { at, actor, command, details } of readAuditLog(core.database.read)) {
    await io.out(listLine(instantText(at), actor, command, JSON.stringify(details)))
  }
  return DONE
}
