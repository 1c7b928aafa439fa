import { getMe } from '@partner-office/contracts'

import type { Console } from './console.ts'

/**
 * Reads what every page shows: the count of open proposals, four eyes, the roles. It does not keep the session open, and an
 * ended one is noticed. What failed is read again at the next turn.
 */
export async function readFacts({ api, session }: Pick<Console, 'api' | 'session'>): Promise<void> {
  if (session.state().kind !== 'open') return
  const facts = await api.call(getMe, { isRefresh: true }).catch(() => null)
  if (facts !== null && session.state().kind === 'open') session.open(facts)
}
