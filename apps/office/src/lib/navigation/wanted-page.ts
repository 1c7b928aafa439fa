import { tabStorage } from '@partner-office/web'

const KEY = 'wanted-page'

/** Keeps the address that a visitor opened, for the time after the sign-in. Units: path, query and hash. Source: requirements STA-042. */
export const keepWantedPage = (address: string): void => void tabStorage.write(KEY, address)

/** Returns and removes the kept address; null without one. Only an address of the office is returned. */
export function takeWantedPage(): string | null {
  const address = tabStorage.read(KEY)
  tabStorage.remove(KEY)
  return address !== null && /^\/\w+\//.test(address) ? address : null
}
