import { postLinksVisit } from '@partner-office/contracts'
import type { Api } from '@partner-office/web'

/** Counts a visit of the page with an invite code once it was seen long enough. Returns what stops that. */
export type CountVisit = (invite: string) => () => void

const SEEN_AFTER_MS = 1_000

/** The properties by which a browser says that its user does not want to be counted. */
type Wishes = { readonly doNotTrack?: string | null; readonly globalPrivacyControl?: boolean }

/**
 * Counts a visit after the page was visible for a second, once in each tab: a mark in the tab's session storage, the only
 * thing that is stored, says that it was counted. A visit that cannot be marked or sent is not counted.
 *
 * Source: decisions D-180; LNK-002, LNK-005.
 */
export const visitCounter =
  (api: Api): CountVisit =>
  (invite) => {
    const { doNotTrack, globalPrivacyControl } = navigator as Wishes
    if (doNotTrack === '1' || globalPrivacyControl === true) return () => {}
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = (): void => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
    }
    const wait = (): void => {
      clearTimeout(timer)
      // A page that is loaded ahead is hidden until it is opened.
      if (document.visibilityState !== 'visible') return
      timer = setTimeout(() => {
        stop()
        if (!isMarked(invite)) void send(api, invite)
      }, SEEN_AFTER_MS)
    }
    document.addEventListener('visibilitychange', wait)
    wait()
    return stop
  }

/** Marks the link as counted in this tab; true if it was before, or if the browser forbids its storage. */
function isMarked(invite: string): boolean {
  try {
    const mark = `visited ${invite}`
    const isKnown = sessionStorage.getItem(mark) !== null
    sessionStorage.setItem(mark, '1')
    return isKnown
  } catch {
    return true
  }
}

async function send(api: Api, invite: string): Promise<void> {
  // The answer is empty, which a call takes for a failure; the page does not care for either.
  await api.call('business', postLinksVisit, { body: { invite }, quiet: true }).catch(() => {})
}
