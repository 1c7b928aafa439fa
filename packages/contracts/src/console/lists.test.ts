import { expect, test } from 'vitest'

import { callsOf, CONSOLE } from '../areas.ts'

/** Lists as long as what operators have set up; partners, orders and payouts do not make them longer. */
const SHORT = [
  '/console/v1/config/countries',
  '/console/v1/config/events',
  '/console/v1/config/languages',
  '/console/v1/config/legals',
  '/console/v1/config/rates',
  '/console/v1/config/settings',
  '/console/v1/config/settings/:name/history',
  '/console/v1/config/texts',
  '/console/v1/disputes/figures',
  '/console/v1/endpoints',
  '/console/v1/exports',
  '/console/v1/import-mappings',
  '/console/v1/inbox/templates',
  '/console/v1/operators',
  '/console/v1/payout-routes',
  '/console/v1/plan/differences/:id/explanation',
  '/console/v1/plan/drafts',
  '/console/v1/plan/holders',
  '/console/v1/plan/uses',
  '/console/v1/plan/versions',
  '/console/v1/system/backups',
  '/console/v1/system/processes',
  '/console/v1/system/queues',
]

test('SCR-005 each list of the console that grows with the network is read by a cursor', () => {
  const lists = callsOf(...Object.values(CONSOLE)).filter(
    ({ method, reply }) => method === 'GET' && 'content' in fieldsOf(reply),
  )
  const isPaged = ({ query, reply }: (typeof lists)[number]) =>
    'cursor' in fieldsOf(query) && 'next' in fieldsOf(reply)
  const whole = lists.filter((call) => !isPaged(call)).map(({ path }) => path)
  expect(whole.toSorted()).toEqual(SHORT)
  expect(lists.length).toBeGreaterThan(whole.length)
})

function fieldsOf(schema: unknown): object {
  return typeof schema === 'object' && schema !== null && 'shape' in schema
    ? (schema.shape as object)
    : {}
}
