import type { Office } from '../session/office.ts'
import { deleteKept, keepingFor, KEPT_DATABASE } from './device-flags.ts'
import type { Kept } from './kept.ts'
import { readSealed, storeSealed } from './kept-store.ts'

const KEPT_MS = 7 * 86_400_000
/** Answers of one dashboard arrive together: they are stored once. */
const SETTLED_MS = 3_000

/** The kept dashboard of the partner who is signed in; null without one. It is deleted after seven days. Source: PWA-004. */
export async function readKept(now: number): Promise<Kept | null> {
  const partnerId = keepingFor()
  if (partnerId === null) return null
  const kept = (await readSealed().catch(() => null)) as Kept | null
  if (kept === null) return null
  if (kept.partnerId === partnerId && now >= kept.at && now < kept.at + KEPT_MS) return kept
  deleteKept()
  return null
}

/** Whose dashboard is watched. */
let watched: Office | null = null

/** Stores the dashboard whenever its answers have arrived, as long as it is open and the partner wants it. */
export function keepDashboard(office: Office): void {
  if (watched === office) return
  watched = office
  let isWaiting = false
  // Rates arrive every two seconds: each answer waits for the timer that runs already.
  const storeSoon = () => {
    if (isWaiting || keepingFor() === null) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      void storeDashboard(office)
    }, SETTLED_MS)
  }
  office.queries.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') storeSoon()
  })
  storeSoon()
}

/** Stores the dashboard, if it is open: what the partner sees. Fails silently: a full disk keeps nothing. */
async function storeDashboard(office: Office): Promise<void> {
  const kept = keptOf(office)
  if (kept === null) return
  await storeSealed(kept).catch(() => {})
  // The partner may have logged out meanwhile.
  if (office.startUp.partnerId !== kept.partnerId || keepingFor() !== kept.partnerId) {
    indexedDB.deleteDatabase(KEPT_DATABASE)
  }
}

function keptOf({ queries, startUp, config }: Office): Kept | null {
  const { partnerId, scope } = startUp
  const isShown =
    startUp.status.kind === 'success' && /^\/[a-z]{2}\/dashboard$/.test(location.pathname)
  if (!isShown || partnerId === null || scope === null || keepingFor() !== partnerId) return null
  const answers = queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ queryKey: key, state: { data, dataUpdatedAt: updatedAt } }) =>
      data === undefined ? [] : [{ key, data, updatedAt }],
    )
  const at = Math.min(...answers.map(({ updatedAt }) => updatedAt))
  if (answers.length === 0) return null
  const { hosts } = config
  return { partnerId, scope, at, hosts, properties: [...config.family('')], answers }
}
