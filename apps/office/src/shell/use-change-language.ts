import { putProfileLanguage } from '@partner-office/contracts'

import { profileKey } from '../lib/session/profile-key.ts'
import { useOffice } from '../lib/session/office.ts'
import { inLanguage } from '../paths.ts'

/** Shows this page in another language and stores the choice of a partner for the next visit. */
export function useChangeLanguage(): (language: string) => Promise<void> {
  const { api, queries, history, startUp } = useOffice()
  return async (uiLanguage) => {
    const { pathname, search, hash } = window.location
    history.push(`${inLanguage(pathname, uiLanguage)}${search}${hash}`)
    if (!startUp.isSignedIn || startUp.isView) return
    // If storing the choice fails, the page still has the chosen language.
    await api.call('business', putProfileLanguage, { body: { uiLanguage } }).catch(() => {})
    await queries.invalidateQueries({ queryKey: profileKey })
  }
}
