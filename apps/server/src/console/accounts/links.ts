import { randomUUID } from 'node:crypto'

import { DAY_MS } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Acting } from '../console.ts'
import { consoleLetter } from '../console-letter.ts'
import { hashOf, newToken } from '../../proofs/secret-token.ts'

/** A link of a first sign-in works this long. */
const LINK_MS = DAY_MS

/** Makes the link of an operator's first sign-in, good once; an earlier one ends. Source: requirements OPR-001. */
export async function makeLink(core: Core, tx: Tx, operatorId: number): Promise<string> {
  const token = newToken()
  const link = { tokenHash: hashOf(token), expiresAt: core.clock() + LINK_MS }
  const pending = { passwordHash: null, sealedSecret: null }
  await tx
    .insertInto('console.links')
    .values({ operatorId, ...link, ...pending })
    .onConflict((conflict) => conflict.column('operatorId').doUpdateSet({ ...link, ...pending }))
    .execute()
  return `${core.consoleOrigin}/console/welcome/${token}`
}

/** Queues the mail with an operator's link in the transaction; no other operator sees the link. */
export async function mailLink(
  { core, mail }: Acting,
  tx: Tx,
  { email, link }: { readonly email: string; readonly link: string },
): Promise<void> {
  const subject = 'Your way into the console'
  const letter = consoleLetter({ email, subject, text: LINK_TEXT, link })
  await mail.send(letter, { tx, id: randomUUID(), at: core.clock() })
}

const LINK_TEXT = `Open this link within 24 hours to set your password and your second factor. It works once.

{{link}}

If you do not work with the console, tell those who run it and ignore this email.`
