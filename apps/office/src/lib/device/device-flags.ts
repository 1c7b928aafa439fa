import { lastingStorage } from '@partner-office/web'

const KEEPING = 'keepDashboard'
const PUSHING = 'pushChoice'

/** The database of the browser that holds the last dashboard. */
export const KEPT_DATABASE = 'office-kept'

/** What a device does for a partner who has switched it on: no other partner gets it. */
type Flag = { readonly partnerId: number }

/** The choice of messages, so that the device is subscribed again after the next sign-in of the same partner. */
export type PushChoice = Flag & { readonly keys: readonly string[]; readonly details: boolean }

/** The partner for whom this device keeps the last dashboard; null: for nobody. Source: D-181. */
export const keepingFor = (): number | null => read<Flag>(KEEPING)?.partnerId ?? null

export const keepFor = (partnerId: number): void => write(KEEPING, { partnerId })

/** The choice of messages of this device; null: it gets none. */
export const pushChoice = (): PushChoice | null => read<PushChoice>(PUSHING)

export const storePushChoice = (choice: PushChoice): void => write(PUSHING, choice)

export const forgetPushChoice = (): void => lastingStorage.remove(PUSHING)

/** Deletes the kept dashboard, if there may be one. Source: PWA-004. */
export function deleteKept(): void {
  if (keepingFor() !== null) indexedDB.deleteDatabase(KEPT_DATABASE)
}

/** Keeps nothing any more. */
export function stopKeeping(): void {
  deleteKept()
  lastingStorage.remove(KEEPING)
}

/** Forgets what the device does for a partner, at log-out. */
export function forgetDevice(): void {
  stopKeeping()
  forgetPushChoice()
}

/** Deletes what this device keeps for partners who are not signed in. */
export function admitPartner(partnerId: number): void {
  if ((keepingFor() ?? partnerId) !== partnerId) stopKeeping()
  if ((pushChoice()?.partnerId ?? partnerId) !== partnerId) forgetPushChoice()
}

function read<Value extends Flag>(name: string): Value | null {
  try {
    return JSON.parse(lastingStorage.read(name) ?? 'null') as Value | null
  } catch {
    return null
  }
}

const write = (name: string, value: Flag): void =>
  void lastingStorage.write(name, JSON.stringify(value))
