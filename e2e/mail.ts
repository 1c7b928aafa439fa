import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'

import { product } from './product.ts'
import { remember } from './secrets.ts'

/** A sent mail, and its links. */
export type SentLetter = {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
}

/** The last mail to an address. Waits for a mail that is on its way. */
export async function latestMail(address: string): Promise<SentLetter> {
  let found: Email | undefined
  await expect(async () => {
    found = await latestTo(address)
    expect(found, `a letter to ${address}`).toBeDefined()
  }).toPass({ timeout: 30_000 })
  const { subject = '', text = '', html = '' } = found!
  const links = text.match(/https?:\/\/[^\s<>"]+/g) ?? []
  remember(...links.flatMap((link) => /#token=(.+)$/.exec(link)?.[1] ?? []))
  return { subject, text, html, links }
}

/** File names begin with the instant at which the file was written. */
async function latestTo(address: string): Promise<Email | undefined> {
  for (const file of lettersNewestFirst()) {
    const letter = await PostalMime.parse(readFileSync(file))
    if (letter.to?.some((to) => to.address === address)) return letter
  }
  return undefined
}

function lettersNewestFirst(): string[] {
  const outbox = join(product().dataDir, 'outbox')
  try {
    const names = readdirSync(outbox).filter((name) => name.endsWith('.eml'))
    return names.toSorted((a, b) => (a < b ? 1 : -1)).map((name) => join(outbox, name))
  } catch {
    // No mail was sent yet.
    return []
  }
}
