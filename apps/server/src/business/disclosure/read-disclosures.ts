import type { DisclosureList, SignedDisclosure } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Database, Db } from '../../db/database.ts'
import { recentSettings } from '../settings/read-settings.ts'

/** A disclosure by its last month and its number of months. */
export type Which = { readonly month: string; readonly months: 1 | 12 }

/** A disclosure as it is stored; without content where there were fewer than ten members. */
export type StoredDisclosure = {
  readonly period: string
  readonly months: 1 | 12
  readonly content: string | null
}

/** The disclosures of a month, and of the twelve months that end with it. */
export const disclosuresOf = (db: Db, period: string): Promise<StoredDisclosure[]> =>
  db
    .selectFrom('disclosures')
    .select(['period', 'months', 'content'])
    .where('period', '=', period)
    .orderBy('months')
    .execute()

/** Reads the text of a stored disclosure. */
export const signedIn = (content: string): SignedDisclosure =>
  JSON.parse(content) as SignedDisclosure

/**
 * Lists the disclosures, the newest first.
 *
 * Refuses: `not_found`, while the setting `disclosure` is off.
 * Source: DIS-005, DIS-006.
 */
export async function readDisclosureList(database: Database): Promise<DisclosureList> {
  await requirePublic(database)
  const rows = await database.read
    .selectFrom('disclosures')
    .select(['period as month', 'months'])
    .select((row) => row('content', 'is', null).as('isTooSmall'))
    .orderBy('period', 'desc')
    .orderBy('months', 'desc')
    .execute()
  return {
    isTooSmall: rows.find(({ months }) => months === 1)?.isTooSmall === true,
    disclosures: rows
      .filter(({ isTooSmall }) => isTooSmall !== true)
      .map(({ month, months }) => ({ month, months })),
  }
}

/**
 * Reads one disclosure.
 *
 * Refuses: `not_found`, also while the setting `disclosure` is off.
 */
export async function readDisclosure(database: Database, which: Which): Promise<SignedDisclosure> {
  const { content } = await readDisclosureFile(database, which)
  return signedIn(content)
}

/** The same; null where there is none. Refuses: `not_found`, while the setting `disclosure` is off. */
export async function readDisclosureOrNull(
  database: Database,
  which: Which,
): Promise<SignedDisclosure | null> {
  await requirePublic(database)
  const content = (await findFile(database.read, which))?.content ?? null
  return content === null ? null : signedIn(content)
}

/** Reads the texts of one disclosure as they are signed. Refuses: as `readDisclosure`. */
export async function readDisclosureFile(
  database: Database,
  which: Which,
): Promise<{ readonly content: string; readonly csv: string }> {
  await requirePublic(database)
  const found = await findFile(database.read, which)
  if (found === undefined || found.content === null || found.csv === null) {
    throw new Refusal('not_found')
  }
  return { content: found.content, csv: found.csv }
}

const findFile = (db: Db, { month, months }: Which) =>
  db
    .selectFrom('disclosures')
    .select(['content', 'csv'])
    .where('period', '=', month)
    .where('months', '=', months)
    .executeTakeFirst()

async function requirePublic(database: Database): Promise<void> {
  const { disclosure } = await recentSettings(database)
  if (disclosure !== 'TRUE') throw new Refusal('not_found')
}
