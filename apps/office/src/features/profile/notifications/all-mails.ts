import type { NotificationSettings } from '@partner-office/contracts'
import { NOTIFICATION_KEYS, type NotificationKey } from '@partner-office/domain'

/** New values of some settings. */
export type MailChange = Partial<Record<NotificationKey, boolean>>

const enabled = (settings: NotificationSettings): readonly NotificationKey[] =>
  NOTIFICATION_KEYS.filter((key) => !settings[key].disabled)

/** Whether every setting that may be changed is on. Source: decisions D-083. */
export const areAllOn = (settings: NotificationSettings): boolean =>
  enabled(settings).every((key) => settings[key].value)

/** Sets every setting that is not disabled. Source: requirements NOT-003. */
export const changeOfAll = (settings: NotificationSettings, value: boolean): MailChange =>
  Object.fromEntries(enabled(settings).map((key) => [key, value]))

/** How many settings are on, and of how many. */
export const countOn = (settings: NotificationSettings): { on: number; of: number } => ({
  on: NOTIFICATION_KEYS.filter((key) => settings[key].value).length,
  of: NOTIFICATION_KEYS.length,
})
