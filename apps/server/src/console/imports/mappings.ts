import type { CallInput, ImportMapping, postImportMapping } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { writeEntries } from '../../business/audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import type { Session } from '../console.ts'
import { readImport } from './stored-imports.ts'
import { headerText } from './upload-import.ts'

/** The saved mappings by kind and name. */
export function listMappings(db: Db): Promise<ImportMapping[]> {
  return db
    .selectFrom('console.importMappings as m')
    .innerJoin('console.operators as o', 'o.id', 'm.byId')
    .select(['m.id', 'm.kind', 'm.name', 'm.at', 'o.email as by'])
    .orderBy('m.kind')
    .orderBy('m.name')
    .execute()
}

/** Saves the form of a file under a name. Refuses: `not_found`, also where the content is deleted. Source: requirements ORC-013. */
export async function saveMapping(
  core: Core,
  { importId, name }: CallInput<typeof postImportMapping>['body'],
  session: Session,
): Promise<number> {
  const { kind, form, header } = await readImport(core, importId, session)
  if (header.length === 0) throw new Refusal('not_found')
  return core.database.transaction(async (tx) => {
    const saved = {
      header: headerText(header),
      form: JSON.stringify(form),
      at: core.clock(),
      byId: session.operatorId,
    }
    const { id } = await tx
      .insertInto('console.importMappings')
      .values({ kind, name, ...saved })
      .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet(saved))
      .returning('id')
      .executeTakeFirstOrThrow()
    const details = () => ({ mapping: id, object: name, kind, form })
    const entry = { actor: session.email, command: 'import mapping', details }
    await writeEntries(tx, core.clock(), [entry])
    return id
  })
}

/** Deletes a saved mapping. Refuses: `not_found`. */
export function deleteMapping(core: Core, id: number, { email }: Session): Promise<void> {
  return core.database.transaction(async (tx) => {
    const deleted = await tx
      .deleteFrom('console.importMappings')
      .where('id', '=', id)
      .returning(['kind', 'name'])
      .executeTakeFirst()
    if (deleted === undefined) throw new Refusal('not_found')
    const details = () => ({ mapping: id, object: deleted.name, kind: deleted.kind })
    const entry = { actor: email, command: 'import mapping delete', details }
    await writeEntries(tx, core.clock(), [entry])
  })
}
