import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

import { expect, test } from '@playwright/test'

import { makePartner } from './partners.ts'
import { product } from './product.ts'
import { addresses, remembered } from './secrets.ts'

/** All secrets are longer, consist of these letters, and differ in their beginnings. */
const BEGINNING = 16
const LETTERS = new RegExp(`[A-Za-z0-9_-]{${BEGINNING},}`, 'g')
/** A code is too short to search for without its name. */
const NAMED_CODE = /\bcode"?\s*[=:]\s*"?\d{6}\b/

let byBeginning = new Map<string, string>()

test.beforeAll(async () => {
  // At least one sign-in, even after a run of few specs.
  await makePartner({ termsAccepted: false, twoFactor: true })
  byBeginning = new Map(remembered().map((secret) => [secret.slice(0, BEGINNING), secret]))
})

test('no token, password, code or authenticator secret of the run is in a log or a file', () => {
  const { log, dataDir } = product()
  expect(textOf(log)).not.toBe('')
  expect(textOf(log)).not.toMatch(NAMED_CODE)
  const found = [log, ...filesOf(dataDir)].flatMap((file) =>
    secretsIn(textOf(file)).map((secret) => `${file}: ${secret}`),
  )
  expect(found).toEqual([])
})

test('no token, password, code or authenticator secret of the run is in an address or a referrer', () => {
  const said = addresses().map(({ url, referrer }) => `${referrer} ${withoutHandOff(url)}`)
  expect(said.filter((text) => NAMED_CODE.test(text))).toEqual([])
  expect(said.filter((text) => secretsIn(text).length > 0)).toEqual([])
})

/** A hand-off token may be here: it works once, for a minute, and only in the window that requested it. */
const withoutHandOff = (url: string): string =>
  new URL(url).pathname.endsWith('/catch') ? url.replace(/[?&]token=[^&]*/, '') : url

/** All files except mails: mails contain tokens for their recipients. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${sep}outbox${sep}`))
}

/** Reads byte by byte, whatever the file contains. The database deletes its temporary files meanwhile: those are empty. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** The beginnings of the secrets in a text; letters may precede a secret directly. */
function secretsIn(text: string): string[] {
  const found: string[] = []
  for (const [run] of text.matchAll(LETTERS)) {
    for (let at = 0; at + BEGINNING <= run.length; at += 1) {
      const secret = byBeginning.get(run.slice(at, at + BEGINNING))
      if (secret !== undefined && run.startsWith(secret, at)) found.push(secret.slice(0, 10))
    }
  }
  return found
}
