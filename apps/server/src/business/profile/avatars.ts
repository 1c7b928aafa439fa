import { createHash } from 'node:crypto'

import { type FileReply } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { readSetting } from '../settings/read-settings.ts'

/** The address of a partner's picture. */
type Picture = { readonly avatar: string }

/**
 * Stores a recoded picture in place of the partner's earlier one.
 *
 * Units: `officeOrigin` is where the business service serves pictures.
 */
export async function storeAvatar(
  { database, clock, newCode }: Core,
  partnerId: number,
  picture: Buffer,
  officeOrigin: string,
): Promise<Picture> {
  const name = `${newCode()}.jpg`
  const avatar = `${officeOrigin}/avatars/${name}`
  const row = { partnerId, name, picture, storedAt: clock() }
  await database.transaction(async (tx) => {
    await tx
      .insertInto('avatars')
      .values(row)
      .onConflict((conflict) => conflict.column('partnerId').doUpdateSet(row))
      .execute()
    await setAvatar(tx, partnerId, avatar)
  })
  return { avatar }
}

/**
 * Takes the picture that Gravatar has for the partner's e-mail address; the server fetches nothing.
 *
 * Refuses: `not_found`, without an e-mail address.
 * Source: decisions D-082; requirements PRF-034.
 */
export async function takeGravatar(core: Core, partnerId: number): Promise<Picture> {
  return core.database.transaction(async (tx) => {
    const { email } = await tx
      .selectFrom('partners')
      .select('email')
      .where('id', '=', partnerId)
      .executeTakeFirstOrThrow()
    if (email.trim() === '') throw new Refusal('not_found')
    const avatar = gravatarAddress(await readSetting(tx, 'gravatarHost'), email)
    await tx.deleteFrom('avatars').where('partnerId', '=', partnerId).execute()
    await setAvatar(tx, partnerId, avatar)
    return { avatar }
  })
}

/** The address of a Gravatar picture: a hash of the lowercased, trimmed e-mail address. Source: decisions D-082. */
export function gravatarAddress(host: string, email: string): string {
  const hash = createHash('md5').update(email.trim().toLowerCase()).digest('hex')
  return `${host.replace(/\/$/, '')}/avatar/${hash}?s=300&d=404`
}

/**
 * A stored picture by its name.
 *
 * Refuses: `not_found`.
 */
export async function readAvatar({ database }: Core, name: string): Promise<FileReply> {
  const found = await database.read
    .selectFrom('avatars')
    .select('picture')
    .where('name', '=', name)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  return { name: 'photo.jpg', chunks: once(found.picture), isLasting: true }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function setAvatar(tx: Tx, partnerId: number, avatar: string): Promise<void> {
  await tx.updateTable('partners').set({ avatar }).where('id', '=', partnerId).execute()
}
