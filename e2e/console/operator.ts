import {
  CONSOLE_TOKEN_HEADER,
  getMe,
  postConsoleLogout,
  postWelcome,
  postWelcomeConfirm,
  type Role,
} from '@partner-office/contracts'
import type { BrowserContext } from '@playwright/test'

import { Authenticator } from '../authenticator.ts'
import { office } from '../operators.ts'
import { product } from '../product.ts'
import { remember } from '../secrets.ts'

/** The console at the name for which browsers know passkeys. */
export const consoleAddress = (path = ''): string =>
  `${product().operators.replace('127.0.0.1', 'localhost')}/console${path}`

/** An operator's account, and the session of its first sign-in. */
export type Operator = {
  readonly email: string
  readonly password: string
  readonly authenticator: Authenticator
  readonly cookie: { readonly name: string; readonly value: string }
  readonly token: string
}

/** The link of a new operator's first sign-in, as the command prints it. */
export async function invite(email: string, roles: readonly Role[]): Promise<string> {
  const printed = await office(`operator add ${email} --role ${roles.join(',')}`)
  const [, token] = /\/console\/welcome\/([\w-]{43})/.exec(printed) ?? []
  if (token === undefined) throw new Error(`no link in ${printed}`)
  return token
}

let last = 0

/** Makes an operator who has done the first sign-in. Its second factor is fresh. */
export async function makeOperator(roles: readonly Role[]): Promise<Operator> {
  const email = `operator-${process.pid}-${++last}@example.com`
  const password = `a-password-of-${email}`
  remember(password)
  const token = await invite(email, roles)
  const begun = await call(postWelcome.path.replace(':token', token), { password })
  const { data } = (await begun.json()) as { data: { secret: string } }
  const authenticator = new Authenticator(data.secret)
  const path = postWelcomeConfirm.path.replace(':token', token)
  const done = await call(path, { code: await authenticator.nextCode() })
  const signedIn = (await done.json()) as { data: { token: string } }
  const [, name = '', value = ''] =
    /^(\w+)=([\w-]+)/.exec(done.headers.get('set-cookie') ?? '') ?? []
  return { email, password, authenticator, cookie: { name, value }, token: signedIn.data.token }
}

/** Gives a browser the session of an operator. */
export async function giveConsole(context: BrowserContext, { cookie }: Operator): Promise<void> {
  const { hostname: domain } = new URL(consoleAddress())
  await context.addCookies([{ ...cookie, domain, path: '/console' }])
}

/** Calls the console's service as an operator does; returns the data of the answer. */
export async function callAs<Data>(operator: Operator, path: string, body?: object): Promise<Data> {
  const { cookie, token } = operator
  const headers = { cookie: `${cookie.name}=${cookie.value}`, [CONSOLE_TOKEN_HEADER]: token }
  const { origin } = new URL(consoleAddress())
  const answer = await (body === undefined
    ? fetch(`${origin}${path}`, { headers })
    : call(path, body, headers))
  const { state, data, errors } = (await answer.json()) as {
    state: string
    data: Data
    errors: unknown
  }
  if (state !== 'success') throw new Error(`${path}: ${JSON.stringify(errors)}`)
  return data
}

/** The number of an operator. */
export async function idOf(operator: Operator): Promise<number> {
  type Me = { readonly operator: { readonly id: number } }
  return (await callAs<Me>(operator, getMe.path)).operator.id
}

/** Ends the session of an operator behind the back of its page. */
export const endSession = ({ cookie, token }: Operator): Promise<Response> =>
  call(
    postConsoleLogout.path,
    {},
    { cookie: `${cookie.name}=${cookie.value}`, [CONSOLE_TOKEN_HEADER]: token },
  )

function call(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const { origin } = new URL(consoleAddress())
  return fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...headers },
    body: JSON.stringify(body),
  })
}
