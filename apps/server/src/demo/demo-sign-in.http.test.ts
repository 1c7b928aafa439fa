import { createHash, randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { publicClient } from '../passport/tokens/oauth-client.ts'
import { codeAt } from '../proofs/totp.ts'
import { freePorts, startServer, temporaryDirectory } from '../testing/child.ts'
import { createPostgresDatabase } from '../testing/databases.ts'

const PRINTED = /^Demo sign-in {2}(\S+) \/ (\S+), authenticator (\S+)$/m

const dataDir = temporaryDirectory()

test(
  'a script signs in with the credentials that the start prints',
  { timeout: 600_000 },
  async () => {
    const ports = await freePorts()
    // The demo network is made there in a tenth of the time; `fill-demo.test.ts` makes one on the embedded database.
    const { url, drop } = await createPostgresDatabase({ isMigrated: false })
    const server = await startServer({ ...ports, DATA_DIR: dataDir, DATABASE_URL: url, DEMO: 'on' })
    const [, email, password, secret] = PRINTED.exec(server.said.err)!
    expect([email, password, secret]).toEqual([
      'demo@example.com',
      'demo-Partner-1',
      'JBSWY3DPEHPK3PXP',
    ])

    expect(server.said.err).toMatch(/^Demo code {5}\d{6} /m)

    const passport = `http://127.0.0.1:${ports.PASSPORT_PORT}`
    const verifier = randomBytes(32).toString('base64url')
    const login = async (code?: string) => {
      const response = await fetch(`${passport}/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          email,
          password,
          code,
          application: 'partner',
          backUrl: `http://127.0.0.1:${ports.PORT}/en/catch`,
          challenge: createHash('sha256').update(verifier).digest('base64url'),
        }),
      })
      return (await response.json()) as { data: { redirect: string } }
    }
    expect((await login()).data).toEqual({ twoFaRequired: true })
    const { data } = await login(codeAt(secret!, Math.floor(Date.now() / 30_000)))
    const token = new URL(data.redirect).searchParams.get('token')!

    const { id, secret: clientSecret } = publicClient('partner')
    const swapped = await fetch(`${passport}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${id}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'hand_off', token, verifier }),
    })
    const grant = (await swapped.json()) as { data: { access_token: string } }
    const authorization = `Bearer ${grant.data.access_token}`
    const user = await fetch(`${passport}/v1/user`, { headers: { authorization } })
    expect(await user.json()).toMatchObject({
      state: 'success',
      data: { email, twoFaMethods: ['GOOGLE_AUTHENTICATOR'] },
    })
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await drop()
  },
)
