import { beforeAll, expect, test } from 'vitest'

import {
  type Child,
  freePorts,
  startServer,
  temporaryDirectory,
  until,
} from '../../testing/child.ts'
import { copyDatabaseTo } from '../../testing/databases.ts'
import { MailServer } from '../../testing/mail-server.ts'

const EMAIL = 'new@example.com'
const CREDENTIALS = { user: 'office', pass: 'mail-server-password' }

const dataDir = temporaryDirectory()
let mailServer: MailServer
let server: Child
let passport: string

beforeAll(async () => {
  mailServer = await new MailServer(CREDENTIALS).start()
  const ports = await freePorts()
  copyDatabaseTo(dataDir)
  passport = `http://127.0.0.1:${ports.PASSPORT_PORT}`
  server = await startServer({
    ...ports,
    DATA_DIR: dataDir,
    DEMO: 'off',
    SMTP_URL: mailServer.url,
    LOG_LEVEL: 'trace',
  })
})

const post = async (path: string, form: object) => {
  const response = await fetch(`${passport}${path}`, {
    method: 'POST',
    body: JSON.stringify(form),
    headers: { 'content-type': 'application/json' },
  })
  return (await response.json()) as { state: string }
}

test('a registration while the mail server is down succeeds; its mails leave once it is back', async () => {
  await mailServer.stop()
  const form = {
    email: EMAIL,
    password: 'a-Secret-of-new',
    firstName: 'New',
    lastName: 'Partner',
    country: 'DE',
    language: 'de',
    application: 'partner',
  }
  expect((await post('/v1/registration', form)).state).toBe('success')
  await until(() => server.said.out.includes('The mail server did not take a mail: ESOCKET'))

  await mailServer.start()
  expect((await post('/v1/password/forgot', { email: EMAIL })).state).toBe('success')
  await until(() => mailServer.received.length > 0)
  const [mail] = mailServer.received
  expect(mail).toMatchObject({
    to: [{ address: EMAIL }],
    subject: 'Legen Sie ein neues Passwort fest · Partner Office',
    html: expect.stringContaining('<html lang="de" dir="ltr">'),
  })
  const link = /http\S+/.exec(mail!.text!)![0]
  expect(link).toMatch(new RegExp(`^${passport}/de/reset#token=[\\w-]{43}$`))
  const token = link.split('=')[1]!
  expect((await post('/v1/password/reset', { token, password: 'another-Secret-1' })).state).toBe(
    'success',
  )
  for (const secret of [token, CREDENTIALS.pass, EMAIL]) {
    expect(server.said.out + server.said.err).not.toContain(secret)
  }
  await mailServer.stop()
})
