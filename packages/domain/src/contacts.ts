/** The ways to reach a partner, in the order in which files and screens list them. */
export const CONTACTS = [
  'phone',
  'telegram',
  'whatsapp',
  'skype',
  'viber',
  'wechat',
  'facebook',
  'instagram',
  'site',
] as const
