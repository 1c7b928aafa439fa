import { as, officeAddress } from '../http.ts'
import type { Partner } from '../partners.ts'

/** 4,000 EUR of direct bonuses: 8,000 UPT. */
export const RICH = {
  verified: true,
  twoFactor: true,
  legs: [{ name: 'Grace Hopper', turnover: '10000.00' }],
} as const

const SOURCE = { from: 'UCHAIN_UPT_BONUS', to: 'UPT_XRC10_WHITE' }
let last = 0

/** Requests and confirms a payout as the partner; returns its number. */
export async function pay(partner: Partner, amount = '100'): Promise<number> {
  last += 1
  const address = `0x${String(last).padStart(8, '7')}5be04d8863aa10f7c2e95b7d4410de8f`
  const call = as(partner)
  await call('POST', officeAddress('/v1/payout/init'), { ...SOURCE, address, amount })
  const code = await partner.authenticator!.nextCode()
  const confirm = officeAddress('/v1/payout/confirm')
  const { id } = (await call('POST', confirm, { code, from: SOURCE.from })) as { id: number }
  return id
}
