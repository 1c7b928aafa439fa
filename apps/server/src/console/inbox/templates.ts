import type {
  CallInput,
  postTemplate,
  putTemplate,
  Template,
  TemplateUse,
} from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'

/** Templates, by name; `use` leaves out the others. */
export async function readTemplates(db: Db, use?: TemplateUse): Promise<Template[]> {
  const rows = await templates(db).orderBy('t.name').orderBy('t.id').execute()
  return use === undefined ? rows : rows.filter((row) => row.use === use)
}

const templates = (db: Db) =>
  db
    .selectFrom('console.templates as t')
    .innerJoin('console.operators as o', 'o.id', 't.changedBy')
    .select([
      't.id',
      't.use',
      't.name',
      't.texts',
      't.version',
      't.changedAt',
      'o.email as changedBy',
    ])

/** One template. Refuses: `not_found`. */
export async function readTemplate(db: Db, id: number): Promise<Template> {
  const template = await templates(db).where('t.id', '=', id).executeTakeFirst()
  if (template === undefined) throw new Refusal('not_found')
  return template
}

/** Adds a template; returns its id. Refuses: `not_unique`, `required`, for the name. Source: requirements INB-005. */
export async function addTemplate(
  core: Core,
  tx: Tx,
  { use, name, texts }: CallInput<typeof postTemplate>['body'],
  operatorId: number,
): Promise<number> {
  requireName(name)
  const added = await tx
    .insertInto('console.templates')
    .values({
      use,
      name,
      texts: JSON.stringify(texts),
      changedAt: core.clock(),
      changedBy: operatorId,
    })
    .onConflict((conflict) => conflict.columns(['use', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) throw new Refusal('not_unique', { field: 'name' })
  return added.id
}

function requireName(name: string): void {
  if (name === '') throw new Refusal('required', { field: 'name' })
}

/** Changes a template as the operator saw it. Refuses: `not_found`, `changed_meanwhile`; as adding. */
export async function changeTemplate(
  core: Core,
  tx: Tx,
  id: number,
  { version, name, texts }: CallInput<typeof putTemplate>['body'],
  operatorId: number,
): Promise<void> {
  requireName(name)
  const { version: now, use } = await lockTemplate(tx, id)
  if (now !== version) throw new Refusal('changed_meanwhile')
  const other = await tx
    .selectFrom('console.templates')
    .select('id')
    .where('use', '=', use)
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other !== undefined) throw new Refusal('not_unique', { field: 'name' })
  await tx
    .updateTable('console.templates')
    .set({
      name,
      texts: JSON.stringify(texts),
      version: now + 1,
      changedAt: core.clock(),
      changedBy: operatorId,
    })
    .where('id', '=', id)
    .execute()
}

async function lockTemplate(tx: Tx, id: number) {
  const template = await tx
    .selectFrom('console.templates')
    .select(['version', 'use'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (template === undefined) throw new Refusal('not_found')
  return template
}

/** Removes a template. Refuses: `not_found`. */
export async function removeTemplate(tx: Tx, id: number): Promise<void> {
  await lockTemplate(tx, id)
  await tx.deleteFrom('console.templates').where('id', '=', id).execute()
}
