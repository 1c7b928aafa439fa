import { putProfileLanguage } from '@partner-office/contracts'

import { profileKey } from '../lib/profile-key.ts'
import { useOffice } from '../lib/office.ts'
import { inLanguage } from '../paths.ts'

/** Show this page in another language; a partner's choice is kept, so that the next visit begins with it. */
export function useChangeLanguage(): (language: string) => Promise<void> {
  const { api, queries, history, startUp } = useOffice()
  return async (uiLanguage) => {
    const { pathname, search, hash } = window.location
    history.push(`${inLanguage(pathname, uiLanguage)}${search}${hash}`)
    if (!startUp.isSignedIn) return
    // Whatever comes of it, the page has been shown in the language that was asked for.
    await api.call('business', putProfileLanguage, { body: { uiLanguage } }).catch(() => {})
    await queries.invalidateQueries({ queryKey: profileKey })
  }
}
