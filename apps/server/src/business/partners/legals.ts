import { createHash } from 'node:crypto'

import { Refusal } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'
import type { Core } from '../../core/core.ts'
import { readSettings, recentSettings } from '../settings/read-settings.ts'
import { partnerStanding, standingKey } from './partner-standing.ts'

/** The terms that are in force: whose they are, and which version. */
export type Terms = { readonly product: string; readonly version: string }

/** Settings that define the terms. */
export const TERMS_SETTINGS = ['product', 'legalDocuments'] as const

/**
 * The terms as the settings have them. The version is a hash of the list of documents: another list, or another file in
 * it, asks everybody again, and so does a new name of the product.
 *
 * Source: decisions D-028.
 */
export function termsOf(settings: Record<(typeof TERMS_SETTINGS)[number], string>): Terms {
  const { product, legalDocuments } = settings
  if (legalDocuments !== hashed.documents)
    hashed = { documents: legalDocuments, hash: sha256(legalDocuments) }
  return { product, version: hashed.hash }
}

/** The name of terms in a partner's standing. The version is a hash, so no two terms have one name. */
export const termsName = ({ product, version }: Terms): string => `${version} ${product}`

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Every call asks, and the list hardly ever changes. */
let hashed = { documents: '', hash: sha256('') }

/**
 * When the partner accepted the terms in force; null: not yet.
 *
 * Refuses: `not_found`, for a product that is not ours.
 */
export async function readAcceptance(
  { database }: Pick<Core, 'database'>,
  partnerId: number,
  product: string,
): Promise<{ acceptedAt: number | null }> {
  const terms = requireOurs(termsOf(await recentSettings(database)), product)
  const { accepted } = await partnerStanding(database, partnerId)
  return { acceptedAt: accepted[termsName(terms)] ?? null }
}

/**
 * Accept the terms in force.
 *
 * Refuses: `legals_already_accepted`; `not_found`, for a product that is not ours.
 * Source: decisions D-028, D-029.
 */
export async function acceptTerms(
  { database, clock }: Core,
  partnerId: number,
  product: string,
): Promise<{ acceptedAt: number }> {
  const { version } = await termsInForce(database.read, product)
  const acceptedAt = clock()
  const storing = database.transaction((tx) =>
    tx
      .insertInto('legalAcceptances')
      .values({ partnerId, product, version, acceptedAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('acceptedAt')
      .executeTakeFirst(),
  )
  const stored = await database.recent.forgetAfter(storing, [standingKey(partnerId)])
  if (stored === undefined) throw new Refusal('legals_already_accepted')
  return stored
}

async function termsInForce(db: Db, product: string): Promise<Terms> {
  return requireOurs(termsOf(await readSettings(db, TERMS_SETTINGS)), product)
}

function requireOurs(terms: Terms, product: string): Terms {
  if (terms.product !== product) throw new Refusal('not_found')
  return terms
}
