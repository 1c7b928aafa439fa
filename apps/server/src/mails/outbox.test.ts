import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'

import type { Tx } from '../db/database.ts'
import { emptyDirectory } from '../testing/databases.ts'
import { outbox } from './outbox.ts'

const LETTER = {
  userId: 1,
  to: 'a@example.com',
  subject: 'Hello',
  text: 'Ça va?',
  html: '<p>Ça va?</p>',
}

test('a mail is a file that only its owner can read', async () => {
  const directory = emptyDirectory()
  const folder = join(directory, 'outbox')
  await outbox(folder, { clock: () => 0, sender: 'office@example.com' }).send(LETTER)
  const [file, ...others] = readdirSync(folder)
  expect(others).toEqual([])
  expect(file).toMatch(/^1970-01-01T00-00-00\.000Z-.*\.eml$/)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, file!)).mode & 0o777).toBe(0o600)
  expect(await PostalMime.parse(readFileSync(join(folder, file!)))).toMatchObject({
    from: { name: 'Partner Office', address: 'office@example.com' },
    to: [{ address: 'a@example.com' }],
    subject: 'Hello · Partner Office',
    text: 'Ça va?\n',
    html: '<p>Ça va?</p>\n',
  })
  rmSync(directory, { recursive: true })
})

test('texts from people add no header to a mail', async () => {
  const directory = emptyDirectory()
  const subject = 'News\r\nBcc: all@example.com\n\nno\u2028text\u0085'
  await outbox(directory, { clock: () => 0, sender: 'office@example.com' }).send({
    ...LETTER,
    subject,
  })
  const [file] = readdirSync(directory)
  const { headers, bcc, text } = await PostalMime.parse(readFileSync(join(directory, file!)))
  expect(headers.filter(({ key }) => key === 'subject')).toMatchObject([
    { value: 'News Bcc: all@example.com no text · Partner Office' },
  ])
  expect([bcc, text]).toEqual([undefined, 'Ça va?\n'])
  rmSync(directory, { recursive: true })
})

test('a mail that must leave once is one file after any number of attempts', async () => {
  const directory = emptyDirectory()
  const mail = outbox(directory, { clock: () => 0, sender: 'office@example.com' })
  const once = { tx: {} as Tx, id: 'notes-7', at: 1_000 }
  await mail.send(LETTER, once)
  await mail.send(LETTER, once)
  expect(readdirSync(directory)).toEqual(['1970-01-01T00-00-01.000Z-notes-7.eml'])
  rmSync(directory, { recursive: true })
})
