import type { Db } from '../../db/database.ts'
import {
  readVerifiedFieldsOf,
  type VerifiedFields,
} from '../../passport/accounts/verified-fields.ts'

/** The person a statement belongs to. Verified values come from documents, others from the profile. */
export type StatementHolder = {
  readonly partnerId: number
  readonly name: string
  readonly isNameVerified: boolean
  readonly address: readonly string[]
  readonly isAddressVerified: boolean
  readonly language: string
}

/** The holders of statements by partner. */
export async function readHolders(
  db: Db,
  partnerIds: readonly number[],
): Promise<Map<number, StatementHolder>> {
  const proven = await readVerifiedFieldsOf(db, partnerIds)
  const partners = await db
    .selectFrom('partners')
    .select(['id', 'firstName', 'lastName', 'address1', 'address2', 'zip', 'city', 'countryId'])
    .select('uiLanguage as language')
    .where('id', 'in', partnerIds)
    .execute()
  return new Map(
    partners.map((partner) => {
      const verified = proven.get(partner.id)!
      const name = verifiedName(verified)
      const address = verifiedAddress(verified)
      const ownAddress = [
        partner.address1,
        partner.address2,
        `${partner.zip} ${partner.city}`,
        partner.countryId,
      ]
      const holder = {
        partnerId: partner.id,
        name: name ?? `${partner.firstName} ${partner.lastName}`.trim(),
        isNameVerified: name !== null,
        address: (address ?? ownAddress).map((line) => line.trim()).filter((line) => line !== ''),
        isAddressVerified: address !== null,
        language: partner.language,
      }
      return [partner.id, holder]
    }),
  )
}

/** The name that a passport proves; null without one. Source: REP-015. */
export function verifiedName({ passport: { name, surname } }: VerifiedFields): string | null {
  return name === undefined || surname === undefined ? null : `${name} ${surname}`
}

/** The address that a document proves, line by line; null without one. Source: REP-016. */
export function verifiedAddress({ address }: VerifiedFields): readonly string[] | null {
  const { address1, city, country, zip } = address
  const isWhole = [address1, city, country, zip].every((field) => field !== undefined)
  return isWhole ? [address1!, `${zip} ${city}`, country!] : null
}
