/**
 * Signing in over HTTP on the embedded database.
 *
 * Figures: known and unknown accounts get equal answers with equal status codes, in equal time: medians within 5 ms over 500
 * alternating tries each. While 100 sign-ins run at once, the 99th percentile of another call is at most 10 x that of an
 * idle server.
 *
 * Usage: node bench/passport.ts [--tries 500] [--seconds 20]
 */
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { PASSWORD, TestIdentity } from '../apps/server/src/testing/identity.ts'
import { type Asked, compareAccounts } from './lib/known-and-unknown.ts'
import { finish, spread } from './lib/report.ts'
import { addAccounts, crowd } from './lib/sign-in-crowd.ts'

const { values } = parseArgs({
  options: {
    tries: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '20' },
  },
})
const MOST_APART_MS = 5
const MOST_TIMES_SLOWER = 10
const AT_ONCE = 100

const identity = await TestIdentity.open(await openDatabase({ directory: null }))
await identity.configure({
  'rateLimit.signInAccount': '0',
  'rateLimit.signInAddress': '0',
  'rateLimit.user': '0',
  'rateLimit.address': '0',
})
const origin = await identity.app.listen({ port: 0, host: '127.0.0.1' })
const tries = Number(values.tries)

const signIn = await compareAccounts(identity, { origin, tries, path: '/v1/login' })
const reset = await compareAccounts(identity, { origin, tries, path: '/v1/password/forgot' })
const emails = await addAccounts(identity, AT_ONCE)
const token = await identity.signIn({ password: PASSWORD })
const { quiet, busy, signIns } = await crowd({
  origin,
  emails,
  token,
  seconds: Number(values.seconds),
})
await identity.app.close()
await identity.core.database.close()

type Times = Pick<Asked, 'known' | 'unknown'>
const apart = ({ known, unknown }: Times) => Math.abs(spread(known).median - spread(unknown).median)
const medians = ({ known, unknown }: Times) =>
  `${spread(known).median.toFixed(2)} and ${spread(unknown).median.toFixed(2)} ms`
const alike = ({ answers }: Asked) => answers.size === 1
const slower = busy / quiet
const isDistinguishable = [signIn, reset].some(
  (asked) => !alike(asked) || apart(asked) > MOST_APART_MS,
)

finish({
  name: 'passport',
  lines: [
    ...Object.entries({ 'wrong password': signIn, 'mail asked for': reset }).map(
      ([name, asked]) =>
        `${name}, ${tries} tries each, known and unknown accounts: ${asked.answers.size} kind of answer (exactly 1), medians ${medians(asked)}, ${apart(asked).toFixed(2)} ms apart (at most ${MOST_APART_MS}); of the processors ${medians(asked.cpu)}`,
    ),
    `99th percentile of another call: ${quiet.toFixed(1)} ms idle, ${busy.toFixed(1)} ms during ${signIns} sign-ins, ${AT_ONCE} at once: ${slower.toFixed(1)} x (at most ${MOST_TIMES_SLOWER})`,
  ],
  on: 'embedded database',
  passed: !isDistinguishable && slower <= MOST_TIMES_SLOWER,
})
