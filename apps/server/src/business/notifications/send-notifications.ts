import type { Core } from '../../core/core.ts'
import type { Mail } from '../../mails/letter.ts'
import { reachableByMail } from '../../passport/accounts/accounts.ts'
import { contactOfPartner } from '../partners/read-contact.ts'
import { MAILS } from './channels.ts'
import { settingOf } from './mail-event.ts'
import { namesOf } from './names-of-items.ts'
import { notificationLetter } from './notification-letter.ts'
import { readNotificationSettings } from './notification-settings.ts'
import { type Delivery, sendNotes } from './send-notes.ts'
import { signUnsubscribe } from './unsubscribe.ts'

/** Where mails go, and the addresses that they name. */
export type NotificationPost = {
  readonly mail: Mail
  readonly office: string
  readonly passport: string
}

/** Hands over the mails that are due; returns whether there were any. */
export const sendNotifications = (core: Core, post: NotificationPost): Promise<boolean> =>
  sendNotes(core, mailsOf(core, post))

const mailsOf = (core: Core, { mail, office, passport }: NotificationPost): Delivery => ({
  channel: MAILS,
  // The setting may have been switched off, and the account closed, since the note was made.
  mayGet: async (tx, { partnerId, key }) =>
    (await reachableByMail(tx, [partnerId])).has(partnerId) &&
    (await readNotificationSettings(tx, partnerId))[settingOf(key)].value,
  deliver: async (tx, { partnerId, key }, { told, id, at }) => {
    const { email, language } = await contactOfPartner(tx, partnerId)
    const letter = notificationLetter(told, {
      userId: partnerId,
      email,
      language,
      office,
      passport,
      signature: await signUnsubscribe(core, { partnerId, key: settingOf(key) }),
      nameOf: await namesOf(tx, told.items),
    })
    await mail.send(letter, { tx, id: `notification-${id}`, at })
  },
})
