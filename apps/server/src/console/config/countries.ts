import type { CallReply, getConsoleCountries, getResidents } from '@partner-office/contracts'
import { COUNTRY_CODES, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { valuesVersion } from '../../business/partners/values-version.ts'
import { changeSettings } from '../../business/settings/change-settings.ts'
import { readSettings } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { idCursor, partOf } from '../../db/page.ts'
import { maskedEmail } from '../masked.ts'
import { within } from '../within.ts'

const SETTINGS = ['registrationBarredCountries', 'purchaseRestrictedCountries'] as const

type Barred = Record<(typeof SETTINGS)[number], string>

const versionOf = (settings: Barred): string =>
  valuesVersion(SETTINGS.map((name) => settings[name]))

/** All countries with what is barred there and how many partners live there, without erased ones. */
export async function readCountries(db: Db): Promise<CallReply<typeof getConsoleCountries>> {
  const settings = await readSettings(db, SETTINGS)
  const [barred, restricted] = SETTINGS.map((name) => settings[name].split(','))
  const { rows } = await sql<{ code: string; partners: number }>`
    select country_id as code, count(*)::integer as partners from partners where erased_at is null
    group by country_id`.execute(db)
  const partners = new Map(rows.map((row) => [row.code, row.partners]))
  const content = COUNTRY_CODES.map((code) => ({
    code,
    partners: partners.get(code) ?? 0,
    barred: barred!.includes(code),
    restricted: restricted!.includes(code),
  }))
  return { content, version: versionOf(settings) }
}

type New = {
  readonly barred: readonly string[]
  readonly restricted: readonly string[]
  readonly version: string
}

/** Replaces the barred countries. Refuses: `changed_meanwhile`. Source: requirements CNF-009; D-080. */
export async function changeCountries(
  core: Core,
  { barred, restricted, version }: New,
): Promise<void> {
  await core.database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('partner-office: settings'))`.execute(tx)
    if (versionOf(await readSettings(tx, SETTINGS)) !== version)
      throw new Refusal('changed_meanwhile')
    await changeSettings(within(core, tx), {
      registrationBarredCountries: listOf(barred),
      purchaseRestrictedCountries: listOf(restricted),
    })
  })
}

/** Codes as the settings hold them. */
export const listOf = (codes: readonly string[]): string => [...new Set(codes)].toSorted().join(',')

const PAGE = 50

/** A partner who lives in a country, with the contacts as they are stored. */
export type Resident = {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** Partners who live in a country, by id, behind an id. */
export const residentsAfter = (
  db: Db,
  { code, after, limit }: { readonly code: string; readonly after: number; readonly limit: number },
): Promise<Resident[]> =>
  db
    .selectFrom('partners')
    .select(['id', 'firstName', 'lastName', 'email'])
    .where('countryId', '=', code)
    .where('erasedAt', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** A page of the partners who live in a country, with masked contacts. Source: requirements CNF-009; D-175. */
export async function readResidents(
  db: Db,
  { code, cursor = 0 }: { readonly code: string; readonly cursor: number | undefined },
  limit = PAGE,
): Promise<CallReply<typeof getResidents>> {
  const rows = await residentsAfter(db, { code, after: cursor, limit: limit + 1 })
  const part = partOf(rows, limit, idCursor)
  return {
    ...part,
    content: part.content.map((row) => ({ ...row, email: maskedEmail(row.email) })),
  }
}
